import { type Bus, defineScript, failAfter, LUA_NOW, type Redis } from '@kla/chassis'
import { BattleStarted, BattleUpdate, RECONNECTED_WITHIN_MS, subjects } from '@kla/proto'
import { ALL_SHARDS, keysOf, type Shard, type ShardKeys, shardOf } from '../shared/redis.js'
import { type Announcement, type Effect, effectId, type Outcome, roomOf, type Settlement } from './rules/step.js'

interface EffectsDeps<E extends Effect> {
  /** Rejects unless certainly done; may repeat. */
  readonly carryOutOne: (effect: E) => Promise<void>
  /** Rejects if effects may be lost; runs before clearing. */
  readonly confirm?: () => Promise<void>
  readonly pending: Pick<PendingStore<E>, 'clear'>
}

/** Effects, carried out and then cleared. */
export interface Effects<E extends Effect> {
  carryOut(effects: readonly E[]): Promise<readonly unknown[]>
  isUnderWay(effect: E): boolean
  settled(): Promise<void>
}

/** Single deletes cost Redis as much as commits. */
const CLEAR_EVERY_MS = 100

export function createEffects<E extends Effect>({ carryOutOne, confirm, pending }: EffectsDeps<E>): Effects<E> {
  const underWay = new Set<string>()
  const working = new Set<Promise<unknown>>()
  let done: FinishedEffect[] = []

  function tracked<T>(work: Promise<T>): Promise<T> {
    working.add(work)
    return work.finally(() => working.delete(work))
  }

  function clearLater(one: FinishedEffect): void {
    if (done.push(one) > 1) return
    const moment = new Promise((resolve) => setTimeout(resolve, CLEAR_EVERY_MS))
    void tracked(moment.then(clearFinished))
  }

  async function clearFinished(): Promise<void> {
    const all = done
    done = []
    try {
      await confirm?.()
      await pending.clear(all)
    } catch {
      // A sweep retries.
    }
    for (const { id } of all) underWay.delete(id)
  }

  async function carryOutAndClear(effect: E): Promise<void> {
    const id = effectId(effect)
    underWay.add(id)
    try {
      await carryOutOne(effect)
    } catch (error) {
      underWay.delete(id)
      throw error
    }
    clearLater({ id, roomId: roomOf(effect) })
  }

  return {
    async carryOut(effects) {
      const ended = await tracked(Promise.allSettled(effects.map(carryOutAndClear)))
      return ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    },
    isUnderWay: (effect) => underWay.has(effectId(effect)),
    async settled() {
      while (working.size > 0) await Promise.all(working)
    },
  }
}

export const createAnnounce =
  (publisher: BattlePublisher, recordOutcome: (outcome: Outcome) => Promise<void>) =>
  async (announcement: Announcement): Promise<void> => {
    switch (announcement.kind) {
      case 'update':
        return publisher.publishUpdate(announcement.update)
      case 'started':
        return publisher.publishStarted(announcement.started)
      case 'finished':
        return recordOutcome(announcement.outcome)
    }
  }

const FLUSH_TIMEOUT_MS = 2_000

/** Publishes a battle's updates and events. */
export interface BattlePublisher {
  /** Unconfirmed, at half the cost. Throws if NATS is down. */
  publishUpdate(update: BattleUpdate): void
  /** Rejects while NATS or a gateway may be away. */
  confirm(): Promise<void>
  /** False during an outage and shortly after it. */
  reachesAll(): boolean
  publishStarted(started: BattleStarted): Promise<void>
}

/** Creates a publisher. `backAtMs`: uptime at the end of NATS's last outage; nothing earlier is confirmed. */
export function createBattlePublisher(
  bus: Bus,
  backAtMs: () => number,
  uptimeMs = (): number => performance.now(),
): BattlePublisher {
  let confirmed = backAtMs()
  const areGatewaysBack = (): boolean => uptimeMs() - backAtMs() >= RECONNECTED_WITHIN_MS

  return {
    publishUpdate(update) {
      if (!bus.connected()) throw new Error('NATS is not connected')
      bus.publish(subjects.roomBattle(update.roomId), BattleUpdate.encode(update).finish())
    },
    async confirm() {
      const before = confirmed
      confirmed = backAtMs()
      await failAfter(FLUSH_TIMEOUT_MS, bus.flush())
      if (backAtMs() !== before) throw new Error('NATS was away meanwhile')
      if (!areGatewaysBack()) throw new Error('a gateway may still be away')
    },
    reachesAll: () => bus.connected() && areGatewaysBack(),
    async publishStarted(started) {
      if (!bus.connected()) throw new Error('NATS is not connected')
      await bus.publishEvent(subjects.eventBattleStarted, started.eventId, BattleStarted.encode(started).finish())
    },
  }
}

/** `[now, pending count, oldest 'from' or '', oldest 'since' or '', phases as name, count, ..., taken effects]` */
const takePendingScript = defineScript<[number, number, string, string, string[], string[]]>(
  `
-- KEYS: pending, pending from, pending since, phases. ARGV: lease in ms; at most so many
${LUA_NOW}
local from = redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')
local taken = {}
local due = redis.call('ZRANGE', KEYS[2], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[2], 'WITHSCORES')
for at = 1, #due, 2 do
  local id = due[at]
  local effect = redis.call('HGET', KEYS[1], id)
  if effect then
    redis.call('ZADD', KEYS[2], now + ARGV[1], id)
    redis.call('ZADD', KEYS[3], 'NX', due[at + 1], id)
    taken[#taken + 1] = effect
  else
    redis.call('ZREM', KEYS[2], id)
  end
end
local since = redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')
-- A pod of an earlier release may have cleared it.
while since[1] and redis.call('HEXISTS', KEYS[1], since[1]) == 0 do
  redis.call('ZREM', KEYS[3], since[1])
  since = redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')
end
return { now, redis.call('HLEN', KEYS[1]), from[2] or '', since[2] or '', redis.call('HGETALL', KEYS[4]), taken }
`,
  { whenFull: true },
)

/** Effects that this pod may carry out. */
export interface Leased<E extends Effect = Effect> {
  readonly effects: readonly E[]
  readonly pending: number
  /** How long ago any pod could act on the oldest one first, however often it was leased since. */
  readonly overdueMs: number
  readonly nextInMs: number
  readonly rooms: Readonly<Record<string, number>>
}

/** Pending effects in Redis, leased to one pod. */
export interface PendingStore<E extends Effect> {
  readonly shards: readonly Shard[]
  /** `briefly`: until the next poll, as the effects will be repeated. */
  lease(shard: Shard, briefly?: boolean): Promise<Leased<E>>
  clear(finished: readonly FinishedEffect[]): Promise<void>
}

export interface FinishedEffect {
  readonly id: string
  readonly roomId: string
}

interface Queue {
  readonly effects: (keys: ShardKeys) => string
  readonly from: (keys: ShardKeys) => string
  readonly since: (keys: ShardKeys) => string
  /** Longer than carrying out takes. Random extra keeps isolated pods from polling at its end. */
  readonly leaseMs: number
  readonly leaseMax: number
}

const BRIEF_LEASE_MS = 250

export const createAnnouncementStore = (redis: Redis, prefix: string): PendingStore<Announcement> =>
  createPendingStore(redis, prefix, {
    effects: (keys) => keys.pending,
    from: (keys) => keys.pendingFrom,
    since: (keys) => keys.pendingSince,
    leaseMs: 2_000,
    leaseMax: 100,
  })

/** Long leases and small batches protect commerce. */
export const createSettlementStore = (redis: Redis, prefix: string): PendingStore<Settlement> =>
  createPendingStore(redis, prefix, {
    effects: (keys) => keys.settlements,
    from: (keys) => keys.settlementsFrom,
    since: (keys) => keys.settlementsSince,
    leaseMs: 5_000,
    leaseMax: 10,
  })

function createPendingStore<E extends Effect>(redis: Redis, prefix: string, queue: Queue): PendingStore<E> {
  return {
    shards: ALL_SHARDS,

    async lease(shard, briefly = false) {
      const keys = keysOf(prefix, shard)
      const [nowMs, pending, from, since, phases, taken] = await takePendingScript.run(
        redis,
        [queue.effects(keys), queue.from(keys), queue.since(keys), keys.phases],
        [briefly ? BRIEF_LEASE_MS : Math.round(queue.leaseMs * (1 + Math.random() / 2)), queue.leaseMax],
      )
      return {
        effects: taken.map((effect) => JSON.parse(effect) as E),
        pending,
        overdueMs: since === '' ? 0 : nowMs - Number(since),
        nextInMs: from === '' ? Infinity : Number(from) - nowMs,
        rooms: Object.fromEntries(pairs(phases).map(([phase, count]) => [phase, Number(count)])),
      }
    },

    async clear(finished) {
      const byShard = new Map<Shard, string[]>()
      for (const { id, roomId } of finished) {
        const shard = shardOf(roomId)
        const ids = byShard.get(shard) ?? []
        byShard.set(shard, ids)
        ids.push(id)
      }
      await Promise.all(
        [...byShard].flatMap(([shard, ids]) => {
          const keys = keysOf(prefix, shard)
          return [
            redis.hdel(queue.effects(keys), ...ids),
            redis.zrem(queue.from(keys), ...ids),
            redis.zrem(queue.since(keys), ...ids),
          ]
        }),
      )
    },
  }
}

const pairs = (flat: readonly string[]): [string, string][] =>
  Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at] ?? '', flat[2 * at + 1] ?? ''])
