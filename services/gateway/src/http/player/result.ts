import { KlaError } from '@kla/chassis'
import type { BattlePoints, GetResultResponse } from '@kla/proto'
import { NotCounted } from '@kla/proto'
import { BattleResult, OwnBattles, ResultQuery } from '@kla/proto/schemas'
import type { Mode, NotCountedReason } from '@kla/proto/web'
import { shownIdsOf } from '../../shared/shown-ids.js'
import { onBehalfOf } from '../plugins/access.js'
import { limitPerAccount } from '../plugins/limits.js'
import { playerCall, type Resource } from '../route.js'
import { isoOf, numberOrNull } from '../values.js'

type Result = NonNullable<BattleResult['result']>

/** Points that are still missing after this are not waited for. */
const PENDING_MAX_MS = 60_000

export const playerResult: Resource = async (app, { engine, standings, battlePass, accountCallsPerMinute, now }) => {
  app.get(
    '/user/battles',
    {
      config: { access: 'banned-player' },
      preHandler: limitPerAccount(accountCallsPerMinute, now),
      schema: playerCall('Your newest battles, to name one in a support ticket', OwnBattles),
    },
    async (request) => {
      const { battles } = await standings.listOwnBattles({}, onBehalfOf(request))
      return {
        battles: battles.map(({ id, mode, endedAtMs }) => ({ id, mode: mode as Mode, ended_at: isoOf(endedAtMs) })),
      }
    },
  )

  app.get(
    '/user/result',
    {
      config: { access: 'player' },
      preHandler: limitPerAccount(accountCallsPerMinute, now),
      schema: playerCall("The result of the player's last battle in a room", BattleResult, {
        querystring: ResultQuery,
      }),
    },
    async (request) => {
      const context = onBehalfOf(request)
      const result = await engine.getResult({ roomId: request.query.room }, context).catch(noneYet)
      if (!result) return { result: null }
      // After a player left nothing tells whether the battle counts: neither the points, nor a wait for them.
      if (result.left) return { result: resultView(result, null, true) }
      const points = await battlePass.getBattlePoints({ battleId: result.battleId }, context).catch(() => undefined)
      const settled = isSettled(result, points) || now() - result.decidedAtMs > PENDING_MAX_MS
      return { result: resultView(result, pointsView(result, points), settled) }
    },
  )
}

function noneYet(error: unknown): undefined {
  if (KlaError.from(error).reason !== 'ROOM_NOT_FOUND') throw error
  return undefined
}

/** True if commerce will hear of the battle, or has: it does unless the battle was too short or interrupted. */
const bringsPoints = ({ counted, notCounted }: GetResultResponse): boolean =>
  counted === true || notCounted === NotCounted.PAIR_LIMIT

function isSettled(result: GetResultResponse, points: BattlePoints | undefined): boolean {
  return result.recorded && points !== undefined && (points.handled || !bringsPoints(result))
}

function pointsView(result: GetResultResponse, points: BattlePoints | undefined): Result['points'] {
  if (points?.seasonName === undefined || !isSettled(result, points)) return null
  const { seasonName: season, gained, total, nextTier: next } = points
  const nextTier = next && { tier: next.tier, points: next.points, previous_points: next.previousPoints }
  return { season, gained, total, next_tier: nextTier ?? null }
}

function resultView(result: GetResultResponse, points: Result['points'], settled: boolean): Result {
  return {
    battle_id: result.battleId,
    mode: result.mode as Mode,
    winner_id: numberOrNull(shownIdsOf(result.aliases, undefined)(result.winnerId)),
    ended_at: isoOf(result.endedAtMs),
    counted: result.counted ?? null,
    not_counted: NOT_COUNTED_NAMES[result.notCounted] ?? null,
    win_counted: result.winCounted ?? null,
    score: { you: result.ownWins, opponent: result.opponentWins },
    points,
    settled,
  }
}

const NOT_COUNTED_NAMES: Readonly<Partial<Record<NotCounted, NotCountedReason>>> = {
  [NotCounted.TOO_SHORT]: 'too-short',
  [NotCounted.INTERRUPTED]: 'interrupted',
  [NotCounted.PAIR_LIMIT]: 'pair-limit',
}
