import { CorrectionsQuery, CupsQuery, GifsQuery, StandingsQuery, TiesQuery } from '@kla/proto/schemas'
import type { CorrectionView, CupSummary, CupTieView, GifView, StandingsPage } from '@kla/proto/web'
import { ALL_SEASONS } from '@kla/proto/web'
import { accountByNumber } from '../../shared/numbers.js'
import { publicAccounts } from '../accounts.js'
import { type Columns, sendCsv } from '../csv.js'
import { cupSummaryView, cupTieView } from '../cup-views.js'
import { gifFilter, gifView } from '../gif-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { consoleCall } from '../route.js'
import { correctionView, standingView } from '../standing-views.js'
import { numberOr } from '../values.js'
import { CsvText, DEADLINE, type Exports, partsOf } from './exports-parts.js'

/** Ignored by exports. */
const PAGE = { page: 1, pageSize: 0 } as const

/** Lists of what players play: cups, ties, GIFs and standings. */
export const exportPlay: Exports = (app, { auth, cups, library, standings, publicOrigin, now }, preHandler) => {
  const namesOf = (rows: readonly { readonly accountId: number }[], { id: requestId }: { readonly id: string }) =>
    publicAccounts(
      auth,
      rows.map(({ accountId }) => accountId),
      { requestId },
    )

  app.get(
    '/admin/cups.csv',
    {
      preHandler,
      config: { access: { permission: 'cups.read' } },
      schema: consoleCall('Cups as CSV', CsvText, { querystring: CupsQuery }),
    },
    async (request, reply) => {
      const parts = (signal: AbortSignal) =>
        partsOf(cups.exportCups({ list: PAGE }, { ...onBehalfOf(request), ...DEADLINE, signal }), (answer) =>
          answer.cups.map(cupSummaryView),
        )
      return sendCsv(reply, { name: 'cups', columns: CUP_COLUMNS, parts, nowMs: now() })
    },
  )

  app.get(
    '/admin/ties.csv',
    {
      preHandler,
      config: { access: { permission: 'cups.read' } },
      schema: consoleCall('Ties as CSV', CsvText, { querystring: TiesQuery }),
    },
    async (request, reply) => {
      const list = { ...PAGE, filter: request.query.filter || 'all' }
      const parts = (signal: AbortSignal) =>
        partsOf(cups.exportTies({ list }, { ...onBehalfOf(request), ...DEADLINE, signal }), ({ ties }) =>
          ties.flatMap((line) => (line.tie ? [cupTieView(line, line.tie, publicOrigin)] : [])),
        )
      return sendCsv(reply, { name: 'ties', columns: TIE_COLUMNS, parts, nowMs: now() })
    },
  )

  app.get(
    '/admin/gifs.csv',
    {
      preHandler,
      config: { access: { permission: 'gifs.read' } },
      schema: consoleCall('GIFs as CSV', CsvText, { querystring: GifsQuery }),
    },
    async (request, reply) => {
      const list = { ...PAGE, ...gifFilter(request.query) }
      const parts = (signal: AbortSignal) =>
        partsOf(library.exportGifs({ list }, { ...onBehalfOf(request), ...DEADLINE, signal }), ({ gifs }) =>
          gifs.map(gifView),
        )
      return sendCsv(reply, { name: 'gifs', columns: GIF_COLUMNS, parts, nowMs: now() })
    },
  )

  app.get(
    '/admin/leaderboard.csv',
    {
      preHandler,
      config: { access: { permission: 'standings.read' } },
      schema: consoleCall('Standings as CSV', CsvText, { querystring: StandingsQuery }),
    },
    async (request, reply) => {
      const { season, mode, userId } = request.query
      const accountId = await accountByNumber(auth, numberOr(userId, 0), { requestId: request.id })
      const list = { ...PAGE, season: season || ALL_SEASONS, order: mode || 'played', accountId }
      const parts = (signal: AbortSignal) =>
        partsOf(
          standings.exportStandings({ list }, { ...onBehalfOf(request), ...DEADLINE, signal }),
          async ({ standings: rows }) => {
            const accounts = await namesOf(rows, request)
            return rows.map((row) => standingView(row, accounts))
          },
        )
      return sendCsv(reply, { name: 'leaderboard', columns: STANDING_COLUMNS, parts, nowMs: now() })
    },
  )

  app.get(
    '/admin/leaderboard/corrections.csv',
    {
      preHandler,
      config: { access: { permission: 'standings.read' } },
      schema: consoleCall('Corrections of the standings as CSV', CsvText, { querystring: CorrectionsQuery }),
    },
    async (request, reply) => {
      const accountId = await accountByNumber(auth, numberOr(request.query.userId, 0), { requestId: request.id })
      const parts = (signal: AbortSignal) =>
        partsOf(
          standings.exportCorrections(
            { list: { ...PAGE, accountId } },
            { ...onBehalfOf(request), ...DEADLINE, signal },
          ),
          async ({ corrections }) => {
            const accounts = await namesOf(corrections, request)
            return corrections.map((correction) => correctionView(correction, accounts))
          },
        )
      return sendCsv(reply, { name: 'corrections', columns: CORRECTION_COLUMNS, parts, nowMs: now() })
    },
  )
}

const CUP_COLUMNS: Columns<CupSummary> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  mode: ({ mode }) => mode,
  category: ({ category }) => category,
  capacity: ({ capacity }) => capacity,
  entered: ({ entered }) => entered,
  starts_at: ({ starts_at }) => starts_at,
  check_in_at: ({ check_in_at }) => check_in_at,
  state: ({ state }) => state,
  champion_id: ({ champion }) => champion?.id ?? null,
  champion: ({ champion }) => champion?.username ?? null,
  ended_at: ({ ended_at }) => ended_at,
}

const TIE_COLUMNS: Columns<CupTieView> = {
  cup_id: ({ cup_id }) => cup_id,
  cup_name: ({ cup_name }) => cup_name,
  mode: ({ mode }) => mode,
  category: ({ category }) => category,
  id: ({ tie }) => tie.id,
  player_a: ({ tie }) => tie.player_a,
  player_a_name: ({ player_a }) => player_a?.username ?? null,
  player_b: ({ tie }) => tie.player_b,
  player_b_name: ({ player_b }) => player_b?.username ?? null,
  state: ({ tie }) => tie.state,
  how: ({ tie }) => tie.how,
  winner_id: ({ tie }) => tie.winner_id,
  decided_at: ({ tie }) => tie.decided_at,
  open_to_verdict: ({ tie }) => tie.open_to_verdict,
  apart: ({ apart }) => apart,
  safety_exit_by: ({ safety_exit_by }) => safety_exit_by,
  verdict_winner_id: ({ verdict }) => verdict?.winner_id ?? null,
  verdict_reason: ({ verdict }) => verdict?.reason ?? null,
  verdict_by: ({ verdict }) => verdict?.by ?? null,
  verdict_at: ({ verdict }) => verdict?.at ?? null,
}

const GIF_COLUMNS: Columns<GifView> = {
  id: ({ id }) => id,
  gif_url: ({ gif_url }) => gif_url,
  thumbnail: ({ thumbnail }) => thumbnail,
  tags: ({ tags }) => tags.join(' '),
  state: ({ state }) => state,
  condition: ({ condition }) => condition,
  broken: ({ broken }) => broken,
  refusal: ({ refusal }) => refusal,
  flashes: ({ flashes }) => flashes,
  acts: ({ acts }) => acts?.join(' ') ?? null,
  created_at: ({ created_at }) => created_at,
  changed_at: ({ changed_at }) => changed_at,
  changed_by: ({ changed_by }) => changed_by,
}

const STANDING_COLUMNS: Columns<StandingsPage['results'][number]> = {
  rank: ({ rank }) => rank,
  id: ({ id }) => id,
  username: ({ username }) => username,
  games_won: ({ games_won }) => games_won,
  games_played: ({ games_played }) => games_played,
}

const CORRECTION_COLUMNS: Columns<CorrectionView> = {
  id: ({ id }) => id,
  user_id: ({ user_id }) => user_id,
  user_name: ({ user_name }) => user_name,
  season: ({ season }) => season,
  games_won: ({ games_won }) => games_won,
  games_played: ({ games_played }) => games_played,
  reason: ({ reason }) => reason,
  made_by: ({ made_by }) => made_by,
  made_at: ({ made_at }) => made_at,
  reverses: ({ reverses }) => reverses,
  reversed_by: ({ reversed_by }) => reversed_by,
}
