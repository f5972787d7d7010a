import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.js'

export interface HealthServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * `/healthz` (it works, or a restart would help), `/readyz` (new calls belong here) and `/metrics`, for the cluster
 * alone. Each probe answers 200 or 503.
 */
export async function startHealthServer(options: {
  host: string
  port: number
  metrics: Metrics
  ready: () => boolean
  /** The names of loops that do nothing any more. */
  hanging: () => readonly string[]
}): Promise<HealthServer> {
  const server: Server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      switch (request.url) {
        case '/healthz': {
          const hanging = options.hanging()
          const alive = hanging.length === 0
          response.writeHead(alive ? 200 : 503).end(alive ? 'ok' : `hanging: ${hanging.join()}`)
          return
        }
        case '/readyz': {
          const ready = options.ready()
          response.writeHead(ready ? 200 : 503).end(ready ? 'ready' : 'not ready')
          return
        }
        case '/metrics':
          response
            .writeHead(200, { 'content-type': options.metrics.registry.contentType })
            .end(await options.metrics.registry.metrics())
          return
        default:
          response.writeHead(404).end()
      }
    }
    answer().catch(() => response.writeHead(503).end())
  })
  server.listen(options.port, options.host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
