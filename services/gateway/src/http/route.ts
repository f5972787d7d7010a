import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { TSchema } from 'typebox'
import { RestError } from '@kla/proto/web'
import type { HttpDeps } from './deps.js'

/** The routes of one resource, as a Fastify plugin. Requests and answers are typed by the routes' schemas. */
export type Resource = FastifyPluginAsyncTypebox<HttpDeps>

interface Inputs {
  readonly params?: TSchema
  readonly querystring?: TSchema
  readonly body?: TSchema
}

/** The schema of a player's call: its inputs, its answer, and how /openapi.json shows it. */
export const playerCall = <Answer extends TSchema, Given extends Inputs>(
  summary: string,
  answer: Answer,
  inputs: Given = {} as Given,
) => ({
  summary,
  security: [{ session: [] }],
  ...inputs,
  response: { 200: answer, '4xx': RestError, '5xx': RestError },
})

/** The same for a call that works without a session, but answers more with one. */
export const visitorCall = <Answer extends TSchema, Given extends Inputs>(
  summary: string,
  answer: Answer,
  inputs: Given = {} as Given,
) => ({ ...playerCall(summary, answer, inputs), security: [{}, { session: [] }] })

/** The same for a call of the console. */
export const consoleCall = <Answer extends TSchema, Given extends Inputs>(
  summary: string,
  answer: Answer,
  inputs: Given = {} as Given,
) => ({ ...playerCall(summary, answer, inputs), tags: ['console'], security: [{ bearer: [] }] })
