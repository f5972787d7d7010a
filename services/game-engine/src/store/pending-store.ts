import type { Redis } from '@kla/chassis'
import type { Effect } from '../domain/index.js'
import { ALL_SHARDS, keysOf, shardOf, type Shard } from './battle-keys.js'
import { takePendingScript } from './scripts/take-pending.js'

/** Longer than carrying out takes when all is well; after it, another pod tries again. */
const LEASE_MS = 2_000
const TAKE_AT_MOST = 100

export interface Taken {
  readonly effects: readonly Effect[]
  /** How many effects of the shard are not carried out yet. */
  readonly pending: number
  /** How long the oldest of them has been anybody's to carry out, milliseconds. */
  readonly overdueMs: number
  readonly rooms: Readonly<Record<string, number>>
}

/** The effects that were stored with a battle and are not carried out yet. */
export interface PendingStore {
  readonly shards: readonly Shard[]
  /** Takes what the pod that committed it has left undone, for a lease. */
  take(shard: Shard): Promise<Taken>
  /** Crosses off what is carried out. */
  clear(effects: readonly Effect[]): Promise<void>
}

export function createPendingStore(redis: Redis, prefix: string): PendingStore {
  return {
    shards: ALL_SHARDS,

    async take(shard) {
      const keys = keysOf(prefix, shard)
      const [nowMs, pending, from, phases, taken] = await takePendingScript.run(
        redis,
        [keys.pending, keys.pendingFrom, keys.phases],
        [LEASE_MS, TAKE_AT_MOST],
      )
      return {
        effects: pairs(taken).map(([, effect]) => JSON.parse(effect) as Effect),
        pending,
        overdueMs: from === '' ? 0 : Math.max(0, nowMs - Number(from)),
        rooms: Object.fromEntries(pairs(phases).map(([phase, count]) => [phase, Number(count)])),
      }
    },

    async clear(effects) {
      const byShard = new Map<Shard, string[]>()
      for (const effect of effects) {
        const shard = shardOf(roomOf(effect))
        byShard.set(shard, [...(byShard.get(shard) ?? []), pendingId(effect)])
      }
      await Promise.all(
        [...byShard].flatMap(([shard, ids]) => {
          const keys = keysOf(prefix, shard)
          return [redis.hdel(keys.pending, ...ids), redis.zrem(keys.pendingFrom, ...ids)]
        }),
      )
    },
  }
}

/** Names an effect: the same one, told twice, has the same name. */
export function pendingId(effect: Effect): string {
  switch (effect.kind) {
    case 'news':
      return `news:${effect.news.roomId}:${effect.news.seq}`
    case 'started':
      return `started:${effect.started.battleId}`
    case 'finished':
      return `finished:${effect.outcome.battleId}`
  }
}

function roomOf(effect: Effect): string {
  switch (effect.kind) {
    case 'news':
      return effect.news.roomId
    case 'started':
      return effect.started.roomId
    case 'finished':
      return effect.outcome.roomId
  }
}

const pairs = (flat: readonly string[]): [string, string][] =>
  Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at] ?? '', flat[2 * at + 1] ?? ''])
