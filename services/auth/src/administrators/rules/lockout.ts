/** Failures so far, of a name at an address, of a name, or of an address. */
export interface Failures {
  readonly count: number
  /** Unix milliseconds of the last. */
  readonly lastAtMs: number
}

/** How failures make somebody wait. */
export interface LockoutRule {
  /** This many failures before there is any wait. */
  readonly free: number
  /** The first wait, milliseconds; it doubles with each failure. */
  readonly firstMs: number
  /** No wait is longer. */
  readonly longestMs: number
  /** After this long without a failure all is forgotten. */
  readonly forgetMs: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Strict: who guesses here gets about a hundred guesses a day, and locks out nobody elsewhere. */
export const NAME_AT_ADDRESS: LockoutRule = { free: 5, firstMs: 2_000, longestMs: 15 * MINUTE_MS, forgetMs: 24 * HOUR_MS }
/** Looser: guesses at one name from everywhere. Five minutes are a nuisance to its owner, and useless to who guesses. */
export const NAME_ANYWHERE: LockoutRule = { free: 20, firstMs: 1_000, longestMs: 5 * MINUTE_MS, forgetMs: HOUR_MS }
/** Looser: guesses at all names from one address, behind which may be a whole office. */
export const ADDRESS: LockoutRule = { free: 20, firstMs: 1_000, longestMs: 5 * MINUTE_MS, forgetMs: HOUR_MS }

/** An attempt that is looked at: how things stood, and how they stand while it counts as a failure. */
export interface Counted {
  readonly before: Failures | undefined
  readonly after: Failures
}

type Attempt = Counted | { readonly refused: 'RATE_LIMITED'; readonly waitMs: number }

/** How long after the last of so many failures somebody has to wait, milliseconds. */
export const waitAfter = (count: number, rule: LockoutRule): number =>
  count < rule.free ? 0 : Math.min(rule.longestMs, rule.firstMs * 2 ** (count - rule.free))

/**
 * Whether an attempt may be looked at now. It counts as a failure from here on, until it is forgiven: so a burst of guesses
 * gets no more looks than a slow series. One that has to wait changes nothing, or the wait would never end.
 */
export function attempt(known: Failures | undefined, rule: LockoutRule, nowMs: number): Attempt {
  const before = known && nowMs - known.lastAtMs < rule.forgetMs ? known : undefined
  if (!before) return { before, after: { count: 1, lastAtMs: nowMs } }
  const wait = waitAfter(before.count, rule)
  const waitMs = before.lastAtMs + wait - nowMs
  if (wait > 0 && waitMs > 0) return { refused: 'RATE_LIMITED', waitMs }
  return { before, after: { count: before.count + 1, lastAtMs: nowMs } }
}

/** The failures without an attempt that turned out to be none; those of others in the meantime stay. */
export function forgive(known: Failures | undefined, { before, after }: Counted): Failures | undefined {
  if (!known || known.count <= 1) return undefined
  const untouched = known.count === after.count && known.lastAtMs === after.lastAtMs
  return untouched ? before : { ...known, count: known.count - 1 }
}

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * What an address counts as in the lock-out: an IPv4 address is itself, an IPv6 one its first 64 bits, since a home or a
 * rented server has all that begin with them. What is no address counts as itself.
 */
export function networkOf(address: string): string {
  const mapped = MAPPED_IPV4.exec(address)
  if (mapped) return mapped[1]!
  const host = `http://[${address.split('%')[0]}]/`
  if (!address.includes(':') || !URL.canParse(host)) return address
  const [head = '', tail] = new URL(host).hostname.slice(1, -1).split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last]
  return `${groups.slice(0, 4).join(':')}::/64`
}
