import { RestError } from '@kla/proto/web'
import type { TSchema } from 'typebox'

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
