import { EventEmitter, once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readEnvironment, text } from './config.js'
import type { Logger } from './logger.js'
import { gauge, type Metrics } from './metrics.js'
import { answersNow } from './timeout.js'

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

/**
 * What probes are told of a process.
 *
 * Ready: it has started, all that it needs has answered it once, and it is not stopping. A store that goes away later
 * does not make it unready: its neighbours miss that store as well, and with nobody ready a site that can do less
 * becomes one that can do nothing, for longer than the outage. A pod that never reached a store gets no calls, so that
 * a rollout with a wrong address stops at its first pod.
 *
 * Alive: the event loop answers, and no heartbeat is late. Nothing that another process can cause, as a restart would
 * not help. A process that waits for a store before it can start is alive as well, and listens to say so.
 */
export interface Health {
  /** Of `/healthz`, `/readyz` and `/metrics`, once it listens. */
  readonly port: number
  /** Whether new calls belong here. */
  serving(): boolean
  stopped(): boolean
  /** Resolves when `serving` changes next. Rejects when `signal` aborts. */
  change(signal: AbortSignal): Promise<unknown>
  /**
   * A loop without which this process is of no use. It says so with every round; `/healthz` fails once it is silent.
   * Silence counts from the moment that all is started.
   */
  heartbeat(loop: string): () => void
  /** Probes are answered from now on: to be awaited before anything is that may be away. */
  listen(): Promise<void>
  /** All is started: ready as soon as what it needs has answered. */
  started(): void
  /** Unready from this moment on, for good. */
  stopping(): void
  close(): Promise<void>
}

export interface HealthOptions {
  /** 0 takes a free one. */
  readonly port: number
  readonly metrics: Metrics
  readonly log: Logger
  /** Milliseconds on a clock that never goes back. */
  readonly now?: () => number
}

// Every wait within a round has a limit of a few seconds: what is silent for a minute waits for nothing.
const SILENT_MS = 60_000
const ASK_AGAIN_MS = 250

const variables = {
  HEALTH_HOST: text('the address on which probes and metrics are answered', '127.0.0.1'),
}

/** Listens nowhere before `listen`, and then where HEALTH_HOST says: on this machine alone unless it is set. */
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
      // A loop that waits for its start is silent, and so is one that was asked to end.
      const hanging = () => (started && !leaving.signal.aborted ? silent() : [])
      server = await startHealthServer({ host, port, metrics, ready: () => serving, hanging })
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
