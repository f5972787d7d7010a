import { KlaError } from '@kla/chassis'
import {
  CorrectionParams,
  CorrectionRequest,
  CorrectionsPage,
  CorrectionsQuery,
  CorrectionView,
  ReversalRequest,
  StandingsPage,
  StandingsQuery,
} from '@kla/proto/schemas'
import { ALL_SEASONS, PAGE_SIZE_DEFAULT, visibleText } from '@kla/proto/web'
import { accountByNumber } from '../../shared/numbers.js'
import { publicAccounts } from '../accounts.js'
import { cursorOf, pagedView } from '../console-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'
import { correctionView, standingView } from '../standing-views.js'
import { numberOr } from '../values.js'

export const consoleStandings: Resource = async (app, { auth, standings, rankCache }) => {
  app.get(
    '/admin/leaderboard',
    {
      config: { access: { permission: 'standings.read' } },
      schema: consoleCall('Standings', StandingsPage, { querystring: StandingsQuery }),
    },
    async (request) => {
      const { mode, userId, pageSize } = request.query
      const season = request.query.season || ALL_SEASONS
      const page = numberOr(request.query.page, 1)
      const after = cursorOf(request.query)
      const { next, total, ...list } = await standings.listStandings(
        {
          season,
          order: mode || 'played',
          after,
          page,
          pageSize: numberOr(pageSize, PAGE_SIZE_DEFAULT),
          accountId: await accountByNumber(auth, numberOr(userId, 0), { requestId: request.id }),
        },
        onBehalfOf(request),
      )
      const ids = list.standings.map(({ accountId }) => accountId)
      const accounts = await publicAccounts(auth, ids, { requestId: request.id })
      const results = list.standings.map((standing) => standingView(standing, accounts))
      return { season, seasons: list.seasons, ...pagedView({ total, page, next, after }), results }
    },
  )

  app.get(
    '/admin/leaderboard/corrections',
    {
      config: { access: { permission: 'standings.read' } },
      schema: consoleCall('Corrections of the standings', CorrectionsPage, { querystring: CorrectionsQuery }),
    },
    async (request) => {
      const { userId, pageSize } = request.query
      const page = numberOr(request.query.page, 1)
      const after = cursorOf(request.query)
      const { corrections, total, next } = await standings.listCorrections(
        {
          accountId: await accountByNumber(auth, numberOr(userId, 0), { requestId: request.id }),
          after,
          page,
          pageSize: numberOr(pageSize, PAGE_SIZE_DEFAULT),
        },
        onBehalfOf(request),
      )
      const ids = corrections.map(({ accountId }) => accountId)
      const accounts = await publicAccounts(auth, ids, { requestId: request.id })
      const results = corrections.map((correction) => correctionView(correction, accounts))
      return { results, ...pagedView({ total, page, next, after }) }
    },
  )

  // Deleted accounts may still have figures.
  const hasFigures = async (accountId: number, context: ReturnType<typeof onBehalfOf>): Promise<boolean> => {
    const line = { season: ALL_SEASONS, order: 'played', page: 1, pageSize: 1, accountId }
    return (await standings.listStandings(line, context)).total > 0
  }

  app.post(
    '/admin/leaderboard/corrections',
    {
      config: { access: { permission: 'standings.correct' } },
      schema: consoleCall('Correct the standings', CorrectionView, { body: CorrectionRequest }),
    },
    async (request) => {
      const { id: correctionId, season, gamesWon, gamesPlayed, reason } = request.body
      const accountId = await accountByNumber(auth, request.body.userId, { requestId: request.id })
      const accounts = await publicAccounts(auth, [accountId], { requestId: request.id })
      const known = accounts.has(accountId) || (await hasFigures(accountId, onBehalfOf(request)))
      if (!known) throw new KlaError('NO_SUCH_ACCOUNT')
      const correction = await standings.correctStanding(
        { correctionId, accountId, season, gamesWon, gamesPlayed, reason: visibleText(reason) },
        onBehalfOf(request),
      )
      rankCache.forget(accountId, season)
      return correctionView(correction, accounts)
    },
  )

  app.post(
    '/admin/leaderboard/corrections/:id/reverse',
    {
      config: { access: { permission: 'standings.correct' } },
      schema: consoleCall('Reverse a correction', CorrectionView, { params: CorrectionParams, body: ReversalRequest }),
    },
    async (request) => {
      const correction = await standings.reverseCorrection(
        { correctionId: request.params.id, reason: visibleText(request.body.reason) },
        onBehalfOf(request),
      )
      rankCache.forget(correction.accountId, correction.season)
      return correctionView(correction, await publicAccounts(auth, [correction.accountId], { requestId: request.id }))
    },
  )
}
