import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { GrpcClient } from '@kla/chassis'
import { AuditRecorded, StandingsServiceService, subjects } from '@kla/proto'
import { createTestClient } from '@kla/testkit'
import { createEngines, type Engines } from '../support/engine.js'

const SEASON = '2026-Q4'
const PLAYERS = 450

let engines: Engines
let client: GrpcClient<typeof StandingsServiceService>
let viewer: { principal: string }
beforeAll(async () => {
  engines = await createEngines()
  const { service } = await engines.pod()
  client = createTestClient({ definition: StandingsServiceService, address: `127.0.0.1:${service.ports.grpc}` })
  viewer = await engines.asAdministrator(['standings.read'])
  await engines.database.query(
    `INSERT INTO standings (season, account_id, games_won, games_played)
     SELECT '${SEASON}', n, n % 50, n % 50 + n % 3 + 1 FROM generate_series(1, ${PLAYERS}) AS n`,
  )
  await engines.database.query(
    `INSERT INTO corrections (id, account_id, season, games_won, games_played, reason, made_by_id, made_by, made_at)
     SELECT gen_random_uuid(), n % 3, '${SEASON}', 1, 1, 'won by rule', 1, 'mo', now() FROM generate_series(1, 60) AS n`,
  )
}, 60_000)
afterAll(async () => {
  client.close()
  await engines.close()
})

async function lastExport() {
  const { rows } = await engines.database.query<{ payload: Buffer }>(
    'SELECT payload FROM outbox WHERE subject = $1 ORDER BY id',
    [subjects.eventAuditRecorded('game-engine')],
  )
  const event = rows
    .map(({ payload }) => AuditRecorded.decode(payload))
    .findLast(({ action }) => action === 'standings.export')
  return event && { ...event, details: JSON.parse(event.details) as unknown }
}

const standings = { season: SEASON, order: 'wins', page: 1, pageSize: 25, accountId: 0 }
const corrections = { accountId: 0, page: 1, pageSize: 25 }
const calls = {
  ListStandings: async (given: object) => {
    const { standings: rows, next, total } = await client.listStandings({ ...standings, ...given }, viewer)
    return { rows, next, total }
  },
  ListCorrections: async (given: object) => {
    const { corrections: rows, next, total } = await client.listCorrections({ ...corrections, ...given }, viewer)
    return { rows, next, total }
  },
}

describe('the lists of standings', () => {
  test.each(Object.entries(calls))('%s continues with `next` as with page numbers', async (_name, list) => {
    const [first, second] = [await list({}), await list({ page: 2 })]
    expect(first.rows).toHaveLength(25)
    expect(await list({ after: first.next })).toEqual({ ...second, total: 0 })
  })

  test('refuse a cursor of another order, season, account or list, and name `after`', async () => {
    const { next: after } = await calls.ListStandings({})
    const { next: ofCorrections } = await calls.ListCorrections({})
    const others = [
      calls.ListStandings({ after, order: 'played' }),
      calls.ListStandings({ after, season: 'all' }),
      calls.ListStandings({ after, accountId: 7 }),
      calls.ListCorrections({ after }),
      calls.ListCorrections({ after: ofCorrections, accountId: 1 }),
    ]
    const refused = { reason: 'INVALID_FIELD', message: expect.stringContaining('`after`') }
    await Promise.all(others.map((other) => expect(other).rejects.toMatchObject(refused)))
  })
})

describe('ExportStandings', () => {
  test('streams every line with its rank, after an audit entry', async () => {
    const lines = []
    for await (const { standings: part, total } of client.exportStandings({ list: standings }, viewer)) {
      expect(total).toBe(PLAYERS)
      lines.push(...part)
    }
    const listed = []
    for (let page = 1; page <= 3; page += 1) listed.push(...(await calls.ListStandings({ page, pageSize: 200 })).rows)
    expect(lines).toEqual(listed)
    expect(await lastExport()).toMatchObject({
      subjectKind: '',
      details: { season: SEASON, order: 'wins', rows: PLAYERS },
    })
  })

  test("streams one account's line and names the account in the entry", async () => {
    const lines = []
    for await (const part of client.exportStandings({ list: { ...standings, accountId: 7 } }, viewer))
      lines.push(...part.standings)
    expect(lines).toMatchObject([{ accountId: 7, gamesWon: 7 }])
    expect(await lastExport()).toMatchObject({ subjectKind: 'account', subjectId: '7', details: { rows: 1 } })
  })

  test('writes the entry before the first part', async () => {
    for await (const _part of client.exportStandings({ list: { ...standings, order: 'played' } }, viewer)) {
      expect(await lastExport()).toMatchObject({ details: { order: 'played' } })
      break
    }
  })

  test('refuses callers without the permission', async () => {
    const stranger = await engines.asAdministrator(['cups.read'])
    await expect(async () => {
      for await (const _part of client.exportStandings({ list: standings }, stranger));
    }).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
  })
})

describe('ExportCorrections', () => {
  test('streams the corrections of an account, without reasons in the audit entry', async () => {
    const found = []
    for await (const part of client.exportCorrections({ list: { ...corrections, accountId: 1 } }, viewer))
      found.push(...part.corrections)
    expect(found).toHaveLength(20)
    expect(found.every(({ accountId, reason }) => accountId === 1 && reason === 'won by rule')).toBe(true)
    const entry = await lastExport()
    expect(entry).toMatchObject({ subjectId: '1', details: { list: 'corrections', rows: 20 } })
    expect(JSON.stringify(entry)).not.toContain('won by rule')
  })
})
