import { ReportSubmission, ReportSubmitted, RestError } from '@kla/proto/web'
import { onBehalfOf } from '../access.js'
import type { HttpParts } from '../http-parts.js'
import type { TypedApp } from '../typed-app.js'

/** Reports somebody. */
export const submitReport = (app: TypedApp, { moderation }: HttpParts): void => {
  app.post(
    '/report',
    {
      config: { access: 'player' },
      schema: {
        summary: 'Report somebody',
        security: [{ session: [] }],
        body: ReportSubmission,
        response: { 200: ReportSubmitted, '4xx': RestError, '5xx': RestError },
      },
    },
    async (request) => {
      const { reportedId, category, reason } = request.body
      await moderation.submitReport(
        { reportedId: Number(reportedId), category, reason },
        onBehalfOf(request),
      )
      return { success: true as const }
    },
  )
}
