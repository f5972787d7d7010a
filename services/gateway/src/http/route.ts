import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { RestError } from '@kla/proto/schemas'
import type { TSchema } from 'typebox'
import type { HttpDeps } from './deps.js'

/** One resource's routes, typed by their schemas. */
export type Resource = FastifyPluginAsyncTypebox<HttpDeps>

/** Names a plugin, or Fastify searches the whole module cache. */
export const named = <Plugin extends object>(name: string, plugin: Plugin): Plugin =>
  Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name })

interface Inputs {
  readonly params?: TSchema
  readonly querystring?: TSchema
  readonly body?: TSchema
}

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

/** Schema of a call without a session. */
export const visitorCall = <Answer extends TSchema, Given extends Inputs>(
  summary: string,
  answer: Answer,
  inputs: Given = {} as Given,
) => ({ ...playerCall(summary, answer, inputs), security: [{}, { session: [] }] })

export const consoleCall = <Answer extends TSchema, Given extends Inputs>(
  summary: string,
  answer: Answer,
  inputs: Given = {} as Given,
) => ({ ...playerCall(summary, answer, inputs), tags: ['console'], security: [{ bearer: [] }] })
