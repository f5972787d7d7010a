import type { FastifyInstance } from 'fastify'
import { KlaError } from '@kla/chassis'

/** A body of no bytes is no body, even if its sender calls it JSON: whether one is needed is for schemas to say. */
export function registerEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}

/** Leaves it to the routes in `scope` to read bodies, whatever these call themselves. What no route reads is not kept. */
export function leaveBodiesUnread(scope: FastifyInstance): void {
  // A content type that is none would be refused before any parser is asked.
  scope.addHook('onRequest', async ({ raw }) => {
    delete raw.headers['content-type']
  })
  scope.addContentTypeParser('*', (_request, _payload, done) => {
    done(null)
  })
}

/** A zero character, which Postgres keeps in no text, or half of a character, which it keeps in no JSON. */
const UNSTORABLE = /\0|\p{Surrogate}/u

/** Whether some text in a value, keys included, could not be stored. */
export function hasUnstorableText(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string' && UNSTORABLE.test(one)) return true
    if (typeof one === 'object' && one !== null) for (const entry of Object.entries(one)) left.push(...entry)
  }
  return false
}

/** Refuses requests with text that no service could store, before a service is asked. */
export function registerStorableTexts(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    if (hasUnstorableText([params, query, body])) throw new KlaError('INVALID_FIELD')
  })
}
