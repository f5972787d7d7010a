import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type GrpcClient, newId } from '@kla/chassis'
import { AuditRecorded, type CorrectStandingRequest, StandingsServiceService, subjects } from '@kla/proto'
import { createTestClient } from '@kla/testkit'
import { createResultStore } from '../../src/standings/result-store.js'
import { createEngines, type Engines } from '../support/engine.js'
import { outcomeOf } from '../support/results.js'

type Client = GrpcClient<typeof StandingsServiceService>

describe('standings', () => {
  let engines: Engines
  let client: Client
  let moderator: { principal: string }
  let viewer: { principal: string }

  beforeAll(async () => {
    engines = await createEngines()
    const { service } = await engines.pod()
    client = createTestClient({ definition: StandingsServiceService, address: `127.0.0.1:${service.ports.grpc}` })
    moderator = await engines.asAdministrator(['standings.read', 'standings.correct'])
    viewer = await engines.asAdministrator(['standings.read'])
    const { record } = createResultStore(engines.database)
    await record(outcomeOf([1, 2]))
    await record(outcomeOf([1, 3]))
    await record(outcomeOf([4, 3], { winnerId: null }))
    await record(outcomeOf([5, 6], { endedAtMs: Date.UTC(2026, 7, 1) }))
    await record(outcomeOf([7, 8], { counted: false }))
  })
  afterAll(async () => {
    client.close()
    await engines.close()
  })

  const reasonOf = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: { reason?: string }) => error.reason,
    )
  const correct = (change: Partial<CorrectStandingRequest> = {}, by = moderator) =>
    client.correctStanding(
      {
        correctionId: newId(),
        accountId: 2,
        season: '2026-Q4',
        gamesWon: 1,
        gamesPlayed: 1,
        reason: 'won by rule',
        ...change,
      },
      by,
    )
  const lineOf = async (accountId: number, season = '2026-Q4') => {
    const list = { season, order: 'wins', page: 1, pageSize: 25, accountId }
    return (await client.listStandings(list, viewer)).standings[0]
  }
  const audited = async (action: string) => {
    const { rows } = await engines.database.query<{ payload: Buffer }>(
      'SELECT payload FROM outbox WHERE subject = $1 ORDER BY id',
      [subjects.eventAuditRecorded('game-engine')],
    )
    return rows.map(({ payload }) => AuditRecorded.decode(payload)).filter((event) => event.action === action)
  }

  test('are public, with the own rank for a player who has one', async () => {
    const standings = await client.getStandings({ season: '2026-Q4', limit: 0 })
    expect(standings).toEqual({
      topWinners: [{ accountId: 1, gamesWon: 2, gamesPlayed: 2, rank: 1 }],
      topPlayers: [
        { accountId: 1, gamesWon: 2, gamesPlayed: 2, rank: 1 },
        { accountId: 3, gamesWon: 0, gamesPlayed: 2, rank: 2 },
        { accountId: 2, gamesWon: 0, gamesPlayed: 1, rank: 3 },
        { accountId: 4, gamesWon: 0, gamesPlayed: 1, rank: 3 },
      ],
      ownByWins: undefined,
      ownByPlayed: undefined,
      seasons: ['2026-Q4', '2026-Q3'],
    })
    const own = await client.getStandings({ season: '2026-Q4', limit: 1 }, await engines.as(3))
    expect(own.topWinners).toHaveLength(1)
    expect(own).toMatchObject({ ownByWins: undefined, ownByPlayed: { accountId: 3, rank: 2 } })
    const without = await client.getStandings({ season: '2026-Q4', limit: 1 }, await engines.as(7))
    expect(without.ownByWins).toBeUndefined()
    expect((await client.getStandings({ season: 'all', limit: 0 }, moderator)).topPlayers).toHaveLength(6)
  })

  test.each([
    ['wins', 1, { ownByWins: { accountId: 1, gamesWon: 2, gamesPlayed: 2, rank: 1 } }],
    ['wins', 3, {}],
    ['played', 3, { ownByPlayed: { accountId: 3, gamesWon: 0, gamesPlayed: 2, rank: 2 } }],
  ])('contain only the own rank by %s on request of player %i', async (ownOnly, accountId, own) => {
    const nothing = { topWinners: [], topPlayers: [], ownByWins: undefined, ownByPlayed: undefined, seasons: [] }
    const request = { season: '2026-Q4', limit: 0, ownOnly }
    expect(await client.getStandings(request, await engines.as(accountId))).toEqual({ ...nothing, ...own })
    expect(await client.getStandings(request, await engines.as(7))).toEqual(nothing)
    expect(await client.getStandings(request)).toEqual(nothing)
  })

  test.each([
    { season: 'all', limit: 0, ownOnly: 'losses' },
    { season: '', limit: 0 },
    { season: '2026-Q5', limit: 0 },
    { season: 'all', limit: 101 },
    { season: 'all', limit: -1 },
  ])('are rejected for %p', async (request) => {
    expect(await reasonOf(client.getStandings(request))).toBe('INVALID_FIELD')
  })

  test('are listed in pages, after the read is recorded for the audit log', async () => {
    const list = { season: '2026-Q4', order: 'played', page: 2, pageSize: 3, accountId: 0 }
    expect(await client.listStandings(list, viewer)).toMatchObject({ standings: [{ accountId: 4, rank: 3 }], total: 4 })
    expect((await audited('standings.list')).at(-1)).toMatchObject({
      actorId: 900,
      subjectKind: '',
      subjectId: '',
      details: JSON.stringify({ season: '2026-Q4', order: 'played', page: 2, pageSize: 3, account_ids: [4] }),
    })
    for (const change of [
      { order: '' },
      { page: 0 },
      { page: 1_001 },
      { pageSize: 201 },
      { season: 'x' },
      { accountId: -1 },
    ]) {
      expect(await reasonOf(client.listStandings({ ...list, ...change }, viewer))).toBe('INVALID_FIELD')
    }
    expect(await reasonOf(client.listStandings(list))).toBe('NOT_SIGNED_IN')
    expect(await reasonOf(client.listStandings(list, await engines.as(1)))).toBe('NOT_ALLOWED')
  })

  test("record a read of an account's corrections even if there are none", async () => {
    for (const [accountId, subject] of [
      [60, { subjectKind: 'account', subjectId: '60' }],
      [0, { subjectKind: '', subjectId: '' }],
    ] as const) {
      await client.listCorrections({ accountId, page: 1, pageSize: 25 }, viewer)
      expect((await audited('standings.list')).at(-1)).toMatchObject(subject)
    }
  })

  test('are corrected once per id, and the audit log gets the correction without the reason', async () => {
    const correctionId = newId()
    const answers = await Promise.all(Array.from({ length: 6 }, () => correct({ correctionId, accountId: 20 })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ id: correctionId, madeBy: 'mod', reverses: '', reversedBy: '', gamesWon: 1 })
    expect(await lineOf(20)).toMatchObject({ gamesWon: 1, gamesPlayed: 1 })
    expect(await lineOf(20, 'all')).toMatchObject({ gamesWon: 1, gamesPlayed: 1 })
    const told = (await audited('standings.correct')).filter(({ subjectId }) => subjectId === '20')
    expect(told).toMatchObject([
      {
        actorId: 900,
        actor: 'mod',
        subjectKind: 'account',
        details: JSON.stringify({ id: correctionId, season: '2026-Q4', gamesWon: 1, gamesPlayed: 1 }),
      },
    ])
    expect(await reasonOf(correct({ correctionId, accountId: 20, gamesWon: 2 }))).toBe('CONFLICT')
    expect(await lineOf(20)).toMatchObject({ gamesWon: 1 })
  })

  test('never fall below zero under concurrent corrections', async () => {
    await correct({ accountId: 30, gamesWon: 3, gamesPlayed: 3 })
    const taking = await Promise.all(
      Array.from({ length: 5 }, () => reasonOf(correct({ accountId: 30, gamesWon: -1, gamesPlayed: -1 }))),
    )
    expect(taking.filter((answer) => answer === 'done')).toHaveLength(3)
    expect(taking.filter((answer) => answer === 'BELOW_ZERO')).toHaveLength(2)
    expect(await lineOf(30)).toBeUndefined()
    expect(await reasonOf(correct({ accountId: 31, gamesWon: -1 }))).toBe('BELOW_ZERO')
  })

  test('reject more wins than games with a text, also by a reversal', async () => {
    const { id } = await correct({ accountId: 50, gamesWon: 0, gamesPlayed: 3 })
    await correct({ accountId: 50, gamesWon: 2, gamesPlayed: 0 })
    const text = expect.stringContaining('more games won than played')
    for (const accountId of [50, 51]) {
      const refused = correct({ accountId, gamesWon: 2, gamesPlayed: 0 })
      await expect(refused).rejects.toMatchObject({ reason: 'INVALID_FIELD', message: text })
    }
    expect(await reasonOf(client.reverseCorrection({ correctionId: id, reason: 'x' }, moderator))).toBe('INVALID_FIELD')
    expect(await lineOf(50)).toMatchObject({ gamesWon: 2, gamesPlayed: 3 })
  })

  test('reject a correction of a season that has not begun', async () => {
    const late = correct({ accountId: 52, season: '2099-Q4' })
    await expect(late).rejects.toMatchObject({ reason: 'INVALID_FIELD', message: expect.stringContaining('2025-Q1') })
    expect((await client.getStandings({ season: 'all', limit: 1 })).seasons).not.toContain('2099-Q4')
  })

  test('apply a correction once when it is requested concurrently', async () => {
    await correct({ accountId: 35, gamesWon: 2, gamesPlayed: 2 })
    const correctionId = newId()
    const takes = Array.from({ length: 4 }, () =>
      reasonOf(correct({ correctionId, accountId: 35, gamesWon: -2, gamesPlayed: -2 })),
    )
    expect(await Promise.all(takes)).toEqual(['done', 'done', 'done', 'done'])
    expect(await lineOf(35)).toBeUndefined()
  })

  test('are restored by a reversal, which happens once', async () => {
    const before = await lineOf(1)
    const { id } = await correct({ accountId: 1, gamesWon: 5, gamesPlayed: 7 })
    const reverse = () => client.reverseCorrection({ correctionId: id, reason: 'a mistake' }, moderator)
    const answers = await Promise.all(Array.from({ length: 4 }, () => reasonOf(reverse())))
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'ALREADY_REVERSED')).toHaveLength(3)
    expect(await lineOf(1)).toEqual(before)
    const list = await client.listCorrections({ accountId: 1, page: 1, pageSize: 25 }, viewer)
    expect(list).toMatchObject({
      total: 2,
      corrections: [
        { reverses: id, gamesWon: -5, gamesPlayed: -7, reason: 'a mistake', reversedBy: '' },
        { id, reverses: '', reversedBy: list.corrections[0]?.id },
      ],
    })
    expect((await audited('standings.reverse')).filter(({ subjectId }) => subjectId === '1')).toHaveLength(1)
  })

  test('are restored once when the request for a reversal is repeated', async () => {
    const { id } = await correct({ accountId: 70, gamesWon: 2, gamesPlayed: 3 })
    const context = { ...moderator, requestId: newId() }
    const reverse = () => client.reverseCorrection({ correctionId: id, reason: 'a mistake' }, context)
    const both = await Promise.all([reverse(), reverse()])
    expect(both[0]).toMatchObject({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), reverses: id, gamesWon: -2 })
    expect([both[1], await reverse()]).toEqual([both[0], both[0]])
    expect(await lineOf(70)).toBeUndefined()
    expect((await audited('standings.reverse')).filter(({ subjectId }) => subjectId === '70')).toHaveLength(1)
    const again = client.reverseCorrection({ correctionId: id, reason: 'a mistake' }, moderator)
    expect(await reasonOf(again)).toBe('ALREADY_REVERSED')
  })

  test('reject a correction without permission, or of an unknown id', async () => {
    expect(await reasonOf(correct({}, viewer))).toBe('NOT_ALLOWED')
    expect(await reasonOf(correct({ season: 'all' }))).toBe('INVALID_FIELD')
    for (const correctionId of [newId(), 'none']) {
      const reversal = client.reverseCorrection({ correctionId, reason: 'x' }, moderator)
      expect(await reasonOf(reversal)).toBe('CORRECTION_NOT_FOUND')
    }
    expect(await reasonOf(client.reverseCorrection({ correctionId: newId(), reason: '' }, moderator))).toBe(
      'INVALID_FIELD',
    )
  })

  test('reject a correction when its audit event cannot be stored', async () => {
    await engines.database.query('ALTER TABLE outbox RENAME TO outbox_gone')
    try {
      expect(await reasonOf(correct({ accountId: 40 }))).toBe('INTERNAL')
    } finally {
      await engines.database.query('ALTER TABLE outbox_gone RENAME TO outbox')
    }
    expect(await lineOf(40)).toBeUndefined()
  })
})
