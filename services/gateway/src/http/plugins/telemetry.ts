import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { entry, type Metrics, noteOnSpan, seconds, tracing } from '@kla/chassis'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a stream whose time says nothing of its speed. */
    readonly endless?: true
  }
}

const UNMATCHED = 'unmatched'
const CONSOLE = '/console'

/** Measures requests by route pattern, not URL. */
export function registerMetrics(app: FastifyInstance, metrics: Metrics, adminPath: string): void {
  const served = seconds(metrics, 'kla_http_served_seconds', 'Time to answer a request, by route and status.', [
    'route',
    'method',
    'status',
  ])
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.endless) return
    const labels = { route: routeOf(request, adminPath), method: request.method, status: String(reply.statusCode) }
    served.observe(labels, reply.elapsedTime / 1000)
  })
}

/** Hides the console's path from dashboards. */
function routeOf({ routeOptions }: FastifyRequest, adminPath: string): string {
  const { url } = routeOptions
  if (url === undefined) return UNMATCHED
  const prefix = `/${adminPath}`
  const ofConsole = adminPath !== '' && (url === prefix || url.startsWith(`${prefix}/`))
  return ofConsole ? CONSOLE + url.slice(prefix.length) : url
}

type Resume = <T>(work: () => T) => T

/** Continues the sender's trace, if tracing is on. */
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

  // Body events lose the async context.
  app.addHook('preValidation', (request, _reply, done) => {
    const resume = resumed.get(request)
    if (resume) resume(done)
    else done()
  })
}
