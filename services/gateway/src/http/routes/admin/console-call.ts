import { RestError } from '@kla/proto/web'
import type { TSchema } from 'typebox'

interface Taken {
  readonly params?: TSchema
  readonly querystring?: TSchema
  readonly body?: TSchema
}

/** The schema of a call of the console: what it takes and answers, and how it is shown in /openapi.json. */
export const consoleCall = <Answer extends TSchema, Parts extends Taken>(
  summary: string,
  answer: Answer,
  taken: Parts = {} as Parts,
) => ({
  summary,
  tags: ['console'],
  security: [{ bearer: [] }],
  ...taken,
  response: { 200: answer, '4xx': RestError, '5xx': RestError },
})
