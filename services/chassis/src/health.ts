import { EventEmitter, once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readEnvironment, text } from './config.js'
import { listenHost } from './listen-host.js'
import type { Logger } from './logger.js'
import { gauge, type Metrics } from './metrics.js'
import { answersNow } from './timeout.js'

export interface HealthServer {
  readonly port: number
  close(): Promise<void>
}

/** Serves `/healthz`, `/readyz` and `/metrics` inside the cluster; probes answer 200 or 503. */
export async function startHealthServer(options: {
  host: string
  port: number
  metrics: Metrics
  ready: () => boolean
  /** Names of loops without a recent heartbeat. */
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

/**
 * State for probes. Ready: started, every dependency has answered once, and not stopping. A store that fails later does
 * not make it unready: all neighbours miss that store too. Alive: the event loop responds and no heartbeat is late;
 * nothing that another process can cause.
 */
export interface Health {
  /** 0 until it listens. */
  readonly port: number
  /** Whether new calls belong here. */
  serving(): boolean
  stopped(): boolean
  /** Resolves at the next change of `serving`. Rejects when `signal` aborts. */
  change(signal: AbortSignal): Promise<unknown>
  /** Registers an essential loop; call the result in every round. `/healthz` fails after a minute without it. */
  heartbeat(loop: string): () => void
  /** Starts answering probes; await it before connecting to anything that may be down. */
  listen(): Promise<void>
  started(): void
  stopping(): void
  close(): Promise<void>
}

export interface HealthOptions {
  /** 0 takes a free one. */
  readonly port: number
  readonly metrics: Metrics
  readonly log: Logger
  /** Monotonic milliseconds. */
  readonly now?: () => number
}

// Every wait within a round is limited to a few seconds.
const SILENT_MS = 60_000
const ASK_AGAIN_MS = 250

const variables = {
  HEALTH_HOST: text('the address on which probes and metrics are answered', '127.0.0.1'),
}

/** Listens on HEALTH_HOST: loopback unless set. */
export function createHealth({ port, metrics, log, now = () => performance.now() }: HealthOptions): Health {
  const changes = new EventEmitter().setMaxListeners(0)
  const { HEALTH_HOST: host } = readEnvironment(variables)
  const heartbeats = new Map<string, number>()
  const leaving = new AbortController()
  let serving = false
  let started = false
  let server: HealthServer | undefined
  gauge(metrics, 'kla_ready', 'Whether new calls belong here: 1 or 0.', function () {
    this.set(serving ? 1 : 0)
  })

  const set = (value: boolean): void => {
    if (serving === value) return
    serving = value
    changes.emit('change')
  }

  async function becomeReady(): Promise<void> {
    const missing = new Map(metrics.dependencies)
    for (let first = true; ; first = false) {
      await Promise.all(
        [...missing].map(async ([name, answers]) => {
          if (await answersNow(answers)) missing.delete(name)
        }),
      )
      if (leaving.signal.aborted || missing.size === 0) break
      if (first) log.warn({ missing: [...missing.keys()] }, 'not ready: what this process needs has yet to answer')
      await sleep(ASK_AGAIN_MS, undefined, { signal: leaving.signal }).catch(() => undefined)
    }
    if (!leaving.signal.aborted) set(true)
  }

  return {
    get port() {
      return server?.port ?? 0
    },
    serving: () => serving,
    stopped: () => leaving.signal.aborted,
    change: (signal) => once(changes, 'change', { signal }),
    heartbeat(loop) {
      heartbeats.set(loop, now())
      return () => void heartbeats.set(loop, now())
    },
    async listen() {
      const silent = () => [...heartbeats].flatMap(([loop, at]) => (now() - at > SILENT_MS ? [loop] : []))
      // Loops are silent before the start and while stopping.
      const hanging = () => (started && !leaving.signal.aborted ? silent() : [])
      server = await startHealthServer({ host: await listenHost(host, log), port, metrics, ready: () => serving, hanging })
    },
    started() {
      for (const loop of heartbeats.keys()) heartbeats.set(loop, now())
      started = true
      void becomeReady()
    },
    stopping() {
      leaving.abort()
      set(false)
      changes.emit('change')
    },
    async close() {
      await server?.close()
    },
  }
}
