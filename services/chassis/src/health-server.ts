import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.js'

export interface HealthServer {
  readonly port: number
  close(): Promise<void>
}

/** `/healthz` (the process runs), `/readyz` (it can work: 200 or 503) and `/metrics`, for the cluster alone. */
export async function startHealthServer(options: {
  port: number
  metrics: Metrics
  ready: () => boolean | Promise<boolean>
}): Promise<HealthServer> {
  const server: Server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      switch (request.url) {
        case '/healthz':
          response.writeHead(200).end('ok')
          return
        case '/readyz': {
          const ready = await options.ready()
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
    answer().catch(() => response.writeHead(503).end('not ready'))
  })
  server.listen(options.port)
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
