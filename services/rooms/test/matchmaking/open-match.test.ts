import { expect, test } from '@jest/globals'
import { quietLogger } from '@kla/testkit'
import { createOpenMatch, type OpenMatchDeps } from '../../src/matchmaking/open-match.js'
import type { Match, Ticket } from '../../src/matchmaking/rules/ticket.js'
import { matchOf, wantedBy } from './search-store.js'

const NOW_MS = 1_000_000

const openingFor = (accountId: number, match: Match, sinceMs: number): Ticket => ({
  ...wantedBy(accountId),
  id: `ticket-${accountId}`,
  version: 3,
  sinceMs,
  stage: { kind: 'opening', match, sinceMs },
})

async function openWithoutPostgres(forMs: number): Promise<{ givenUp: string[]; failed: boolean }> {
  const match = matchOf('match', 1, 2)
  const tickets = new Map([1, 2].map((accountId) => [accountId, openingFor(accountId, match, NOW_MS - forMs)]))
  const givenUp: string[] = []
  const { open } = createOpenMatch({
    store: {
      load: async (ids) => ({
        nowMs: NOW_MS,
        read: ids.map((accountId) => ({ accountId, ticket: tickets.get(accountId) })),
      }),
    },
    searches: { opened: async () => [], notOpened: async ({ id }) => void givenUp.push(id) },
    openReserved: () => Promise.reject(new Error('nothing is opened here')),
    isBlocked: () => Promise.reject(new Error('PostgreSQL is away')),
    figures: { observe: async () => undefined },
    metrics: {} as OpenMatchDeps['metrics'],
    log: quietLogger(),
  })
  const failed = await open(match).then(
    () => false,
    () => true,
  )
  return { givenUp, failed }
}

test('a match waits for PostgreSQL until it gives up after a minute', async () => {
  expect(await openWithoutPostgres(59_000)).toEqual({ givenUp: [], failed: true })
  expect(await openWithoutPostgres(61_000)).toEqual({ givenUp: ['match'], failed: false })
})
