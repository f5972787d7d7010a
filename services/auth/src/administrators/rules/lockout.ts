/** Failed attempts under one key. */
export interface Failures {
  readonly count: number
  readonly lastAtMs: number
}

/** Limits of failed attempts and growing waits. */
export interface LockoutRule {
  readonly free: number
  readonly firstMs: number
  readonly longestMs: number
  readonly forgetMs: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Allows about a hundred guesses a day. */
export const NAME_AT_ADDRESS: LockoutRule = {
  free: 5,
  firstMs: 2_000,
  longestMs: 15 * MINUTE_MS,
  forgetMs: 24 * HOUR_MS,
}
/** Five minutes make guessing useless, but only annoy the owner. */
export const NAME_ANYWHERE: LockoutRule = { free: 20, firstMs: 1_000, longestMs: 5 * MINUTE_MS, forgetMs: HOUR_MS }
export const ADDRESS: LockoutRule = { free: 20, firstMs: 1_000, longestMs: 5 * MINUTE_MS, forgetMs: HOUR_MS }
/** Challenges of passkeys, which every visit of the sign-in page takes. */
export const CHALLENGES: LockoutRule = { free: 60, firstMs: 1_000, longestMs: MINUTE_MS, forgetMs: 2 * MINUTE_MS }

/** Failures before and after an attempt. */
export interface Counted {
  readonly before: Failures | undefined
  readonly after: Failures
}

type Attempt = Counted | { readonly refused: 'RATE_LIMITED'; readonly waitMs: number }

export const waitAfter = (count: number, rule: LockoutRule): number =>
  count < rule.free ? 0 : Math.min(rule.longestMs, rule.firstMs * 2 ** (count - rule.free))

/**
 * Counts as a failure until forgiven, so a burst gets no more guesses than a series. A refused attempt changes nothing.
 */
export function attempt(known: Failures | undefined, rule: LockoutRule, nowMs: number): Attempt {
  const before = known && nowMs - known.lastAtMs < rule.forgetMs ? known : undefined
  if (!before) return { before, after: { count: 1, lastAtMs: nowMs } }
  const wait = waitAfter(before.count, rule)
  const waitMs = before.lastAtMs + wait - nowMs
  if (wait > 0 && waitMs > 0) return { refused: 'RATE_LIMITED', waitMs }
  return { before, after: { count: before.count + 1, lastAtMs: nowMs } }
}

/** Takes an attempt back; keeps concurrent failures. */
export function forgive(known: Failures | undefined, { before, after }: Counted): Failures | undefined {
  if (!known || known.count <= 1) return undefined
  const untouched = known.count === after.count && known.lastAtMs === after.lastAtMs
  return untouched ? before : { ...known, count: known.count - 1 }
}

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Returns the IPv4 address, or the /64 of an IPv6 one. */
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
