import { ReportSubmission, ReportSubmitted, RestError } from '@kla/proto/web'
import { within } from '../../within.js'
import { onBehalfOf } from '../access.js'
import type { HttpParts } from '../http-parts.js'
import type { TypedApp } from '../typed-app.js'

/** A report matters more than the last chat lines in it. */
const LINES_WITHIN_MS = 1_000

/** Reports somebody. Chat lines that wait here for their batch go first, so that the report has them. */
export const submitReport = (app: TypedApp, { moderation, flushTranscript }: HttpParts): void => {
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
      await within(LINES_WITHIN_MS, flushTranscript()).catch(() => undefined)
      await moderation.submitReport(
        { reportedId: Number(reportedId), category, reason },
        onBehalfOf(request),
      )
      return { success: true as const }
    },
  )
}
