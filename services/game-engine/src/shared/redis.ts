import { defineScript } from '@kla/chassis'

/**
 * Number of shards, which can never change. Keys of one script share a hash tag, so that Redis Cluster can split the
 * battles.
 */
const SHARDS = 16

export type Shard = number

export const ALL_SHARDS: readonly Shard[] = Array.from({ length: SHARDS }, (_, shard) => shard)

/** FNV-1a hash of the id. */
export function shardOf(roomId: string): Shard {
  let hash = 0x811c9dc5
  for (let at = 0; at < roomId.length; at++) hash = Math.imul(hash ^ roomId.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % SHARDS
}

export interface ShardKeys {
  /** Hash of one room: version, token of the last commit, phase, state. The room's id follows. */
  readonly recordPrefix: string
  /** Sorted set of room ids by end of phase. */
  readonly deadlines: string
  /** Hash of pending announcements by id. */
  readonly pending: string
  /** Sorted set of their ids by when any pod may carry them out. */
  readonly pendingFrom: string
  readonly settlements: string
  readonly settlementsFrom: string
  /** Hash of rooms per phase. */
  readonly phases: string
  /** Prefix; room, account and command follow. */
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
    settlements: `${tagged}settlements`,
    settlementsFrom: `${tagged}settlements-from`,
    phases: `${tagged}phases`,
    answerPrefix: `${tagged}answer:`,
    intentPrefix: `${tagged}intent:`,
  }
}

export interface StoreClock {
  observe(nowMs: number): void
  /** Unix milliseconds; behind Redis by the latency of its fastest answers, never ahead. 0 before the first. */
  nowMs(): number
}

/** Time for which an answer is trusted; drift within it is negligible. */
const TRUSTED_MS = 2_000

/** Estimates by the fastest recent answer, which gives the latest time. */
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
