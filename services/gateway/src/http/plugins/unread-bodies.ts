import type { FastifyInstance } from 'fastify'

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
