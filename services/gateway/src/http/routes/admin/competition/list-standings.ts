import { ALL_SEASONS, PAGE_SIZE_DEFAULT, StandingsPage, StandingsQuery } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import { publicAccounts } from '../../../public-accounts.js'
import { numberOr } from '../../../query.js'
import type { TypedApp } from '../../../typed-app.js'
import { standingView } from '../../../views/admin/standings.js'
import { consoleCall } from '../console-call.js'

/** One page of the standings of a season, or one account's line. */
export const listStandings = (app: TypedApp, { auth, standings }: HttpParts): void => {
  app.get(
    '/admin/leaderboard',
    {
      config: { access: { permission: 'standings.read' } },
      schema: consoleCall('Standings', StandingsPage, { querystring: StandingsQuery }),
    },
    async (request) => {
      const { mode, userId, page, pageSize } = request.query
      const season = request.query.season || ALL_SEASONS
      const list = await standings.listStandings(
        {
          season,
          order: mode || 'played',
          page: numberOr(page, 1),
          pageSize: numberOr(pageSize, PAGE_SIZE_DEFAULT),
          accountId: numberOr(userId, 0),
        },
        onBehalfOf(request),
      )
      const ids = list.standings.map(({ accountId }) => accountId)
      const people = await publicAccounts(auth, ids, { requestId: request.id })
      const results = list.standings.map((standing) => standingView(standing, people))
      return { season, seasons: list.seasons, total: list.total, results }
    },
  )
}
