import { type BattlePoints, Item, messageOf, Season } from '@kla/proto'
import type { Clients } from '../../src/shared/clients.js'
import { AT_MS } from './fake-administrators.js'
import { type Recorded, recorded } from './recorded.js'

export interface FakeBattlePass extends Recorded<Clients['battlePass']> {
  readonly answers: { getBattlePoints: BattlePoints }
}

export const SEASON_ID = '018f6b1e-7c1a-7000-8000-0000000000f1'

const SEASON = messageOf(Season, {
  id: SEASON_ID,
  name: 'Autumn',
  startsAtMs: AT_MS,
  endsAtMs: AT_MS + 1_000,
  pointsPlayed: 10,
  pointsWon: 5,
  tiers: [{ tier: 1, points: 10, freeReward: { item: Item.GIF_SAVES, units: 2 }, passReward: undefined }],
  published: true,
  version: 3,
})
const PASS = {
  season: SEASON,
  claimableUntilMs: AT_MS + 2_000,
  points: 30,
  activated: true,
  passesAvailable: 1,
  claims: [{ tier: 1, track: 'free', claimedAtMs: AT_MS }],
  earlier: [],
}

/** Answer for a battle that commerce has handled. */
export const HANDLED_POINTS: BattlePoints = {
  handled: true,
  seasonName: 'Autumn',
  gained: 15,
  total: 45,
  nextTier: { tier: 2, points: 60, previousPoints: 10 },
}

/** The battle pass in memory. */
export function createFakeBattlePass(): FakeBattlePass {
  const answers = {
    getPass: PASS,
    getBattlePoints: HANDLED_POINTS,
    activatePass: PASS,
    claimReward: PASS,
    listSeasons: { seasons: [SEASON] },
    putSeason: SEASON,
    publishSeason: SEASON,
    deleteSeason: {},
  }
  return Object.assign(recorded<Clients['battlePass']>(answers), { answers })
}
