import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createDatabase, type Database, newId } from '@kla/chassis'
import { BattleFinished, Item, messageOf, type Season, subjects } from '@kla/proto'
import { type PassTrack, worthOf } from '@kla/proto/web'
import { quietLogger } from '@kla/testkit'
import fc from 'fast-check'
import { createBattleFinishedHandler } from '../../src/pass/index.js'
import { createPassResultStore, createProgressRebuild } from '../../src/pass/progress-store.js'
import type { CommerceMetrics } from '../../src/shared/metrics.js'
import { expectSoundLedger } from '../support/ledger-laws.js'
import { createShop, type PassClient, type Shop } from '../support/shop.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SEASON_DAYS = 3
const PLAYERS = 3
const PASSES_BOUGHT = 2
const TIERS = [
  {
    tier: 1,
    points: 10,
    freeReward: { item: Item.GIF_SAVES, units: 2 },
    passReward: { item: Item.WILD_CARDS, units: 3 },
  },
  {
    tier: 2,
    points: 40,
    freeReward: { item: Item.GIF_SAVES, units: 5 },
    passReward: { item: Item.BATTLE_PASSES, units: 1 },
  },
]

const player = fc.nat({ max: PLAYERS - 1 })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('battle' as const),
      one: player,
      other: player,
      winner: fc.constantFrom(0, 1, 2),
      // Some before it begins and some after its end.
      hour: fc.integer({ min: -6, max: SEASON_DAYS * 24 + 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('activate' as const), player }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund' as const), player }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('claim' as const),
      player,
      tier: fc.integer({ min: 1, max: 2 }),
      track: fc.constantFrom<PassTrack>('free', 'pass'),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
const history = fc.array(step, { minLength: 10, maxLength: 40 })

let shop: Shop
let other: PassClient
let database: Database
let editor: { principal: string }
beforeAll(async () => {
  shop = await createShop()
  other = (await shop.pod()).pass
  database = createDatabase({ url: shop.tables.url, schema: shop.tables.schema, log: quietLogger() })
  editor = await shop.asAdministrator(900, ['pass.manage'])
})
afterAll(async () => {
  await database.end()
  await shop.close()
})

let worlds = 0

/** A season of its own in the middle of which it now is, and players who have bought passes for it. */
async function createWorld() {
  const startsAtMs = Date.UTC(2030 + ++worlds, 0)
  const season: Season = {
    id: newId(),
    name: 'Random',
    startsAtMs,
    endsAtMs: startsAtMs + SEASON_DAYS * DAY_MS,
    tiers: TIERS,
    pointsPlayed: 10,
    pointsWon: 5,
    published: false,
    version: 0,
  }
  shop.clock.aheadMs = startsAtMs + DAY_MS - Date.now()
  await shop.pass.putSeason({ season }, editor)
  await shop.pass.publishSeason({ seasonId: season.id }, editor)
  const players = Array.from({ length: PLAYERS }, (_, at) => 1_000 * worlds + at)
  const bought = []
  for (const accountId of players) {
    const order = await shop.buy(accountId, [{ itemId: 1, quantity: PASSES_BOUGHT }])
    await shop.tell(order.says.paid())
    bought.push(order)
  }
  return { season, players, bought }
}
type World = Awaited<ReturnType<typeof createWorld>>

/** The calls that a step is: each the same one, on another process. */
async function callsOf({ season, players, bought }: World, given: Step): Promise<(() => Promise<unknown>)[]> {
  const seasonId = season.id
  switch (given.kind) {
    case 'battle': {
      const [one = 0, two = 0] = [players[given.one], players[given.other]]
      const battleId = newId()
      const data = BattleFinished.encode(
        messageOf(BattleFinished, {
          eventId: battleId,
          battleId,
          players: [one, two],
          winnerId: [0, one, two][given.winner] ?? 0,
          endedAtMs: season.startsAtMs + given.hour * HOUR_MS,
          counted: true,
        }),
      ).finish()
      const metrics = { passResults: { inc: () => undefined } } as unknown as CommerceMetrics
      return [shop.database, database].map(
        (way) => () =>
          createBattleFinishedHandler(
            createPassResultStore(way),
            metrics,
          )({ subject: subjects.eventBattleFinished, data }),
      )
    }
    case 'activate': {
      const as = await shop.as(players[given.player] ?? 0)
      return [shop.pass, other].map((client) => () => client.activatePass({ seasonId }, as))
    }
    case 'claim': {
      const as = await shop.as(players[given.player] ?? 0)
      const request = { seasonId, tier: given.tier, track: given.track }
      return [shop.pass, other].map((client) => () => client.claimReward(request, as))
    }
    case 'refund': {
      const notice = bought[given.player]?.says.refunded()
      return notice ? [() => shop.tell(notice), () => shop.tell(notice)] : []
    }
  }
}

const REFUSALS = ['NO_BATTLE_PASSES', 'TIER_NOT_REACHED', 'PASS_REQUIRED']
const unlessRefused = (call: () => Promise<unknown>): Promise<unknown> =>
  call().catch((error: { reason?: string }) => {
    if (!REFUSALS.includes(error.reason ?? '')) throw error
  })

const shuffled = <T>(things: readonly T[]): T[] =>
  things
    .map((thing) => ({ thing, at: Math.random() }))
    .sort((one, two) => one.at - two.at)
    .map(({ thing }) => thing)

/** What everyone must have reached, by the rule alone. */
function pointsBy({ players, season }: World, steps: readonly Step[]): number[] {
  const points = players.map(() => 0)
  for (let one = 0; one < PLAYERS; one++) {
    for (let two = one + 1; two < PLAYERS; two++) {
      const battles = steps.flatMap((given, at) => {
        if (given.kind !== 'battle' || given.hour < 0 || given.hour >= SEASON_DAYS * 24) return []
        if (Math.min(given.one, given.other) !== one || Math.max(given.one, given.other) !== two) return []
        const winnerId = [null, given.one, given.other][given.winner] ?? null
        return [{ battleId: String(at), endedAtMs: season.startsAtMs + given.hour * HOUR_MS, winnerId }]
      })
      for (const { played, wonBy } of worthOf(battles).values()) {
        for (const at of [one, two]) points[at] = (points[at] ?? 0) + (played ? 10 : 0) + (wonBy === at ? 5 : 0)
      }
    }
  }
  return points
}

describe('the pass', () => {
  test('a random history of concurrent calls on two processes grants nothing twice', async () => {
    const rebuild = createProgressRebuild(shop.database)
    let claimed = 0
    await fc.assert(
      fc.asyncProperty(history, async (given) => {
        // Two battles of one pair that end in the same millisecond are told apart by ids, which the rule here does not know.
        const steps = given.filter(
          (one, at) =>
            one.kind !== 'battle' || !given.slice(0, at).some((two) => two.kind === 'battle' && two.hour === one.hour),
        )
        const world = await createWorld()
        const calls = (await Promise.all(steps.map((one) => callsOf(world, one)))).flat()
        await Promise.all(shuffled(calls).map(unlessRefused))
        // Once more in turn: by now who has reached a tier has reached it.
        for (const one of steps.filter(({ kind }) => kind === 'claim' || kind === 'activate')) {
          for (const call of await callsOf(world, one)) await unlessRefused(call)
        }

        await expectSoundLedger(shop.database)
        expect(await rebuild.check()).toEqual([])
        const { season, players } = world
        const views = await Promise.all(players.map(async (id) => shop.pass.getPass({}, await shop.as(id))))
        expect(views.map(({ points }) => points)).toEqual(pointsBy(world, steps))
        const { rows } = await shop.database.query<{ account_id: number; item: string; units: number }>(
          `SELECT account_id, item, sum(amount)::int AS units FROM ledger_entries
         JOIN ledger_transactions AS t ON t.id = transaction_id
         WHERE t.kind = 'reward' AND account_id = ANY($1) GROUP BY account_id, item`,
          [players],
        )
        for (const [at, view] of views.entries()) {
          const due = { gif_saves: 0, wild_cards: 0, battle_passes: 0 }
          for (const { tier, track } of view.claims) {
            if (track === 'free') due.gif_saves += tier === 1 ? 2 : 5
            else if (tier === 1) due.wild_cards += 3
            else due.battle_passes += 1
          }
          const granted = { gif_saves: 0, wild_cards: 0, battle_passes: 0 }
          for (const row of rows.filter(({ account_id }) => account_id === players[at])) {
            granted[row.item as keyof typeof granted] = row.units
          }
          expect(granted).toEqual(due)
          if (!view.activated) expect(view.claims.filter(({ track }) => track === 'pass')).toEqual([])
          claimed += view.claims.length
        }
        const activations = await shop.database.query(
          `SELECT account_id FROM ledger_entries JOIN ledger_transactions AS t ON t.id = transaction_id
         WHERE t.kind = 'activate' AND account_id = ANY($1) ORDER BY 1`,
          [players],
        )
        expect(activations.rows.map(({ account_id }) => account_id)).toEqual(
          players.filter((_, at) => views[at]?.activated),
        )
        expect(season.id).toBe(views[0]?.season?.id)
      }),
      { numRuns: 12, endOnFailure: true },
    )
    expect(claimed).toBeGreaterThan(5)
  }, 180_000)
})
