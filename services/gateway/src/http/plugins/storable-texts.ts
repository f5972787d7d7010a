import { KlaError } from '@kla/chassis'
import type { FastifyInstance } from 'fastify'
import { hasUnstorableText } from '../storable-text.js'

/** Refuses requests with text that no service could store, before a service is asked. */
export function registerStorableTexts(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    if (hasUnstorableText([params, query, body])) throw new KlaError('INVALID_FIELD')
  })
}
