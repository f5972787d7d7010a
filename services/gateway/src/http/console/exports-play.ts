import { CorrectionsQuery, CupsQuery, GifsQuery, StandingsQuery, TiesQuery } from '@kla/proto/schemas'
import type { CorrectionView, CupSummary, CupTieView, GifView, StandingsPage } from '@kla/proto/web'
import { ALL_SEASONS } from '@kla/proto/web'
import { accountByNumber } from '../../shared/numbers.js'
import { publicAccounts } from '../accounts.js'
import type { Columns } from '../csv.js'
import { cupSummaryView, cupTieView } from '../cup-views.js'
import { gifFilter, gifView } from '../gif-views.js'
import { correctionView, standingView } from '../standing-views.js'
import { numberOr } from '../values.js'
import type { Exports } from './exports-parts.js'

/** Ignored by exports. */
const PAGE = { page: 1, pageSize: 0 } as const

/** Lists of what players play: cups, ties, GIFs and standings. */
export const exportPlay: Exports = (csvRoute, { auth, cups, library, standings, publicOrigin }) => {
  const namesOf = (rows: readonly { readonly accountId: number }[], { id: requestId }: { readonly id: string }) =>
    publicAccounts(
      auth,
      rows.map(({ accountId }) => accountId),
      { requestId },
    )
  const accountIn = (number: string | undefined, { id: requestId }: { readonly id: string }) =>
    accountByNumber(auth, numberOr(number, 0), { requestId })

  csvRoute({
    path: 'cups',
    permission: 'cups.read',
    summary: 'Cups as CSV',
    querystring: CupsQuery,
    columns: CUP_COLUMNS,
    list: () => PAGE,
    read: cups.exportCups,
    rows: (answer) => answer.cups.map(cupSummaryView),
  })

  csvRoute({
    path: 'ties',
    permission: 'cups.read',
    summary: 'Ties as CSV',
    querystring: TiesQuery,
    columns: TIE_COLUMNS,
    list: ({ filter }) => ({ ...PAGE, filter: filter || 'all' }),
    read: cups.exportTies,
    rows: ({ ties }) => ties.flatMap((line) => (line.tie ? [cupTieView(line, line.tie, publicOrigin)] : [])),
  })

  csvRoute({
    path: 'gifs',
    permission: 'gifs.read',
    summary: 'GIFs as CSV',
    querystring: GifsQuery,
    columns: GIF_COLUMNS,
    list: (query) => ({ ...PAGE, ...gifFilter(query) }),
    read: library.exportGifs,
    rows: ({ gifs }) => gifs.map(gifView),
  })

  csvRoute({
    path: 'leaderboard',
    permission: 'standings.read',
    summary: 'Standings as CSV',
    querystring: StandingsQuery,
    columns: STANDING_COLUMNS,
    list: async ({ season, mode, userId }, request) => ({
      ...PAGE,
      season: season || ALL_SEASONS,
      order: mode || 'played',
      accountId: await accountIn(userId, request),
    }),
    read: standings.exportStandings,
    rows: async (answer, request) => {
      const accounts = await namesOf(answer.standings, request)
      return answer.standings.map((row) => standingView(row, accounts))
    },
  })

  csvRoute({
    path: 'leaderboard/corrections',
    name: 'corrections',
    permission: 'standings.read',
    summary: 'Corrections of the standings as CSV',
    querystring: CorrectionsQuery,
    columns: CORRECTION_COLUMNS,
    list: async ({ userId }, request) => ({ ...PAGE, accountId: await accountIn(userId, request) }),
    read: standings.exportCorrections,
    rows: async ({ corrections }, request) => {
      const accounts = await namesOf(corrections, request)
      return corrections.map((correction) => correctionView(correction, accounts))
    },
  })
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
