import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { entry, type Metrics, noteOnSpan, seconds, tracing } from '@kla/chassis'

/** Addresses that belong to no route: pages of the SPA, and whatever people try. */
const UNMATCHED = 'unmatched'
const CONSOLE = '/console'

/** How long requests take, by route as it was declared: an address of its own never becomes a label. */
export function registerMetrics(app: FastifyInstance, metrics: Metrics, adminPath: string): void {
  const served = seconds(metrics, 'kla_http_served_seconds', 'Time to answer a request, by route and status.', [
    'route',
    'method',
    'status',
  ])
  app.addHook('onResponse', async (request, reply) => {
    const labels = { route: routeOf(request, adminPath), method: request.method, status: String(reply.statusCode) }
    served.observe(labels, reply.elapsedTime / 1000)
  })
}

/** The console's path is told to those who work there, not to whoever sees a dashboard. */
function routeOf({ routeOptions }: FastifyRequest, adminPath: string): string {
  const { url } = routeOptions
  if (url === undefined) return UNMATCHED
  const prefix = `/${adminPath}`
  const ofConsole = adminPath !== '' && (url === prefix || url.startsWith(`${prefix}/`))
  return ofConsole ? CONSOLE + url.slice(prefix.length) : url
}

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
