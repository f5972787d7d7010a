/** What goes wrong with notifications, for tests. */
export interface Faults {
  /** Each notification comes this much later. */
  readonly delayMs: number
  /** Each comes this many more times, at once. */
  readonly duplicates: number
  /** Each comes up to this much later, by chance: so they change places. */
  readonly shuffleMs: number
  /** Events of these types never come; `*` for all. */
  readonly lose: readonly string[]
  /** The browser is kept until the first attempts are over. */
  readonly beforeRedirect: boolean
}

export const NO_FAULTS: Faults = { delayMs: 0, duplicates: 0, shuffleMs: 0, lose: [], beforeRedirect: false }

const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 1e6

const CHECKS: Readonly<Record<keyof Faults, (value: unknown) => boolean>> = {
  delayMs: isCount,
  duplicates: isCount,
  shuffleMs: isCount,
  lose: (value) => Array.isArray(value) && value.every((type) => typeof type === 'string'),
  beforeRedirect: (value) => typeof value === 'boolean',
}

/** Faults as JSON; what is left out stays as it is. Undefined if something in it is no fault. */
export function readFaults(json: unknown): Partial<Faults> | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  const known = (name: string): name is keyof Faults => Object.hasOwn(CHECKS, name)
  const valid = Object.entries(json).every(([name, value]) => known(name) && CHECKS[name](value))
  return valid ? json : undefined
}

export const isLost = ({ lose }: Faults, type: string): boolean => lose.includes(type) || lose.includes('*')
