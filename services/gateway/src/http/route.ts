import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger, FastifyInstance, RawReplyDefaultExpression, RawRequestDefaultExpression, RawServerDefault,
} from 'fastify'
import type { TSchema } from 'typebox'
import { RestError } from '@kla/proto/web'

/** The app as routes see it: what they get and answer is typed by their schemas. */
export type TypedApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

interface Taken {
  readonly params?: TSchema
  readonly querystring?: TSchema
  readonly body?: TSchema
}

/** The schema of a call of players: what it takes and answers, and how it is shown in /openapi.json. */
export const playerCall = <Answer extends TSchema, Parts extends Taken>(
  summary: string,
  answer: Answer,
  taken: Parts = {} as Parts,
) => ({
  summary,
  security: [{ session: [] }],
  ...taken,
  response: { 200: answer, '4xx': RestError, '5xx': RestError },
})

/** The same for a call that needs no sign-in, but has more to tell to who is signed in. */
export const visitorCall = <Answer extends TSchema, Parts extends Taken>(
  summary: string,
  answer: Answer,
  taken: Parts = {} as Parts,
) => ({ ...playerCall(summary, answer, taken), security: [{}, { session: [] }] })

interface ConsoleTaken {
  readonly params?: TSchema
  readonly querystring?: TSchema
  readonly body?: TSchema
}

/** The schema of a call of the console: what it takes and answers, and how it is shown in /openapi.json. */
export const consoleCall = <Answer extends TSchema, Parts extends ConsoleTaken>(
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
