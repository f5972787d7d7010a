/** View whose version each change raises. */
export interface Versioned {
  version: number
  changed_by: string | null
  changed_at: string | null
}

export type Fields = Readonly<Record<string, string>>

/** Field that two changes set differently. */
export interface Difference {
  name: string
  /** Null if your own change leaves it alone. */
  yours: string | null
  theirs: string
}

const CODE = 'CHANGED_MEANWHILE'

/** What a refused change would have replaced; null for other refusals. */
export function conflictOf(error: unknown): { current: unknown } | null {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: { code?: unknown; current?: unknown } }
  return status === 409 && data?.code === CODE && data.current !== undefined && data.current !== null
    ? { current: data.current }
    : null
}

/** Lists fields that someone else changed, or that your change would set differently. */
export const differences = (before: Fields, yours: Fields, theirs: Fields): Difference[] =>
  [...new Set([...Object.keys(yours), ...Object.keys(theirs)])]
    .map((name) => ({ name, yours: yours[name] ?? null, theirs: theirs[name] ?? '' }))
    .filter(({ name, yours: own, theirs: now }) => (own !== null && own !== now) || (before[name] ?? '') !== now)

export const changedFields = (before: Fields, now: Fields): Fields =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => before[name] !== value))

/** Names of the latest editors: 'mona, bea', or 'Someone' if unknown. */
export function changedBy(current: unknown): string {
  const names = [current].flat().flatMap((each) => (each as Partial<Versioned> | null)?.changed_by ?? [])
  return names.length === 0 ? 'Someone' : [...new Set(names)].join(', ')
}

/** Time of the latest change; null if unknown. */
export const changedAt = (current: unknown): string | null =>
  [current]
    .flat()
    .flatMap((each) => (each as Partial<Versioned> | null)?.changed_at ?? [])
    .sort()
    .at(-1) ?? null

export const yoursAsText = (all: readonly Difference[]): string =>
  all.flatMap(({ name, yours }) => (yours === null ? [] : `${name}: ${yours}`)).join('\n')
