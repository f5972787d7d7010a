import { defineScript, LUA_NOW, mapRedisErrors, type Redis } from '@kla/chassis'
import { poolName } from '../shared/rules/room.js'
import type { MatchKeys } from './keys.js'
import { BLOCK, type Page } from './rules/pairing.js'
import { type Pool, POOLS, type Ticket } from './rules/ticket.js'
import { readTicket } from './ticket-store.js'

interface Candidate {
  readonly ticket: Ticket
  readonly met: readonly number[]
}

/** Searches to pair with each other. */
export interface Candidates {
  readonly nowMs: number
  readonly candidates: readonly Candidate[]
  readonly waiting: number
}

/** Leases a pool and reads a page. Two holders do no harm. */
export type TakeCandidates = (pool: Pool, page: Page) => Promise<Candidates | undefined>

const POOL_LEASE_MS = 1_000

// Scripts find tickets by prefix, in one hash slot.
const takeScript = defineScript<[number, number, ...(string | string[])[]] | null>(`${LUA_NOW}
local lease, pool, kept = unpack(KEYS)
local pod, leaseMs, size, tickets, recents, one, other = unpack(ARGV)
local holder = redis.call('GET', lease)
if holder and holder ~= pod then return nil end
redis.call('SET', lease, pod, 'PX', leaseMs)
local taken = {now, redis.call('ZCARD', pool)}
for _, block in ipairs({one, other}) do
  for _, accountId in ipairs(redis.call('ZRANGE', pool, block * size, (block + 1) * size - 1)) do
    local untilMs = redis.call('ZSCORE', kept, accountId)
    local record = untilMs and tonumber(untilMs) > now and redis.call('HGET', tickets .. accountId, 'record')
    if record then
      table.insert(taken, record)
      table.insert(taken, redis.call('ZRANGEBYSCORE', recents .. accountId, '(' .. now, '+inf'))
    end
  end
end
return taken
`)

export const createCandidates =
  (redis: Redis, keys: MatchKeys, podId: string): TakeCandidates =>
  async (pool, page) => {
    const touched = [keys.lease(pool), keys.pool(pool), keys.kept]
    const args = [podId, POOL_LEASE_MS, BLOCK, keys.tickets, keys.recents, ...page]
    const taken = await mapRedisErrors(takeScript.run(redis, touched, args))
    if (!taken) return undefined
    const [nowMs, waiting, ...found] = taken
    const candidates: Candidate[] = []
    for (let at = 0; at + 1 < found.length; at += 2) {
      candidates.push({ ticket: readTicket(found[at] as string), met: (found[at + 1] as string[]).map(Number) })
    }
    return { nowMs, candidates, waiting }
  }

/** Size and average wait of a pool. */
export interface Figures {
  readonly waiting: number
  readonly estimatedWaitMs: number
}

/** Figures of pools, for players who wait. */
export interface PoolFigures {
  read(): Promise<(pool: Pool) => Figures>
  observe(pool: Pool, waitMs: number): Promise<void>
}

const WEIGHT = 0.1
const WAIT_KEPT_MS = 3_600_000

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
    const found = await mapRedisErrors(
      readScript.run(redis, [keys.waits, ...POOLS.map(keys.pool)], POOLS.map(poolName)),
    )
    const figures = new Map(
      POOLS.map((pool, at): [string, Figures] => [
        poolName(pool),
        { waiting: Number(found[at * 2]), estimatedWaitMs: Number(found[at * 2 + 1] ?? 0) },
      ]),
    )
    return (pool) => figures.get(poolName(pool)) ?? { waiting: 0, estimatedWaitMs: 0 }
  },
  async observe(pool, waitMs) {
    const args = [poolName(pool), Math.max(1, Math.round(waitMs)), WEIGHT, WAIT_KEPT_MS]
    await mapRedisErrors(observeScript.run(redis, [keys.waits], args))
  },
})
