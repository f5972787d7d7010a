import {
  accepted,
  actId,
  type Administrator,
  auditEvent,
  type Call,
  type Handlers,
  KlaError,
  optionalPlayer,
  type Refused,
} from '@kla/chassis'
import type {
  BattlePassServiceService,
  Pass,
  Reward as ProtoReward,
  Season as ProtoSeason,
  Tier as ProtoTier,
} from '@kla/proto'
import { invalidInput, isUuid, PASS_TRACKS, type PassTrack, type Reason } from '@kla/proto/web'
import type { CommerceMetrics } from '../shared/metrics.js'
import { itemFromProto, itemToProto } from '../shared/rpc.js'
import type { Audited, Rewards, SeasonEditor } from './commands.js'
import type { PlayerPass, PlayerPassStore } from './player-store.js'
import type { BattlePointsStore } from './points-store.js'
import { hasUnclaimed } from './rules/rewards.js'
import {
  checkedPlan,
  claimableUntilMs,
  nextTier,
  type Reward,
  type Season,
  type SeasonPlan,
  type Tier,
} from './rules/season.js'
import type { SeasonStore } from './season-store.js'

interface RpcDeps {
  readonly seasons: Pick<SeasonStore, 'claimable' | 'list'>
  readonly players: Pick<PlayerPassStore, 'find'>
  readonly points: BattlePointsStore
  readonly rewards: Rewards
  readonly editor: SeasonEditor
  readonly metrics: CommerceMetrics
  readonly now: () => number
}

type PassHandlers = Handlers<typeof BattlePassServiceService>

export const passHandlers = ({ seasons, players, points, rewards, editor, metrics, now }: RpcDeps): PassHandlers => ({
  async getPass(_request, call) {
    const player = await optionalPlayer(call)
    const [season, ...before] = await seasons.claimable(now())
    if (!season || !player) return passToProto(season)
    const passOf = async (of: Season) => ({ of, pass: await players.find(of.id, player.accountId) })
    const [{ pass }, ...passes] = await Promise.all([passOf(season), ...before.map(passOf)])
    const earlier = passes.filter((one) => hasUnclaimed(one.of, one.pass))
    return { ...passToProto(season, pass), earlier: earlier.map((one) => passToProto(one.of, one.pass)) }
  },

  /** Idempotent. Errors: SEASON_NOT_RUNNING, NO_BATTLE_PASSES. */
  async activatePass(request, call) {
    const { accountId } = await call.principal()
    const seasonId = seasonIdOf(request.seasonId, 'SEASON_NOT_RUNNING')
    const { season, changed } = accepted(await rewards.activate(seasonId, accountId, now()))
    if (changed) {
      metrics.passesActivated.inc()
      call.log.info({ seasonId, accountId }, 'a pass was activated')
    }
    return passToProto(season, await players.find(seasonId, accountId))
  },

  /** Idempotent. Errors: SEASON_NOT_RUNNING, TIER_NOT_FOUND, TIER_NOT_REACHED, PASS_REQUIRED. */
  async claimReward({ tier, ...request }, call) {
    const { accountId } = await call.principal()
    const track = trackOf(request.track)
    const seasonId = seasonIdOf(request.seasonId, 'SEASON_NOT_RUNNING')
    const { season, changed } = accepted(await rewards.claim(seasonId, accountId, { tier, track }, now()))
    if (changed) {
      metrics.rewardsClaimed.inc({ track })
      call.log.info({ seasonId, accountId, tier, track }, 'a reward was claimed')
    }
    return passToProto(season, await players.find(seasonId, accountId))
  },

  async getBattlePoints({ battleId }, call) {
    const { accountId } = await call.principal()
    if (!isUuid(battleId)) throw new KlaError('INVALID_FIELD')
    const { handled, season, gained, total } = await points.find(battleId.toLowerCase(), accountId, now())
    if (!season) return { handled, gained: 0, total: 0, nextTier: undefined }
    return { handled, seasonName: season.name, gained, total, nextTier: nextTier(season, total) }
  },

  async listSeasons(_request, call) {
    await call.administrator('pass.read')
    return { seasons: (await seasons.list()).map(seasonToProto) }
  },

  /** `version` is the one edited. Errors: CONFLICT, SEASON_PUBLISHED. */
  async putSeason({ season }, call) {
    const administrator = await call.administrator('pass.manage')
    if (!season || season.version < 0) throw new KlaError('INVALID_FIELD')
    const plan = accepted(checkedPlan(accepted(planFromProto(season)), now()))
    const audited = seasonAudited('pass.put', administrator, call, now())
    return seasonToProto(accepted(await editor.put(plan, season.version, audited)))
  },

  /** Errors: SEASON_NOT_FOUND, INVALID_FIELD without tiers. */
  async publishSeason(request, call) {
    const administrator = await call.administrator('pass.manage')
    const seasonId = seasonIdOf(request.seasonId, 'SEASON_NOT_FOUND')
    const audited = seasonAudited('pass.publish', administrator, call, now())
    return seasonToProto(accepted(await editor.publish(seasonId, request.version ?? 0, audited)))
  },

  /** Idempotent within a request. Errors: SEASON_NOT_FOUND, SEASON_PUBLISHED, CHANGED_MEANWHILE. */
  async deleteSeason(request, call) {
    const administrator = await call.administrator('pass.manage')
    const seasonId = seasonIdOf(request.seasonId, 'SEASON_NOT_FOUND')
    const eventId = actId('pass.delete', administrator, call, seasonId)
    const audited = seasonAudited('pass.delete', administrator, call, now(), eventId)
    const removed = await editor.remove(seasonId, request.version ?? 0, { ...audited, eventId })
    if (removed) accepted(removed)
    return {}
  },
})

function seasonIdOf(given: string, unknown: Reason): string {
  if (!isUuid(given)) throw new KlaError(unknown)
  return given.toLowerCase()
}

function trackOf(given: string): PassTrack {
  const track = PASS_TRACKS.find((one) => one === given)
  if (!track) throw new KlaError('INVALID_FIELD')
  return track
}

export const seasonAudited = (
  action: 'pass.put' | 'pass.publish' | 'pass.delete',
  administrator: Administrator,
  { requestId }: Pick<Call, 'requestId'>,
  atMs: number,
  eventId?: string,
): Audited => ({
  by: { byId: administrator.id, by: administrator.name, atMs },
  event: (season) => {
    const subject = { kind: 'season', id: season.id } as const
    return auditEvent('commerce', {
      ...{ eventId, atMs, administrator, action, subject, requestId },
      details: detailsOf(season),
    })
  },
})

const detailsOf = ({ name, startsAtMs, endsAtMs, pointsPlayed, pointsWon, tiers, published, version }: Season) => ({
  name,
  startsAtMs,
  endsAtMs,
  pointsPlayed,
  pointsWon,
  published,
  version,
  tiers: tiers.map(({ points, freeReward, passReward }) => [points, rewardText(freeReward), rewardText(passReward)]),
})

const rewardText = (reward: Reward | null): string | null => reward && `${reward.units} ${reward.item}`

const NO_PROGRESS: PlayerPass = { points: 0, activated: false, passesAvailable: 0, claims: [] }

const passToProto = (season: Season | undefined, { claims, ...player }: PlayerPass = NO_PROGRESS): Pass => ({
  season: season && seasonToProto({ ...season, changed: undefined }),
  claimableUntilMs: season ? claimableUntilMs(season) : 0,
  ...player,
  claims: [...claims],
  earlier: [],
})

const seasonToProto = ({ tiers, changed, ...season }: Season): ProtoSeason => ({
  ...season,
  tiers: tiers.map(tierToProto),
  changedAtMs: changed?.atMs,
  changedBy: changed?.by,
})

const tierToProto = ({ points, freeReward, passReward }: Tier, at: number): ProtoTier => ({
  tier: at + 1,
  points,
  freeReward: rewardToProto(freeReward),
  passReward: rewardToProto(passReward),
})

const rewardToProto = (reward: Reward | null): ProtoReward | undefined =>
  reward ? { item: itemToProto(reward.item), units: reward.units } : undefined

function planFromProto({
  tiers,
  published: _,
  version: __,
  changedAtMs: ___,
  changedBy: ____,
  ...season
}: ProtoSeason): SeasonPlan | Refused {
  if (tiers.some(({ tier }, at) => tier !== at + 1)) return invalidInput('Tiers are numbered from 1, in order.')
  return { ...season, tiers: tiers.map(tierFromProto) }
}

const tierFromProto = ({ points, freeReward, passReward }: ProtoTier): Tier => ({
  points,
  freeReward: rewardFromProto(freeReward),
  passReward: rewardFromProto(passReward),
})

const rewardFromProto = (reward: ProtoReward | undefined): Reward | null =>
  reward ? { item: itemFromProto(reward.item), units: reward.units } : null
