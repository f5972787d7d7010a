import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { worthOf } from '@kla/proto/web'
import fc from 'fast-check'
import type { Outcome } from '../../src/battle/rules/step.js'
import { createCorrectionStore } from '../../src/standings/correction-store.js'
import { createStandingsRebuild } from '../../src/standings/rebuild-store.js'
import { createResultStore } from '../../src/standings/result-store.js'
import { createResults, outcomeOf } from '../support/results.js'

let results: Awaited<ReturnType<typeof createResults>>
beforeAll(async () => {
  results = await createResults()
})
afterAll(() => results.close())

const HOUR_MS = 3_600_000
/** The last days of a quarter and the first ones of the next. */
const FROM_MS = Date.UTC(2026, 8, 28)
const PLAYERS = 4

const player = fc.nat({ max: PLAYERS - 1 })
const battle = fc.record({
  one: player,
  other: player,
  hour: fc.nat({ max: 6 * 24 }),
  winner: fc.constantFrom('one', 'other', 'none'),
  counted: fc.boolean(),
})
const histories = fc.record({
  battles: fc.array(battle, { minLength: 10, maxLength: 50 }),
  correction: fc.integer({ min: 1, max: 3 }),
})

let accounts = 0

function told(battles: readonly (typeof battle extends fc.Arbitrary<infer T> ? T : never)[]): Outcome[] {
  const first = (accounts += PLAYERS)
  return battles
    .filter(({ one, other }) => one !== other)
    .map(({ one, other, hour, winner, counted }) => {
      const ids = { one: first + one, other: first + other }
      const winnerId = winner === 'none' ? null : ids[winner]
      return outcomeOf([ids.one, ids.other], { endedAtMs: FROM_MS + hour * HOUR_MS, winnerId, counted })
    })
}

/** What every account must have in all seasons together, by the rule alone. */
function expectedOf(outcomes: readonly Outcome[]): Map<number, { won: number; played: number }> {
  const groups = new Map<string, Outcome[]>()
  for (const outcome of outcomes.filter(({ counted }) => counted)) {
    const quarter = outcome.endedAtMs < Date.UTC(2026, 9) ? 'Q3' : 'Q4'
    const name = `${Math.min(...outcome.players)}:${Math.max(...outcome.players)}:${quarter}`
    groups.set(name, [...(groups.get(name) ?? []), outcome])
  }
  const expected = new Map<number, { won: number; played: number }>()
  for (const group of groups.values()) {
    const worth = worthOf(group)
    for (const { battleId, players } of group) {
      for (const accountId of players) {
        const has = expected.get(accountId) ?? { won: 0, played: 0 }
        const { played = false, wonBy = null } = worth.get(battleId) ?? {}
        expected.set(accountId, { won: has.won + Number(wonBy === accountId), played: has.played + Number(played) })
      }
    }
  }
  return expected
}

const shuffled = <T>(things: readonly T[]): T[] =>
  things
    .map((thing) => ({ thing, at: Math.random() }))
    .sort((one, two) => one.at - two.at)
    .map(({ thing }) => thing)

describe('standings over a random history', () => {
  test('results recorded twice, shuffled and from two processes give the same standings', async () => {
    const [one, other] = [createResultStore(results.database), createResultStore(results.other)]
    const rebuild = createStandingsRebuild(results.database)
    await fc.assert(
      fc.asyncProperty(histories, async ({ battles, correction }) => {
        const outcomes = told(battles)
        const corrected = accounts
        const wanted = {
          id: newId(),
          accountId: corrected,
          season: '2026-Q4',
          gamesWon: correction,
          gamesPlayed: correction,
          reason: 'a test',
        }
        const making = {
          madeBy: { id: 1, name: 'mod' },
          madeAtMs: 1,
          audited: () => ({ subject: 'none', eventId: newId(), payload: new Uint8Array() }),
        }
        const work = shuffled([
          ...outcomes.flatMap((outcome) => [() => one.record(outcome), () => other.record(outcome)]),
          ...[results.database, results.other].map((way) => () => createCorrectionStore(way).correct(wanted, making)),
        ])
        await Promise.all(work.map((doIt) => doIt()))

        const expected = expectedOf(outcomes)
        const has = expected.get(corrected) ?? { won: 0, played: 0 }
        expected.set(corrected, { won: has.won + correction, played: has.played + correction })
        const { rows } = await results.database.query(
          `SELECT account_id, games_won, games_played FROM standings WHERE season = 'all' AND account_id = ANY($1)
           AND (games_won > 0 OR games_played > 0)`,
          [[...expected.keys()]],
        )
        const live = new Map(rows.map((row) => [row.account_id, { won: row.games_won, played: row.games_played }]))
        expect(live).toEqual(new Map([...expected].filter(([, { won, played }]) => won > 0 || played > 0)))
        expect(await rebuild.check()).toEqual([])
      }),
      { numRuns: 15, endOnFailure: true },
    )
  }, 120_000)

  test('a rebuild reports and fixes every difference', async () => {
    const rebuild = createStandingsRebuild(results.database)
    const [one, other] = [(accounts += PLAYERS), accounts + 1]
    const record = createResultStore(results.database).record
    const outcome = outcomeOf([one, other])
    await record(outcome)
    await results.database.query('UPDATE standings SET games_won = 99 WHERE account_id = $1 AND season = $2', [
      one,
      'all',
    ])
    await results.database.query('DELETE FROM standings WHERE account_id = $1 AND season = $2', [other, '2026-Q4'])
    await results.database.query(
      `INSERT INTO standings (season, account_id, games_won, games_played) VALUES ('2026-Q4', 999999, 1, 1)`,
    )
    await results.database.query('UPDATE battles SET played = false WHERE id = $1', [outcome.battleId])
    const right = { gamesWon: 1, gamesPlayed: 1 }
    const nothing = { gamesWon: 0, gamesPlayed: 0 }
    const expected = [
      { kind: 'battle', battleId: outcome.battleId, kept: false },
      { kind: 'standing', season: 'all', accountId: one, kept: { gamesWon: 99, gamesPlayed: 1 }, right },
      { kind: 'standing', season: '2026-Q4', accountId: other, kept: nothing, right: { gamesWon: 0, gamesPlayed: 1 } },
      { kind: 'standing', season: '2026-Q4', accountId: 999999, kept: right, right: nothing },
    ]
    const found = await rebuild.check()
    expect(found).toHaveLength(expected.length)
    expect(found).toEqual(expect.arrayContaining(expected))
    expect(await rebuild.rebuild()).toHaveLength(expected.length)
    expect(await rebuild.check()).toEqual([])
    // And what comes later builds on it.
    await record(outcomeOf([other, one]))
    expect(await rebuild.check()).toEqual([])
  })

  test('a rebuild during concurrent results loses and duplicates none', async () => {
    const rebuild = createStandingsRebuild(results.other)
    const { record } = createResultStore(results.database)
    const [one, other] = [(accounts += PLAYERS), accounts + 1]
    const recorded = Array.from({ length: 40 }, (_, at) =>
      record(outcomeOf([one, other], { endedAtMs: Date.UTC(2026, 10, 1 + (at % 20)) })),
    )
    const [rebuilt] = await Promise.all([rebuild.rebuild(), ...recorded])
    expect(rebuilt).toEqual([])
    expect(await rebuild.check()).toEqual([])
  })

  test('a migration counts results from before standings existed, once', async () => {
    const fresh = await createResults()
    try {
      const rebuild = createStandingsRebuild(fresh.database)
      expect(await rebuild.isMissing()).toBe(false)
      await createResultStore(fresh.database).record(outcomeOf([1, 2]))
      expect(await rebuild.isMissing()).toBe(false)
      await fresh.database.query('DELETE FROM standings')
      await fresh.database.query('UPDATE battles SET played = false')
      expect(await rebuild.isMissing()).toBe(true)
      await rebuild.rebuild()
      expect(await rebuild.isMissing()).toBe(false)
      expect(await rebuild.check()).toEqual([])
    } finally {
      await fresh.close()
    }
  })
})
