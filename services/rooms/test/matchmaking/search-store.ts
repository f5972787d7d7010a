import { createRedis, type Redis } from '@kla/chassis'
import { infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { createDueMatches, type DueMatches } from '../../src/matchmaking/due-store.js'
import { createMatchKeys, type MatchKeys } from '../../src/matchmaking/keys.js'
import type { SearchRequest } from '../../src/matchmaking/rules/search.js'
import type { Match, Pool, Ticket } from '../../src/matchmaking/rules/ticket.js'
import { createSearches, type Searches } from '../../src/matchmaking/searches.js'
import { createTicketStore, type TicketStore } from '../../src/matchmaking/ticket-store.js'

export const POOL: Pool = { mode: 'rush', category: 'default' }

/** Searches in the shared Redis, in a place of their own, without a pod that does anything with them. */
export interface SearchStore {
  readonly redis: Redis
  readonly keys: MatchKeys
  readonly store: TicketStore
  readonly due: DueMatches
  readonly searches: Searches
  stageOf(accountId: number): Promise<Ticket['stage'] | undefined>
  stop(): Promise<void>
}

export function createSearchStore(): SearchStore {
  const prefix = `${uniqueName('searches')}:`
  const redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger(), commandTimeoutMs: 30_000 })
  const keys = createMatchKeys(prefix)
  const store = createTicketStore(redis, keys, { keptMs: 600_000, recentMs: 600_000, declinedMs: 600_000 })
  const searches = createSearches({ store, publish: () => undefined, isAwaited: async () => false })
  return {
    redis,
    keys,
    store,
    searches,
    due: createDueMatches(redis, keys),
    stageOf: async (accountId) => (await searches.load(accountId))?.stage,
    async stop() {
      for await (const found of redis.scanStream({ match: `${prefix}*`, count: 1_000 })) {
        if ((found as string[]).length > 0) await redis.del(...(found as string[]))
      }
      redis.disconnect()
    },
  }
}

export const wantedBy = (accountId: number, fields: Partial<SearchRequest> = {}): Omit<SearchRequest, 'ticketId'> => ({
  command: '',
  person: { accountId, username: '', discordId: '', avatar: '' },
  connection: { socketId: `socket-${accountId}`, gatewayId: 'gateway' },
  pool: POOL,
  rating: 1_500,
  ...fields,
})

export const matchOf = (id: string, one: number, other: number, inMs = 600_000): Match => ({
  id,
  roomId: id,
  accountIds: [one, other],
  deadlineMs: Date.now() + inMs,
})
