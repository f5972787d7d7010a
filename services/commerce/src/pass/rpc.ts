import { type Administrator, type Call, type Handlers, KlaError, newId, playerIfAny } from '@kla/chassis'
import type { BattlePassServiceService, Pass, Reward as WireReward, Season as WireSeason, Tier as WireTier } from '@kla/proto'
import { PASS_TRACKS, type PassTrack, type Reason } from '@kla/proto/web'
import type { CommerceMetrics } from '../shared/metrics.js'
import { accepted, auditFact, itemOf, wireItemOf } from '../shared/rpc.js'
import { isUuid, type Refused } from '../shared/rules.js'
import type { PlayerPass, PlayerPassStore } from './player-store.js'
import { checkedPlan, claimableUntilMs, type Reward, type SeasonPlan, type Season, type Tier } from './rules/season.js'
import type { Audited, SeasonStore } from './season-store.js'

const seasonToWire = ({ tiers, ...season }: Season): WireSeason => ({ ...season, tiers: tiers.map(tierToWire) })

const tierToWire = ({ points, freeReward, passReward }: Tier, at: number): WireTier => ({
  tier: at + 1,
  points,
  freeReward: rewardToWire(freeReward),
  passReward: rewardToWire(passReward),
})

const rewardToWire = (reward: Reward | null): WireReward | undefined =>
  reward ? { item: wireItemOf(reward.item), units: reward.units } : undefined

/** A plan as it came; refused where its tiers are not numbered 1, 2, 3 and so on. Throws INVALID_FIELD for no item. */
function planOf({ tiers, published: _, version: __, ...season }: WireSeason): SeasonPlan | Refused {
  if (tiers.some(({ tier }, at) => tier !== at + 1)) return { refused: 'INVALID_FIELD' }
  return { ...season, tiers: tiers.map(tierOf) }
}

const tierOf = ({ points, freeReward, passReward }: WireTier): Tier => ({
  points,
  freeReward: rewardOf(freeReward),
  passReward: rewardOf(passReward),
})

const rewardOf = (reward: WireReward | undefined): Reward | null =>
  reward ? { item: itemOf(reward.item), units: reward.units } : null

const NOBODYS: PlayerPass = { points: 0, activated: false, passesAvailable: 0, claims: [] }

/** A season with what a player has of it; neither where there is none. */
const passToWire = (season: Season | undefined, { claims, ...player }: PlayerPass = NOBODYS): Pass => ({
  season: season && seasonToWire(season),
  claimableUntilMs: season ? claimableUntilMs(season) : 0,
  ...player,
  claims: [...claims],
})

/** A season's id as it came; what cannot be one is refused like one that nobody knows. */
function seasonIdOf(given: string, unknown: Reason): string {
  if (!isUuid(given)) throw new KlaError(unknown)
  return given.toLowerCase()
}

const activatePass =
  ({ players, metrics, now }: Pick<PassDependencies, 'players' | 'metrics' | 'now'>): PassHandlers['activatePass'] =>
  async (request, call) => {
    const { accountId } = await call.principal()
    const seasonId = seasonIdOf(request.seasonId, 'SEASON_NOT_RUNNING')
    const { season, changed } = accepted(await players.activate(seasonId, accountId, now()))
    if (changed) {
      metrics.passesActivated.inc()
      call.log.info({ seasonId, accountId }, 'a pass was activated')
    }
    return passToWire(season, await players.find(seasonId, accountId))
  }

const claimReward =
  ({ players, metrics, now }: Pick<PassDependencies, 'players' | 'metrics' | 'now'>): PassHandlers['claimReward'] =>
  async ({ tier, ...request }, call) => {
    const { accountId } = await call.principal()
    const track = trackOf(request.track)
    const seasonId = seasonIdOf(request.seasonId, 'SEASON_NOT_RUNNING')
    const { season, changed } = accepted(await players.claim(seasonId, accountId, { tier, track }, now()))
    if (changed) {
      metrics.rewardsClaimed.inc({ track })
      call.log.info({ seasonId, accountId, tier, track }, 'a reward was claimed')
    }
    return passToWire(season, await players.find(seasonId, accountId))
  }

function trackOf(given: string): PassTrack {
  const track = PASS_TRACKS.find((one) => one === given)
  if (!track) throw new KlaError('INVALID_FIELD')
  return track
}

/** How the audit log is told what somebody has made of a season. `atMs`: Unix milliseconds. */
export const seasonAudited =
  (
    action: 'pass.put' | 'pass.publish' | 'pass.delete',
    administrator: Administrator,
    { requestId }: Pick<Call, 'requestId'>,
    atMs: number,
  ): Audited =>
  (season) => {
    const subject = { kind: 'season', id: season.id } as const
    return auditFact({ factId: newId(), atMs, administrator, action, subject, details: detailsOf(season), requestId })
  }

const detailsOf = ({ name, startsAtMs, endsAtMs, pointsPlayed, pointsWon, tiers, published, version }: Season) => ({
  ...{ name, startsAtMs, endsAtMs, pointsPlayed, pointsWon, published, version },
  // Of each its points, then what it brings everybody and what a pass adds.
  tiers: tiers.map(({ points, freeReward, passReward }) => [points, said(freeReward), said(passReward)]),
})

const said = (reward: Reward | null): string | null => reward && `${reward.units} ${reward.item}`

const deleteSeason =
  ({ seasons, now }: Pick<PassDependencies, 'seasons' | 'now'>): PassHandlers['deleteSeason'] =>
  async (request, call) => {
    const administrator = await call.administrator('pass.manage')
    const seasonId = seasonIdOf(request.seasonId, 'SEASON_NOT_FOUND')
    accepted(await seasons.remove(seasonId, seasonAudited('pass.delete', administrator, call, now())))
    return {}
  }

type PassHandlers = Handlers<typeof BattlePassServiceService>

/** What the RPCs about the battle pass work with. */
interface PassDependencies {
  readonly seasons: SeasonStore
  readonly players: PlayerPassStore
  readonly metrics: CommerceMetrics
  /** Unix milliseconds. */
  readonly now: () => number
}

const getPass =
  ({ seasons, players, now }: Pick<PassDependencies, 'seasons' | 'players' | 'now'>): PassHandlers['getPass'] =>
  async (_request, call) => {
    const player = await playerIfAny(call)
    const season = await seasons.current(now())
    if (!season || !player) return passToWire(season)
    return passToWire(season, await players.find(season.id, player.accountId))
  }

const listSeasons =
  ({ seasons }: Pick<PassDependencies, 'seasons'>): PassHandlers['listSeasons'] =>
  async (_request, call) => {
    await call.administrator('pass.read')
    return { seasons: (await seasons.list()).map(seasonToWire) }
  }

const publishSeason =
  ({ seasons, now }: Pick<PassDependencies, 'seasons' | 'now'>): PassHandlers['publishSeason'] =>
  async (request, call) => {
    const administrator = await call.administrator('pass.manage')
    const seasonId = seasonIdOf(request.seasonId, 'SEASON_NOT_FOUND')
    const audited = seasonAudited('pass.publish', administrator, call, now())
    return seasonToWire(accepted(await seasons.publish(seasonId, audited)))
  }

const putSeason =
  ({ seasons, now }: Pick<PassDependencies, 'seasons' | 'now'>): PassHandlers['putSeason'] =>
  async ({ season }, call) => {
    const administrator = await call.administrator('pass.manage')
    if (!season || season.version < 0) throw new KlaError('INVALID_FIELD')
    const plan = accepted(checkedPlan(accepted(planOf(season)), now()))
    const audited = seasonAudited('pass.put', administrator, call, now())
    return seasonToWire(accepted(await seasons.put(plan, season.version, audited)))
  }

export const createPassHandlers = (dependencies: PassDependencies): PassHandlers => ({
  getPass: getPass(dependencies),
  activatePass: activatePass(dependencies),
  claimReward: claimReward(dependencies),
  listSeasons: listSeasons(dependencies),
  putSeason: putSeason(dependencies),
  publishSeason: publishSeason(dependencies),
  deleteSeason: deleteSeason(dependencies),
})
