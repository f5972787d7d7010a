import { PAGE_SIZE_DEFAULT, TiesPage, TiesQuery } from '@kla/proto/web'
import { onBehalfOf } from '../../../access.js'
import type { HttpParts } from '../../../http-parts.js'
import { numberOr } from '../../../query.js'
import type { TypedApp } from '../../../typed-app.js'
import { cupTieView } from '../../../views/admin/cup-ties.js'
import { consoleCall } from '../console-call.js'

/** Ties over all cups, newest first. */
export const listTies = (app: TypedApp, { cups, publicOrigin }: HttpParts): void => {
  app.get(
    '/admin/ties',
    {
      config: { access: { permission: 'cups.read' } },
      schema: consoleCall('Ties of cups', TiesPage, { querystring: TiesQuery }),
    },
    async (request) => {
      const { filter, page, pageSize } = request.query
      const { ties, total } = await cups.listTies(
        { filter: filter || 'all', page: numberOr(page, 1), pageSize: numberOr(pageSize, PAGE_SIZE_DEFAULT) },
        onBehalfOf(request),
      )
      const results = ties.flatMap((line) => (line.tie ? [cupTieView(line, line.tie, publicOrigin)] : []))
      return { results, total }
    },
  )
}
