import type { Redis } from '@kla/chassis'

export type LimitScope = 'all' | 'guilds'

/** Rate limits that the sign-in provider set. */
export interface ProviderLimits {
  /** Milliseconds until the next call; 0 for now. */
  remainingMs(scope: LimitScope): Promise<number>
  remember(scope: LimitScope, forMs: number): Promise<void>
}

/** Another pod's limit applies here after this time at most. */
const READ_EVERY_MS = 1_000

/** Limits in Redis, by Redis' clock; `now` decides when to read again. */
export function createProviderLimits(redis: Redis, prefix: string, now: () => number): ProviderLimits {
  const key = (scope: LimitScope): string => `${prefix}provider-limit:{${scope}}`
  const foundNoneAt = new Map<LimitScope, number>()
  return {
    async remainingMs(scope) {
      const sinceMs = now() - (foundNoneAt.get(scope) ?? -Infinity)
      if (sinceMs >= 0 && sinceMs < READ_EVERY_MS) return 0
      const remaining = Math.max(0, await redis.pttl(key(scope)))
      if (remaining === 0) foundNoneAt.set(scope, now())
      return remaining
    },
    async remember(scope, forMs) {
      foundNoneAt.delete(scope)
      // Responses arrive in any order: the longest limit counts.
      await redis.set(key(scope), '', 'PX', forMs, 'NX')
      await redis.pexpire(key(scope), forMs, 'GT')
    },
  }
}

const LIMIT_MIN_MS = 1_000
/** A wrong header must not lock everyone out for days. */
const LIMIT_MAX_MS = 6 * 3_600_000
const LIMIT_MS = 30_000

/** Reads `Retry-After` or `X-RateLimit-Reset-After`, within bounds. */
export function limitMs(headers: Pick<Headers, 'get'>, nowMs: number): number {
  const retryAfter = headers.get('retry-after') ?? ''
  const askedMs =
    secondsMs(retryAfter) ?? dateMs(retryAfter, nowMs) ?? secondsMs(headers.get('x-ratelimit-reset-after') ?? '')
  return Math.min(LIMIT_MAX_MS, Math.max(LIMIT_MIN_MS, askedMs ?? LIMIT_MS))
}

const secondsMs = (text: string): number | undefined =>
  /^\s*\d+(\.\d+)?\s*$/.test(text) ? Math.ceil(Number(text) * 1_000) : undefined

function dateMs(text: string, nowMs: number): number | undefined {
  const at = text.trim() === '' ? NaN : Date.parse(text)
  return Number.isNaN(at) ? undefined : at - nowMs
}
