import { EventEmitter, once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readEnvironment, text } from './config.js'
import { listenHost } from './listen-host.js'
import type { Logger } from './logger.js'
import { type DependencyName, gauge, type Metrics } from './metrics.js'
import { type Availability, checkAvailability } from './timeout.js'

/** The HTTP server for probes and metrics. */
export interface HealthServer {
  readonly port: number
  close(): Promise<void>
}

/** Serves `/healthz`, `/readyz` and `/metrics` inside the cluster. */
export async function startHealthServer(options: {
  host: string
  port: number
  metrics: Metrics
  ready: () => { readonly ready: boolean; readonly why: string }
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
          const { ready, why } = options.ready()
          response.writeHead(ready ? 200 : 503).end(why)
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
 * State for probes. Ready: started, not stopping, required dependencies available, and with every right in them at first. Alive: the event loop responds and no
 * heartbeat is late; nothing another process can cause.
 */
export interface Health {
  readonly port: number
  serving(): boolean
  stopped(): boolean
  /** Resolves at the next change of `serving`. Rejects on abort. */
  change(signal: AbortSignal): Promise<unknown>
  /** Registers a loop; call the result in every round. `/healthz` fails after a minute without it. */
  heartbeat(loop: string): () => void
  /** Starts answering probes. Await it before connecting to anything. */
  listen(): Promise<void>
  started(): void
  stopping(): void
  close(): Promise<void>
}

/** Port, dependencies and intervals of the probes. */
export interface HealthOptions {
  readonly port: number
  readonly metrics: Metrics
  readonly log: Logger
  /** Dependencies that may fail after the start. */
  readonly worksWithout?: readonly DependencyName[]
  /** Interval of dependency checks, milliseconds. */
  readonly watchEveryMs?: number
  /** Monotonic milliseconds. */
  readonly now?: () => number
}

const SILENT_MS = 60_000
const ASK_AGAIN_MS = 250
/** A store that works, but does not say which rights it gives, delays readiness no longer. */
const RIGHTS_WITHIN_MS = 3_000
const WATCH_EVERY_MS = 1_000
/** Store restarts and failovers are mostly over by then. */
const UNAVAILABLE_AFTER_MS = 5_000

const variables = {
  HEALTH_HOST: text('the address on which probes and metrics are answered', '127.0.0.1'),
}

/** Listens on HEALTH_HOST: loopback unless set. */
export function createHealth(options: HealthOptions): Health {
  const {
    port,
    metrics,
    log,
    worksWithout = [],
    watchEveryMs = WATCH_EVERY_MS,
    now = () => performance.now(),
  } = options
  const changes = new EventEmitter().setMaxListeners(0)
  const { HEALTH_HOST: host } = readEnvironment(variables)
  const heartbeats = new Map<string, number>()
  const unavailable = new Map<DependencyName, { readonly why: Exclude<Availability, true>; readonly sinceMs: number }>()
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

  const pause = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal: leaving.signal, ref: false }).catch(() => undefined)

  async function becomeReady(): Promise<void> {
    const missing = new Map(metrics.dependencies)
    let availableSinceMs: number | undefined
    for (let first = true; ; first = false) {
      await Promise.all(
        [...missing].map(async ([name, ask]) => {
          const availability = await checkAvailability(ask)
          note(name, availability)
          if (availability === true) missing.delete(name)
        }),
      )
      if (missing.size === 0) availableSinceMs ??= now()
      if (leaving.signal.aborted || (availableSinceMs !== undefined && hasRights(now() - availableSinceMs))) break
      if (first && missing.size > 0) log.warn({ missing: [...missing.keys()] }, 'not ready: waiting for dependencies')
      await pause(ASK_AGAIN_MS)
    }
    if (!leaving.signal.aborted) set(true)
  }

  const note = (name: DependencyName, availability: Availability): void => {
    if (availability === true) unavailable.delete(name)
    else unavailable.set(name, { why: availability, sinceMs: unavailable.get(name)?.sinceMs ?? now() })
  }

  async function watch(): Promise<void> {
    for (;;) {
      await pause(watchEveryMs)
      await Promise.all([...metrics.dependencies].map(async ([name, ask]) => note(name, await checkAvailability(ask))))
      if (leaving.signal.aborted) return
      const needed = [...unavailable].filter(
        ([name, { sinceMs }]) => !worksWithout.includes(name) && now() - sinceMs >= UNAVAILABLE_AFTER_MS,
      )
      const ready = needed.length === 0
      if (ready !== serving)
        log[ready ? 'info' : 'warn'](
          { unavailable: described() },
          ready ? 'ready again' : 'not ready: a store cannot serve',
        )
      set(ready)
    }
  }

  const hasRights = (waitedMs: number): boolean =>
    [...metrics.rights.values()].every((faults) => (faults ? faults.length === 0 : waitedMs >= RIGHTS_WITHIN_MS))
  const refused = (): string => [...metrics.rights.values()].flatMap((faults) => faults ?? []).join('; ')

  const described = (): string => [...unavailable].map(([name, { why }]) => `${name} (${why})`).join(', ')
  const readiness = (): { ready: boolean; why: string } => {
    const said = serving ? 'ready' : 'not ready'
    const why = [unavailable.size === 0 ? '' : `without ${described()}`, serving ? '' : refused()].filter(Boolean)
    return { ready: serving, why: why.length === 0 || leaving.signal.aborted ? said : `${said}: ${why.join('; ')}` }
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
      const hanging = () => (started && !leaving.signal.aborted ? silent() : [])
      server = await startHealthServer({ host: await listenHost(host, log), port, metrics, ready: readiness, hanging })
    },
    started() {
      for (const loop of heartbeats.keys()) heartbeats.set(loop, now())
      started = true
      void becomeReady().then(watch)
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
