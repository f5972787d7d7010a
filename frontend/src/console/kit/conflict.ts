/** The part of a view that says which change was the last one. */
export interface Versioned {
  version: number
  changed_by: string | null
  changed_at: string | null
}

/** Field names and values as they are shown. */
export type Fields = Readonly<Record<string, string>>

export interface Difference {
  name: string
  /** Null: left as it is by one's own change. */
  yours: string | null
  theirs: string
}

const CODE = 'CHANGED_MEANWHILE'

/** What a refused change would have replaced; null when it was refused for another reason. */
export function conflictOf(error: unknown): { current: unknown } | null {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: { code?: unknown; current?: unknown } }
  return status === 409 && data?.code === CODE && data.current !== undefined && data.current !== null
    ? { current: data.current }
    : null
}

/** Fields that someone else changed since, or that one's own change would set to something else than they are now. */
export const differences = (before: Fields, yours: Fields, theirs: Fields): Difference[] =>
  [...new Set([...Object.keys(yours), ...Object.keys(theirs)])]
    .map((name) => ({ name, yours: yours[name] ?? null, theirs: theirs[name] ?? '' }))
    .filter(({ name, yours: own, theirs: now }) => (own !== null && own !== now) || (before[name] ?? '') !== now)

/** The fields of `now` that differ from `before`. */
export const changedFields = (before: Fields, now: Fields): Fields =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => before[name] !== value))

/** For example 'mona, bea'; 'Someone' when it is not known who. */
export function changedBy(current: unknown): string {
  const names = [current].flat().flatMap((each) => (each as Partial<Versioned> | null)?.changed_by ?? [])
  return names.length === 0 ? 'Someone' : [...new Set(names)].join(', ')
}

/** When the last of them was changed; null when it is not known. */
export const changedAt = (current: unknown): string | null =>
  [current]
    .flat()
    .flatMap((each) => (each as Partial<Versioned> | null)?.changed_at ?? [])
    .sort()
    .at(-1) ?? null

/** One's own text, to be copied. */
export const yoursAsText = (all: readonly Difference[]): string =>
  all.flatMap(({ name, yours }) => (yours === null ? [] : `${name}: ${yours}`)).join('\n')
