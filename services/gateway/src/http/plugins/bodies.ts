import { KlaError } from '@kla/chassis'
import type { FastifyInstance } from 'fastify'

/** Treats an empty JSON body as absent; schemas say whether one is required. */
export function registerEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}

/** Leaves bodies to the routes in `scope`, whatever their content type. */
export function leaveBodiesUnread(scope: FastifyInstance): void {
  // An invalid content type would be refused before any parser runs.
  scope.addHook('onRequest', async ({ raw }) => {
    delete raw.headers['content-type']
  })
  scope.addContentTypeParser('*', (_request, _payload, done) => {
    done(null)
  })
}

/** NUL, which PostgreSQL text cannot hold, and lone surrogates, which its JSON cannot. */
const UNSTORABLE = /\0|\p{Surrogate}/u
const EVERY_UNSTORABLE = new RegExp(UNSTORABLE.source, 'gu')

export function hasUnstorableText(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string' && UNSTORABLE.test(one)) return true
    // Bytes have no text.
    if (one instanceof Uint8Array) continue
    if (typeof one === 'object' && one !== null) for (const entry of Object.entries(one)) left.push(...entry)
  }
  return false
}

/** Removes unstorable characters from texts in `value`, but not from field names. */
function makeStorable(value: unknown): void {
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one !== 'object' || one === null || one instanceof Uint8Array) continue
    for (const [name, held] of Object.entries(one)) {
      if (typeof held === 'string' && UNSTORABLE.test(held))
        Object.assign(one, { [name]: held.replace(EVERY_UNSTORABLE, '') })
      else left.push(held)
    }
  }
}

/** Removes unstorable characters from typed text. Paths and field names, which people do not type, are refused. */
export function registerStorableTexts(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    makeStorable([query, body])
    if (hasUnstorableText([params, query, body])) throw new KlaError('INVALID_FIELD')
  })
}
