import { defineScript } from '@kla/chassis'

/**
 * All that one script touches shares a hash tag, so that Redis Cluster can split the battles over its nodes. The
 * number of shards is fixed for good: it decides where a battle's record lies.
 */
const SHARDS = 16

export type Shard = number

export const ALL_SHARDS: readonly Shard[] = Array.from({ length: SHARDS }, (_, shard) => shard)

/** FNV-1a: cheap, and even enough for sixteen shards. */
export function shardOf(roomId: string): Shard {
  let hash = 0x811c9dc5
  for (let at = 0; at < roomId.length; at++) hash = Math.imul(hash ^ roomId.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % SHARDS
}

export interface ShardKeys {
  /** Hash of one room: version, token of the last commit, phase, state. The room's id follows. */
  readonly recordPrefix: string
  /** Sorted set: room id by the moment its phase ends. */
  readonly deadlines: string
  /** Hash: announcements not yet carried out, by their id. */
  readonly pending: string
  /** Sorted set: their ids by the moment from which any pod may carry them out. */
  readonly pendingFrom: string
  /** The same for settlements: apart, so that they queue up behind nothing but each other. */
  readonly settlements: string
  readonly settlementsFrom: string
  /** Hash: how many rooms stand in each phase. */
  readonly phases: string
  /** The answer to one command. Room, account and command follow. */
  readonly answerPrefix: string
  /** What one command was found to mean when it first came. Its kind, room, account and command follow. */
  readonly intentPrefix: string
}

/** The keys of one shard under `prefix`, such as "kla:engine:". */
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

/** Redis says the time, so that all pods have one clock: Unix milliseconds in `now`. */
export const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`

/** Redis' time between its answers: what goes by it need not ask. */
export interface StoreClock {
  /** An answer has just come, given at `nowMs`. */
  observe(nowMs: number): void
  /** Unix milliseconds. Behind Redis by what its quickest answers took, never ahead; 0 before the first. */
  nowMs(): number
}

/** For so long an answer says what time it is: what Redis' clock and ours drift apart within it is nothing. */
const TRUSTED_MS = 2_000

/** Of the answers of late the quickest knows best: it makes the time the latest. */
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

/** What stands: what is given, or what was given before. */
export const rememberScript = defineScript<string>(`
-- KEYS: where. ARGV: what, ms to keep it
local known = redis.call('GET', KEYS[1])
if known then return known end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
`)
