import { entry, noteOnSpan, tracing } from '@kla/chassis'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'

type Resume = <T>(work: () => T) => T

/**
 * A span for each call of the contract, named by its route; files, pages and questions of machines have none. A sender's
 * trace is continued, whether it is recorded is decided here. Nothing is added to a process that is not traced.
 */
export function registerTraces(app: FastifyInstance): void {
  if (!tracing()) return
  const resumed = new WeakMap<FastifyRequest, Resume>()

  app.addHook('onRequest', (request, reply, done) => {
    const { url, schema } = request.routeOptions
    if (url === undefined || schema === undefined || schema.hide) return done()
    const sender = request.headers['traceparent']
    const served = async (): Promise<void> => {
      noteOnSpan('http.request.method', request.method)
      noteOnSpan('http.route', url)
      resumed.set(request, AsyncLocalStorage.snapshot())
      const closed = once(reply.raw, 'close')
      done()
      await closed.catch(() => undefined)
      noteOnSpan('http.response.status_code', reply.statusCode)
    }
    void entry(`${request.method} ${url}`, typeof sender === 'string' ? sender : undefined, served)()
  })

  // A body comes by events of the connection, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const resume = resumed.get(request)
    if (resume) resume(done)
    else done()
  })
}
