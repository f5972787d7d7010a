import { defineScript } from '@kla/chassis'

/** Fixed forever. A shard's keys share a hash tag, for Redis Cluster. */
const SHARDS = 16

export type Shard = number

export const ALL_SHARDS: readonly Shard[] = Array.from({ length: SHARDS }, (_, shard) => shard)

export function shardOf(roomId: string): Shard {
  let hash = 0x811c9dc5
  for (let at = 0; at < roomId.length; at++) hash = Math.imul(hash ^ roomId.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % SHARDS
}

/** Redis keys of one shard. */
export interface ShardKeys {
  /** Hash: version, last commit's token, phase, state. */
  readonly recordPrefix: string
  readonly deadlines: string
  readonly pending: string
  /** Sorted set of ids by when any pod may act, which a lease postpones. */
  readonly pendingFrom: string
  /** Sorted set of ids that were leased, by when any pod could act first. */
  readonly pendingSince: string
  readonly settlements: string
  readonly settlementsFrom: string
  readonly settlementsSince: string
  readonly phases: string
  readonly answerPrefix: string
  readonly intentPrefix: string
}

export function keysOf(prefix: string, shard: Shard): ShardKeys {
  const tagged = `${prefix}{s${shard}}:`
  return {
    recordPrefix: `${tagged}battle:`,
    deadlines: `${tagged}deadlines`,
    pending: `${tagged}pending`,
    pendingFrom: `${tagged}pending-from`,
    pendingSince: `${tagged}pending-since`,
    settlements: `${tagged}settlements`,
    settlementsFrom: `${tagged}settlements-from`,
    settlementsSince: `${tagged}settlements-since`,
    phases: `${tagged}phases`,
    answerPrefix: `${tagged}answer:`,
    intentPrefix: `${tagged}intent:`,
  }
}

/** Redis time, estimated without asking. */
export interface StoreClock {
  observe(nowMs: number): void
  /** Estimate, never ahead of Redis; 0 before the first answer. */
  nowMs(): number
}

const TRUSTED_MS = 2_000

/** Estimates by the fastest recent answer. */
export function createStoreClock(): StoreClock {
  let best = -Infinity
  let bestBefore = -Infinity
  let since = -Infinity

  return {
    observe(nowMs) {
      const at = performance.now()
      if (at - since > TRUSTED_MS / 2) [bestBefore, best, since] = [best, -Infinity, at]
      best = Math.max(best, nowMs - at)
    },
    nowMs: () => Math.max(0, Math.floor(performance.now() + Math.max(best, bestBefore))),
  }
}

/** Returns the value stored first. */
export const rememberScript = defineScript<string>(
  `
-- KEYS: where. ARGV: what, ms to keep it
local known = redis.call('GET', KEYS[1])
if known then return known end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
`,
  { whenFull: true },
)
