import {
  accepted,
  type Administrator,
  auditEvent,
  type AuditRecorder,
  type Call,
  exportedPages,
  type Handlers,
  idNamed,
  KlaError,
  optionalPlayer,
  type Principal,
  type RecordPersonView,
} from '@kla/chassis'
import type { Correction as ProtoCorrection, GetStandingsResponse, StandingsServiceService } from '@kla/proto'
import { EXPORT_ROWS_MAX, isUuid, LEADERBOARD_MAX, LEADERBOARD_MODES, type LeaderboardMode } from '@kla/proto/web'
import type { BattlesOf } from './battles-of.js'
import type { CorrectionAuthor, CorrectionStore } from './correction-store.js'
import { correctionCursor, standingsCursor } from './cursors.js'
import type { PublicNames } from './rooms-client.js'
import { checkedCorrection, checkedReason, type Correction } from './rules/correction.js'
import { isSeason, pageFrom, type Standing } from './rules/leaderboard.js'
import type { StandingsStore } from './store.js'

interface RpcDeps {
  readonly standings: StandingsStore
  readonly corrections: CorrectionStore
  readonly audit: AuditRecorder
  readonly battlesOf: BattlesOf
  readonly recordPersonView: RecordPersonView
  readonly publicNames: Pick<PublicNames, 'note'>
  readonly now: () => number
}

export function standingsHandlers(deps: RpcDeps): Handlers<typeof StandingsServiceService> {
  const { standings, corrections, audit, battlesOf, recordPersonView, publicNames, now } = deps

  function authorOf(
    action: 'standings.correct' | 'standings.reverse',
    administrator: Administrator,
    { requestId }: Pick<Call, 'requestId'>,
  ): CorrectionAuthor {
    const madeAtMs = now()
    return {
      madeBy: { id: administrator.id, name: administrator.name },
      madeAtMs,
      audited: ({ id, accountId, season, gamesWon, gamesPlayed, reverses }) => {
        const details = { id, season, gamesWon, gamesPlayed, ...(reverses === undefined ? {} : { reverses }) }
        const subject = account(accountId)
        return auditEvent('game-engine', { atMs: madeAtMs, administrator, action, subject, details, requestId })
      },
    }
  }

  return {
    /** `ownOnly` requests only the caller's rank. */
    async getStandings({ season, limit: wanted, ownOnly }, call) {
      if (!isSeason(season) || wanted < 0 || wanted > LEADERBOARD_MAX) throw new KlaError('INVALID_FIELD')
      const order = ownOnly === undefined ? undefined : orderOf(ownOnly)
      const player = await optionalPlayer(call)
      if (order) return ownPlace(standings, season, order, player)
      const page = { limit: wanted || LEADERBOARD_MAX, offset: 0 }
      const [byWins, byPlayed, ownByWins, ownByPlayed, seasons] = await Promise.all([
        standings.page(season, 'wins', page),
        standings.page(season, 'played', page),
        player && standings.find(season, 'wins', player.accountId),
        player && standings.find(season, 'played', player.accountId),
        standings.seasons(),
      ])
      const topWinners = byWins.lines.filter(hasWon)
      const topPlayers = byPlayed.lines
      await publicNames.note([...topWinners, ...topPlayers].map(({ accountId }) => accountId))
      return {
        topWinners: [...topWinners],
        topPlayers: [...topPlayers],
        ownByWins: hasWon(ownByWins) ? ownByWins : undefined,
        ownByPlayed,
        seasons: [...seasons],
      }
    },

    async listStandings(request, call) {
      const administrator = await call.administrator('standings.read')
      const { season, accountId, page, pageSize } = request
      const order = orderOf(request.order)
      if (!isSeason(season) || accountId < 0) throw new KlaError('INVALID_FIELD')
      const cursor = standingsCursor(season, order, accountId)
      const part = accepted(pageFrom(request, cursor))
      const [{ lines, next }, total, seasons] = await Promise.all([
        accountId === 0 ? standings.page(season, order, part) : lineOf(standings, season, order, accountId),
        part.after ? 0 : countOf(standings, season, accountId),
        standings.seasons(),
      ])
      const details = { season, order, page, pageSize, account_ids: lines.map((line) => line.accountId) }
      await audit.record(administrator, call, { action: 'standings.list', details })
      return { standings: [...lines], total, seasons: [...seasons], next: next && cursor.write(next) }
    },

    async *exportStandings({ list }, call) {
      const administrator = await call.administrator('standings.read')
      if (!list) throw new KlaError('INVALID_FIELD')
      const { season, accountId } = list
      const order = orderOf(list.order)
      if (!isSeason(season) || accountId < 0) throw new KlaError('INVALID_FIELD')
      const total = await countOf(standings, season, accountId)
      await audit.record(administrator, call, {
        action: 'standings.export',
        ...(accountId !== 0 && { subject: account(accountId) }),
        details: { season, order, rows: Math.min(total, EXPORT_ROWS_MAX) },
      })
      yield { standings: [], total }
      const pages = exportedPages(async (page) => {
        const { lines: rows, next } = await (accountId === 0
          ? standings.page(season, order, page)
          : lineOf(standings, season, order, accountId))
        return { rows, next }
      })
      for await (const rows of pages) yield { standings: [...rows], total }
    },

    async listCorrections(request, call) {
      const administrator = await call.administrator('standings.read')
      const { accountId, page, pageSize } = request
      if (accountId < 0) throw new KlaError('INVALID_FIELD')
      const whose = accountId === 0 ? undefined : accountId
      const cursor = correctionCursor(whose)
      const found = await corrections.list(whose, accepted(pageFrom(request, cursor)))
      const details = { list: 'corrections', page, pageSize, correction_ids: found.corrections.map(({ id }) => id) }
      const asked = accountId === 0 ? {} : { subject: account(accountId) }
      await audit.record(administrator, call, { action: 'standings.list', ...asked, details })
      const { next, total } = found
      return { corrections: found.corrections.map(correctionToProto), total, next: next && cursor.write(next) }
    },

    async *exportCorrections({ list }, call) {
      const administrator = await call.administrator('standings.read')
      if (!list || list.accountId < 0) throw new KlaError('INVALID_FIELD')
      const whose = list.accountId === 0 ? undefined : list.accountId
      const total = await corrections.count(whose)
      await audit.record(administrator, call, {
        action: 'standings.export',
        ...(whose !== undefined && { subject: account(whose) }),
        details: { list: 'corrections', rows: Math.min(total, EXPORT_ROWS_MAX) },
      })
      yield { corrections: [], total }
      const pages = exportedPages(async (page) => {
        const { corrections: rows, next } = await corrections.list(whose, page)
        return { rows, next }
      })
      for await (const rows of pages) yield { corrections: rows.map(correctionToProto), total }
    },

    async listBattlesOf({ accountId }, call) {
      const administrator = await call.administrator('reports.read')
      if (!Number.isSafeInteger(accountId) || accountId < 1) throw new KlaError('INVALID_FIELD')
      const [battles] = await Promise.all([battlesOf(accountId), recordPersonView(administrator, accountId, call)])
      return { battles }
    },

    async listOwnBattles(_request, call) {
      const { accountId } = await call.principal({ allowBanned: true })
      const battles = await battlesOf(accountId)
      // How a battle ended is left out: it could tell that the opponent took the panic exit.
      return { battles: battles.map(({ id, mode, endedAtMs }) => ({ id, mode, endedAtMs })) }
    },

    /** Idempotent by `correctionId`. Errors: CONFLICT, BELOW_ZERO, INVALID_FIELD. */
    async correctStanding({ correctionId, ...given }, call) {
      const administrator = await call.administrator('standings.correct')
      const wanted = accepted(checkedCorrection({ ...given, id: correctionId }, now()))
      const made = await corrections.correct(wanted, authorOf('standings.correct', administrator, call))
      return correctionToProto(accepted(made))
    },

    /** Idempotent within a request. Errors: CORRECTION_NOT_FOUND, ALREADY_REVERSED. */
    async reverseCorrection({ correctionId, reason: given }, call) {
      const administrator = await call.administrator('standings.correct')
      const { reason } = accepted(checkedReason(given))
      if (!isUuid(correctionId)) throw new KlaError('CORRECTION_NOT_FOUND')
      const id = correctionId.toLowerCase()
      const reversed = { id, by: reversalId(id, administrator, call), reason }
      const made = await corrections.reverse(reversed, authorOf('standings.reverse', administrator, call))
      return correctionToProto(accepted(made))
    },
  }
}

/** The reversal's id, a UUID derived from the request. */
const reversalId = (
  correctionId: string,
  { id }: Pick<Administrator, 'id'>,
  { requestId }: Pick<Call, 'requestId'>,
): string => idNamed(`reversal of ${correctionId} by ${id}: ${requestId}`)

const account = (id: number) => ({ kind: 'account', id })

/** True for a place among those with most wins. */
const hasWon = (line: Standing | undefined): boolean => line !== undefined && line.gamesWon > 0

function orderOf(given: string): LeaderboardMode {
  const order = LEADERBOARD_MODES.find((mode) => mode === given)
  if (!order) throw new KlaError('INVALID_FIELD')
  return order
}

async function ownPlace(
  standings: StandingsStore,
  season: string,
  order: LeaderboardMode,
  player: Principal | undefined,
): Promise<GetStandingsResponse> {
  const own = player && (await standings.find(season, order, player.accountId))
  return {
    topWinners: [],
    topPlayers: [],
    seasons: [],
    ownByWins: order === 'wins' && hasWon(own) ? own : undefined,
    ownByPlayed: order === 'played' ? own : undefined,
  }
}

/** Counts everyone in a season, or 1 for an account with figures. */
const countOf = async (standings: StandingsStore, season: string, accountId: number): Promise<number> =>
  accountId === 0 ? standings.count(season) : Number((await standings.find(season, 'played', accountId)) !== undefined)

async function lineOf(
  standings: StandingsStore,
  season: string,
  order: LeaderboardMode,
  accountId: number,
): ReturnType<StandingsStore['page']> {
  const found = await standings.find(season, order, accountId)
  return { lines: found ? [found] : [], next: undefined }
}

const correctionToProto = (correction: Correction): ProtoCorrection => ({
  id: correction.id,
  accountId: correction.accountId,
  season: correction.season,
  gamesWon: correction.gamesWon,
  gamesPlayed: correction.gamesPlayed,
  reason: correction.reason,
  madeBy: correction.madeBy.name,
  madeAtMs: correction.madeAtMs,
  reverses: correction.reverses ?? '',
  reversedBy: correction.reversedBy ?? '',
})
