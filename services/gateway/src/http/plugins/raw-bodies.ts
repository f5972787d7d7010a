import type { FastifyInstance } from 'fastify'

/** Hands the bodies of the routes in `scope` on as the bytes that came, whatever they call themselves. */
export function takeRawBodies(scope: FastifyInstance, maxBytes: number): void {
  // A content type that is none would be refused before any parser is asked.
  scope.addHook('onRequest', async ({ raw }) => {
    delete raw.headers['content-type']
  })
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) => {
    done(null, body)
  })
}
