import { CorrectionsPage, CorrectionsQuery, PAGE_SIZE_DEFAULT } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import { publicAccounts } from '../../../public-accounts.js'
import { numberOr } from '../../../query.js'
import type { TypedApp } from '../../../typed-app.js'
import { correctionView } from '../../../views/admin/standings.js'
import { consoleCall } from '../console-call.js'

/** Corrections of the standings, newest first. */
export const listCorrections = (app: TypedApp, { auth, standings }: HttpParts): void => {
  app.get(
    '/admin/leaderboard/corrections',
    {
      config: { access: { permission: 'standings.read' } },
      schema: consoleCall('Corrections of the standings', CorrectionsPage, { querystring: CorrectionsQuery }),
    },
    async (request) => {
      const { userId, page, pageSize } = request.query
      const { corrections, total } = await standings.listCorrections(
        {
          accountId: numberOr(userId, 0),
          page: numberOr(page, 1),
          pageSize: numberOr(pageSize, PAGE_SIZE_DEFAULT),
        },
        onBehalfOf(request),
      )
      const ids = corrections.map(({ accountId }) => accountId)
      const people = await publicAccounts(auth, ids, { requestId: request.id })
      return { results: corrections.map((correction) => correctionView(correction, people)), total }
    },
  )
}
