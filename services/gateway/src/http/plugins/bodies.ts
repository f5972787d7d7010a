import { KlaError } from '@kla/chassis'
import type { FastifyInstance } from 'fastify'

/** Treats an empty body as absent, whatever its content type says. */
export function registerEmptyBodies(app: FastifyInstance): void {
  // Clients that always name a content type, such as that of forms, name it without a body too.
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    if ((headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined) {
      delete headers['content-type']
    }
  })
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}

export function skipBodyParsing(scope: FastifyInstance): void {
  // Invalid content types never reach a parser.
  scope.addHook('onRequest', async ({ raw }) => {
    delete raw.headers['content-type']
  })
  scope.addContentTypeParser('*', (_request, _payload, done) => {
    done(null)
  })
}

/** NUL and lone surrogates, which PostgreSQL cannot hold. */
const UNSTORABLE = /\0|\p{Surrogate}/u
const EVERY_UNSTORABLE = new RegExp(UNSTORABLE.source, 'gu')

export function hasUnstorableText(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'string' && UNSTORABLE.test(one)) return true
    if (one instanceof Uint8Array) continue
    if (typeof one === 'object' && one !== null) for (const entry of Object.entries(one)) left.push(...entry)
  }
  return false
}

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

/** Removes unstorable characters from typed text and refuses them elsewhere. */
export function registerStorableTexts(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    makeStorable([query, body])
    if (hasUnstorableText([params, query, body])) throw new KlaError('INVALID_FIELD')
  })
}
