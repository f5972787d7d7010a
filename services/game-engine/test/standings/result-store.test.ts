import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createDatabase, createOutbox, type Database, newId, type OutboxEvent } from '@kla/chassis'
import { BattleFinished, EndReason, NoWinner } from '@kla/proto'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import type { Outcome } from '../../src/battle/rules/step.js'
import { createResultStore } from '../../src/standings/result-store.js'
import { failingDatabase } from '../support/failing-database.js'

describe('an outcome', () => {
  let tables: Awaited<ReturnType<typeof isolatedSchema>>
  let database: Database

  beforeAll(async () => {
    tables = await isolatedSchema(fileURLToPath(new URL('../../migrations', import.meta.url)), 'engine')
    database = createDatabase({ url: tables.url, schema: tables.schema, log: quietLogger() })
  })
  afterAll(async () => {
    await database.end()
    await tables.drop()
  })

  let accounts = 0
  const outcome = (change: Partial<Outcome> = {}): Outcome => {
    const first = ++accounts * 2
    return {
      battleId: newId(),
      roomId: newId(),
      mode: 'rush',
      category: 'default',
      players: [first, first + 1],
      startedAtMs: 1_000,
      endedAtMs: 200_000,
      rounds: 4,
      reason: EndReason.FINISHED,
      finishedBy: first,
      leftBy: null,
      winnerId: first + 1,
      aliases: [first, first + 1],
      counted: true,
      ...change,
    }
  }
  /** Games played and won, of the season and of all. */
  const standingsOf = async (accountIds: readonly number[]) => {
    const { rows } = await database.query(
      `SELECT games_played, games_won FROM standings WHERE account_id = ANY($1) AND season IN ('1970-Q1', 'all')
       ORDER BY season, account_id`,
      [accountIds],
    )
    return rows.map((row) => [row.games_played, row.games_won])
  }
  const twice = (lines: readonly (readonly [number, number])[]) => [...lines, ...lines]
  const unsent = async (): Promise<OutboxEvent[]> => {
    const events: OutboxEvent[] = []
    const bus = {
      connected: () => true,
      streamWholeSinceMs: async () => 0,
      publishEvent: async (subject: string, eventId: string, payload: Uint8Array) =>
        void events.push({ subject, eventId, payload }),
    }
    await createOutbox({ database, bus }).relay()
    return events
  }

  test('is recorded, counted and published once under concurrent repeats', async () => {
    const told = outcome()
    const results = createResultStore(database)
    await Promise.all(Array.from({ length: 8 }, () => results.record(told)))
    expect(await standingsOf(told.players)).toEqual(
      twice([
        [1, 0],
        [1, 1],
      ]),
    )
    const events = await unsent()
    expect(events.map(({ eventId }) => eventId)).toEqual([told.battleId])
    expect(events.map(({ payload }) => BattleFinished.decode(payload))).toMatchObject([
      { battleId: told.battleId, players: told.players, winnerId: told.winnerId, counted: true, rounds: 4 },
    ])
  })

  // BEGIN, the battle, its players, the pair's lock, what is known of it, its mark, the standings, the event, COMMIT:
  // wherever it breaks, recording again makes it whole.
  const steps = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((at) =>
    (['before', 'after'] as const).map((when) => ({ at, when })),
  )
  test.each(steps)('survives a break $when statement $at', async ({ at, when }) => {
    const told = outcome()
    await expect(createResultStore(failingDatabase(database, at, when)).record(told)).rejects.toThrow()
    await createResultStore(database).record(told)
    expect(await standingsOf(told.players)).toEqual(
      twice([
        [1, 0],
        [1, 1],
      ]),
    )
    const players = await database.query('SELECT 1 FROM battle_players WHERE battle_id = $1', [told.battleId])
    expect(players.rowCount).toBe(2)
    expect((await unsent()).map(({ eventId }) => eventId)).toEqual([told.battleId])
  })

  test('is recorded but not counted when it does not count as played', async () => {
    const told = outcome({ counted: false })
    await createResultStore(database).record(told)
    expect(await standingsOf(told.players)).toEqual([])
    expect(await unsent()).toHaveLength(1)
  })

  test('has no winner without a unanimous vote', async () => {
    const told = outcome({ winnerId: null, finishedBy: null, reason: EndReason.TIME_CAP })
    await createResultStore(database).record(told)
    expect(await standingsOf(told.players)).toEqual(
      twice([
        [1, 0],
        [1, 0],
      ]),
    )
    await unsent()
  })

  test('names the player who left and the category', async () => {
    const told = outcome({ reason: EndReason.LEFT, finishedBy: null, winnerId: null, category: 'trans' })
    await createResultStore(database).record({ ...told, leftBy: told.players[1] })
    const [event] = await unsent()
    expect(BattleFinished.decode(event?.payload ?? new Uint8Array())).toMatchObject({
      leftBy: told.players[1],
      category: 'trans',
    })
    const { rows } = await database.query('SELECT left_by FROM battles WHERE id = $1', [told.battleId])
    expect(rows).toEqual([{ left_by: told.players[1] }])
  })

  test('is found with its aliases, its winner or why there is none, and whether it counts', async () => {
    const results = createResultStore(database)
    const won = outcome()
    const [first, second] = won.players
    await results.record({ ...won, players: [second, first], aliases: [902, 901] })
    expect(await results.find(won.roomId, first)).toMatchObject({
      battleId: won.battleId,
      players: [first, second],
      aliases: [901, 902],
      winnerId: second,
      noWinner: undefined,
      endedAtMs: 200_000,
      counted: true,
      played: true,
    })
    expect(await results.find(won.roomId, 900_001)).toBeUndefined()
    const split = outcome({ winnerId: null, noWinner: NoWinner.SPLIT, counted: false })
    await results.record(split)
    expect(await results.find(split.roomId, split.players[0])).toMatchObject({
      aliases: split.players,
      winnerId: null,
      noWinner: NoWinner.SPLIT,
      counted: false,
      played: false,
    })
    await unsent()
  })

  test('has the wins of both in the 12 hours before it, whether they count or not', async () => {
    const results = createResultStore(database)
    const { players } = outcome()
    const [first, second] = players
    const endedAtMs = Date.UTC(2026, 10, 21, 2)
    const wins = (winnerId: number | null, agoMs: number, change: Partial<Outcome> = {}) =>
      results.record(outcome({ players, winnerId, endedAtMs: endedAtMs - agoMs, ...change }))
    await wins(first, 12 * 3_600_000)
    await wins(first, 12 * 3_600_000 - 1)
    await wins(second, 3_600_000, { counted: false })
    await wins(second, 0, { players: [second, first] })
    await wins(null, 1)
    await wins(first, -1)
    await wins(first, 1, { players: [first, 900_002] })
    const last = outcome({ players, endedAtMs, winnerId: first })
    await results.record(last)
    const found = await results.find(last.roomId, first)
    if (!found) throw new Error('it is not recorded')
    expect(await results.winsBefore(found)).toEqual([1, 2])
    expect(await results.winsBefore({ ...found, players: [second, first] })).toEqual([2, 1])
    await unsent()
  })

  test("counts a pair's first ten wins of a season, as its result says", async () => {
    const results = createResultStore(database)
    const { players } = outcome()
    const [winnerId] = players
    const counted: boolean[] = []
    for (let day = 0; day < 11; day++) {
      const won = outcome({ players, winnerId, endedAtMs: Date.UTC(2026, 10, 1 + day) })
      await results.record(won)
      const found = await results.find(won.roomId, winnerId)
      counted.push(found !== undefined && (await results.isWinCounted(found)))
    }
    expect(counted).toEqual([...Array.from({ length: 10 }, () => true), false])
    await unsent()
  })

  test('counts three times a day for the same pair, in any order of players', async () => {
    const { players } = outcome()
    const results = createResultStore(database)
    const [first, second] = players
    await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        results.record(outcome({ players: at % 2 ? players : [second, first], winnerId: first })),
      ),
    )
    expect(await standingsOf(players)).toEqual(
      twice([
        [3, 3],
        [3, 0],
      ]),
    )
    await unsent()
  })
})
