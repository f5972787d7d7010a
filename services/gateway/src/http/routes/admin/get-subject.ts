import { IdParams, SubjectView } from '@kla/proto/web'
import { onBehalfOf } from '../../access.js'
import type { HttpParts } from '../../http-parts.js'
import type { TypedApp } from '../../typed-app.js'
import { subjectView } from '../../views/admin/subject.js'
import { consoleCall } from './console-call.js'

/** What is known of an account: reports about and by it, and bans. */
export const getSubject = (app: TypedApp, { moderation }: HttpParts): void => {
  app.get(
    '/admin/subjects/:id',
    {
      config: { access: { permission: 'reports.read' } },
      schema: consoleCall('What is known of an account', SubjectView, { params: IdParams }),
    },
    async (request) =>
      subjectView(await moderation.getSubject({ accountId: Number(request.params.id) }, onBehalfOf(request))),
  )
}
