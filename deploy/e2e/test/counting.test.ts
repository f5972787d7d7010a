import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { partPair, type SignedInPair } from '@kla/bots'
import { type Bus, createBus } from '@kla/chassis'
import type { Platform } from '@kla/local'
import { BattleFinished, subjects } from '@kla/proto'
import { type Leaderboard, type PairBattle, type PassView, type SeasonEdit, worthOf } from '@kla/proto/web'
import { eventually, quietLogger } from '@kla/testkit'
import {
  accountIdOf,
  allEventsHandled,
  playThrough,
  seatTestPair,
  signInAdministrator,
  startTestPlatform,
} from '../src/platform/index.js'

/** What results are worth on a running platform when their events are repeated in any order. */

const PAIRS = 3
/** More than count for one pair on one day. */
const BATTLES = 5
const POINTS = { played: 7, won: 5 }
const DAY_MS = 86_400_000

let platform: Platform
let bus: Bus
let pairs: SignedInPair[]
const finished: BattleFinished[] = []

beforeAll(async () => {
  platform = await startTestPlatform('counting', {
    processes: { 'game-engine': 2, commerce: 2 },
    environment: {
      COUNTED_AFTER_RUSH_MS: '1',
      BATTLE_PROMPT_MS: '1000',
      BATTLE_SHOW_MS: '1000',
      BATTLE_RESULT_MS: '1000',
    },
  })
  bus = await createBus({ url: platform.infrastructure.nats.url, name: 'counting', log: quietLogger() })
  await bus.subscribe(subjects.eventBattleFinished, ({ data }) => void finished.push(BattleFinished.decode(data)))
  await publishSeason()
  pairs = await Promise.all(Array.from({ length: PAIRS }, () => seatTestPair(platform)))
}, 120_000)
afterAll(async () => {
  await Promise.all((pairs ?? []).map(partPair))
  await bus?.close()
  await platform?.close()
}, 60_000)

async function publishSeason(): Promise<void> {
  const administrator = await signInAdministrator(platform)
  const season: SeasonEdit = {
    name: 'Counting',
    starts_at: new Date(Date.now() - DAY_MS).toISOString(),
    ends_at: new Date(Date.now() + DAY_MS).toISOString(),
    points_played: POINTS.played,
    points_won: POINTS.won,
    tiers: [{ tier: 1, points: 10, free_reward: { item: 'gif_saves', units: 1 }, pass_reward: null }],
    version: 0,
  }
  const path = `/admin/pass/seasons/${randomUUID()}`
  for (const [method, address, body] of [
    ['PUT', path, season] as const,
    ['POST', `${path}/publish`, undefined] as const,
  ]) {
    const response = await administrator.request(address, { method, body })
    if (!response.ok) throw new Error(await response.text())
  }
}

interface Figures {
  games_won: number
  games_played: number
}

/** The figures of all players by the rules, computed from the results. */
function expected(): Map<number, Figures> {
  const ofPairs = new Map<string, { players: number[]; battles: Map<string, PairBattle> }>()
  for (const { battleId, players, endedAtMs, winnerId } of finished) {
    const name = [...players].sort().join()
    const pair = ofPairs.get(name) ?? { players, battles: new Map() }
    pair.battles.set(battleId, { battleId, endedAtMs, winnerId: winnerId === 0 ? null : winnerId })
    ofPairs.set(name, pair)
  }
  const figures = new Map<number, Figures>()
  for (const { players, battles } of ofPairs.values()) {
    for (const id of players) figures.set(id, { games_won: 0, games_played: 0 })
    for (const { played, wonBy } of worthOf(battles.values()).values()) {
      for (const id of players) {
        const one = figures.get(id)
        if (!one) continue
        one.games_played += played ? 1 : 0
        one.games_won += wonBy === id ? 1 : 0
      }
    }
  }
  return figures
}

const accounts = new Map<number, number>()
/** Players read aliases; results have account ids. */
async function accountOf(alias: number): Promise<number> {
  const known = accounts.get(alias) ?? (await accountIdOf(await signInAdministrator(platform), alias))
  accounts.set(alias, known)
  return known
}

async function live(): Promise<{ standings: Map<number, Figures>; points: Map<number, number | undefined> }> {
  const standings = new Map<number, Figures>()
  const points = new Map<number, number | undefined>()
  const board = (await (await fetch(`${platform.url}/api/leaderboard?mode=wins`)).json()) as Leaderboard
  for (const { id, games_won, games_played } of board.top_players)
    standings.set(await accountOf(id), { games_won, games_played })
  for (const session of pairs.flatMap(({ sessions }) => [sessions.first, sessions.second])) {
    const pass = (await (await session.request('/api/pass')).json()) as PassView
    points.set(await accountOf(session.id), pass.you?.points)
  }
  return { standings, points }
}

async function isAsExpected(): Promise<void> {
  await allEventsHandled(platform)
  const figures = expected()
  await eventually(async () => {
    const { standings, points } = await live()
    expect(sorted(standings)).toEqual(sorted(figures))
    const due = [...figures].map(
      ([id, { games_played, games_won }]) => [id, games_played * POINTS.played + games_won * POINTS.won] as const,
    )
    expect(sorted(points)).toEqual(sorted(new Map(due)))
  }, 20_000)
  await platform.chore('game-engine', 'rebuild-standings', ['--check'])
  await platform.chore('commerce', 'rebuild-pass', ['--check'])
}

const sorted = <T>(map: ReadonlyMap<number, T>): [number, T][] => [...map].sort(([one], [other]) => one - other)

describe('figures under load', () => {
  test('match the results in leaderboard and pass points', async () => {
    await Promise.all(
      pairs.map(async (pair) => {
        for (let battle = 0; battle < BATTLES; battle++) {
          await playThrough(pair, { rounds: 1, vote: battle % 3 === 1 ? 'split' : 'unanimous', idles: [] })
        }
      }),
    )
    await eventually(() => expect(new Set(finished.map(({ battleId }) => battleId)).size).toBe(PAIRS * BATTLES), 20_000)
    await isAsExpected()
  }, 180_000)

  test('stay unchanged when every result is republished three times in any order to processes that die', async () => {
    const again = [...new Map(finished.map((event) => [event.battleId, event])).values()]
      .flatMap((event) => [event, event, event])
      .map((event) => ({ event, at: Math.random() }))
      .sort((one, other) => one.at - other.at)
    const [commerce] = platform.running('commerce')
    for (const [turn, { event }] of again.entries()) {
      await bus.publishEvent(subjects.eventBattleFinished, randomUUID(), BattleFinished.encode(event).finish())
      if (turn === Math.floor(again.length / 2) && commerce) await platform.kill(commerce)
    }
    await isAsExpected()
  }, 120_000)
})
