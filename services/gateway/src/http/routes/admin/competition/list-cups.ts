import { CupsPage, CupsQuery, PAGE_SIZE_DEFAULT } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import { numberOr } from '../../../query.js'
import type { TypedApp } from '../../../typed-app.js'
import { cupSummaryView } from '../../../views/cups.js'
import { consoleCall } from '../console-call.js'

/** One page of all cups, newest first. */
export const listAllCups = (app: TypedApp, { cups }: HttpParts): void => {
  app.get(
    '/admin/cups',
    {
      config: { access: { permission: 'cups.read' } },
      schema: consoleCall('All cups', CupsPage, { querystring: CupsQuery }),
    },
    async (request) => {
      const { page, pageSize } = request.query
      const { cups: list, total } = await cups.listAllCups(
        { page: numberOr(page, 1), pageSize: numberOr(pageSize, PAGE_SIZE_DEFAULT) },
        onBehalfOf(request),
      )
      return { results: list.map(cupSummaryView), total }
    },
  )
}
