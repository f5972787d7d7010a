import { defineScript, mapRedisErrors, type Redis } from '@kla/chassis'
import { poolName, POOLS, type Pool } from '../../domain/matchmaking/pool.js'
import type { MatchKeys } from './match-keys.js'

/** What people are shown of a pool while they wait. */
export interface Figures {
  readonly waiting: number
  /** How long a search takes lately, milliseconds; 0: not known. */
  readonly estimatedWaitMs: number
}

export interface PoolFigures {
  /** The figures of any pool as they are now. */
  read(): Promise<(pool: Pool) => Figures>
  /** A search of this pool has led to a room after so long. */
  observe(pool: Pool, waitMs: number): Promise<void>
}

/** By so much the latest search counts: about the last ten are remembered. */
const WEIGHT = 0.1
/** What nobody has waited for in an hour is not known any more. */
const LATELY_MS = 3_600_000

const observeScript = defineScript<number>(`
local known = redis.call('HGET', KEYS[1], ARGV[1])
local wait = tonumber(ARGV[2])
local average = known and tonumber(known) + (wait - tonumber(known)) * tonumber(ARGV[3]) or wait
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', average))
return redis.call('PEXPIRE', KEYS[1], ARGV[4])
`)

const readScript = defineScript<(number | string | null)[]>(`
local found = {}
for index = 2, #KEYS do
  table.insert(found, redis.call('ZCARD', KEYS[index]))
  table.insert(found, redis.call('HGET', KEYS[1], ARGV[index - 1]))
end
return found
`)

export const createPoolFigures = (redis: Redis, keys: MatchKeys): PoolFigures => ({
  async read() {
    const found = await mapRedisErrors(readScript.run(redis, [keys.waits, ...POOLS.map(keys.pool)], POOLS.map(poolName)))
    const figures = new Map(
      POOLS.map((pool, at): [string, Figures] => [
        poolName(pool),
        { waiting: Number(found[at * 2]), estimatedWaitMs: Number(found[at * 2 + 1] ?? 0) },
      ]),
    )
    return (pool) => figures.get(poolName(pool)) ?? { waiting: 0, estimatedWaitMs: 0 }
  },
  async observe(pool, waitMs) {
    const args = [poolName(pool), Math.max(1, Math.round(waitMs)), WEIGHT, LATELY_MS]
    await mapRedisErrors(observeScript.run(redis, [keys.waits], args))
  },
})
