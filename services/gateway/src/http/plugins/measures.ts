import { seconds, type Metrics } from '@kla/chassis'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Addresses that belong to no route: pages of the SPA, and whatever people try. */
const UNMATCHED = 'unmatched'
const CONSOLE = '/console'

/** How long requests take, by route as it was declared: an address of its own never becomes a label. */
export function registerMeasures(app: FastifyInstance, metrics: Metrics, adminPath: string): void {
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
