import { defineScript, mapRedisErrors, type Redis } from '@kla/chassis'
import { BLOCK, type Page } from '../../domain/matchmaking/pages.js'
import type { Pool } from '../../domain/matchmaking/pool.js'
import type { Ticket } from '../../domain/matchmaking/ticket.js'
import { NOW } from '../now.js'
import type { MatchKeys } from './match-keys.js'
import { readTicket } from './ticket-record.js'

export interface Candidate {
  readonly ticket: Ticket
  /** Account ids whom it has met lately. */
  readonly met: readonly number[]
}

/** People of one page of a pool whose search is kept. */
export interface Candidates {
  readonly nowMs: number
  readonly candidates: readonly Candidate[]
  /** People in the pool. */
  readonly waiting: number
}

/**
 * Takes the lease of a pool, or prolongs it, and reads a page of its candidates. Undefined: another pod has the lease. A pod that
 * dies with it keeps the others out for no more than a second; two that believe to have it do each other no harm.
 */
export type TakeCandidates = (pool: Pool, page: Page) => Promise<Candidates | undefined>

const LEASE_MS = 1_000

// Tickets and lists of who met are named on the way: by prefixes in the hash slot of the keys.
const takeScript = defineScript<[number, number, ...(string | string[])[]] | null>(`${NOW}
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

/** `podId` names this process among all. */
export const createCandidates =
  (redis: Redis, keys: MatchKeys, podId: string): TakeCandidates =>
  async (pool, page) => {
    const touched = [keys.lease(pool), keys.pool(pool), keys.kept]
    const args = [podId, LEASE_MS, BLOCK, keys.tickets, keys.recents, ...page]
    const taken = await mapRedisErrors(takeScript.run(redis, touched, args))
    if (!taken) return undefined
    const [nowMs, waiting, ...found] = taken
    const candidates: Candidate[] = []
    for (let at = 0; at + 1 < found.length; at += 2) {
      candidates.push({ ticket: readTicket(found[at] as string), met: (found[at + 1] as string[]).map(Number) })
    }
    return { nowMs, candidates, waiting }
  }
