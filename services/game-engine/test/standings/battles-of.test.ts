import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { GrpcClient } from '@kla/chassis'
import { AuditRecorded, EndReason, StandingsServiceService, subjects } from '@kla/proto'
import { createTestClient } from '@kla/testkit'
import { createResultStore } from '../../src/standings/result-store.js'
import { createEngines, type Engines } from '../support/engine.js'
import { outcomeOf } from '../support/results.js'

describe('listBattlesOf', () => {
  let engines: Engines
  let client: GrpcClient<typeof StandingsServiceService>
  const NOON_MS = Date.UTC(2026, 10, 21, 12)

  beforeAll(async () => {
    engines = await createEngines()
    const { service } = await engines.pod()
    client = createTestClient({ definition: StandingsServiceService, address: `127.0.0.1:${service.ports.grpc}` })
  })
  afterAll(async () => {
    client.close()
    await engines.close()
  })

  const record = (...outcome: Parameters<typeof outcomeOf>) =>
    createResultStore(engines.database).record(outcomeOf(...outcome))
  const read = async (accountId: number, permissions = ['reports.read'] as const) =>
    (await client.listBattlesOf({ accountId }, await engines.asAdministrator(permissions))).battles

  test('lists the battles of an account as it had them, the last one first', async () => {
    await record([101, 102], { endedAtMs: NOON_MS })
    await record([103, 101], { endedAtMs: NOON_MS + 1_000, reason: EndReason.LEFT, leftBy: 101 })
    await record([101, 104], { endedAtMs: NOON_MS + 2_000, winnerId: null, reason: EndReason.SAFETY, leftBy: 104 })
    await record([102, 103], { endedAtMs: NOON_MS + 3_000 })
    const battles = await read(101)
    expect(
      battles.map(({ opponentId, outcome, reason, leftBy, endedAtMs }) => [
        opponentId,
        outcome,
        reason,
        leftBy,
        endedAtMs - NOON_MS,
      ]),
    ).toEqual([
      [104, 'none', 'safety', 'opponent', 2_000],
      [103, 'lost', 'left', 'player', 1_000],
      [102, 'won', 'finished', '', 0],
    ])
    expect(battles[0]).toMatchObject({ mode: 'rush', category: 'default', rounds: 4, counted: true })
  })

  test('lists twenty battles at most', async () => {
    for (let at = 0; at < 23; at++) await record([201, 300 + at], { endedAtMs: NOON_MS + at })
    const battles = await read(201)
    expect(battles).toHaveLength(20)
    expect(battles[0]?.opponentId).toBe(322)
  })

  test('records one view of the person', async () => {
    await read(401)
    await read(401)
    const { rows } = await engines.database.query<{ payload: Buffer }>(
      'SELECT payload FROM outbox WHERE subject = $1',
      [subjects.eventAuditRecorded('game-engine')],
    )
    const views = rows
      .map(({ payload }) => AuditRecorded.decode(payload))
      .filter(({ subjectId }) => subjectId === '401')
    expect(views).toMatchObject([{ action: 'people.read', subjectKind: 'account', details: '{}' }])
  })

  test("lists a player's own battles, also a banned one's, without whom against and how they ended", async () => {
    await record([501, 502], { endedAtMs: NOON_MS, reason: EndReason.SAFETY, leftBy: 502, winnerId: null })
    await record([503, 501], { endedAtMs: NOON_MS + 1_000 })
    const { battles } = await client.listOwnBattles({}, await engines.as(501))
    expect(battles.map(({ endedAtMs }) => endedAtMs - NOON_MS)).toEqual([1_000, 0])
    expect(Object.keys(battles[0]!).sort()).toEqual(['endedAtMs', 'id', 'mode'])
    expect((await client.listOwnBattles({}, await engines.asBanned(501))).battles).toHaveLength(2)
    expect((await client.listOwnBattles({}, await engines.as(599))).battles).toEqual([])
  })

  test('requires reports.read and an account', async () => {
    const reasonOf = (call: Promise<unknown>) => call.catch((error: { reason?: string }) => error.reason)
    const other = await engines.asAdministrator(['standings.read'])
    expect(await reasonOf(client.listBattlesOf({ accountId: 1 }, other))).toBe('NOT_ALLOWED')
    expect(await reasonOf(read(0))).toBe('INVALID_FIELD')
  })
})
