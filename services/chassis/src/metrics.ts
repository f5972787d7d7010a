import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { failingWork } from './loop.js'
import { type AskAvailability, checkAvailability, withTimeout } from './timeout.js'

export { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Includes the objectives' limits 0.25, 0.3 and 2 s. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.3, 0.5, 1, 2, 5, 10]

/** The default of 10 ms keeps idle processes busy. */
const EVENT_LOOP_SAMPLE_MS = 50

/** The process's registry and its dependency checks. */
export interface Metrics {
  readonly service: string
  readonly registry: Registry
  readonly grpcServed: Histogram<RpcLabel>
  readonly grpcCalled: Histogram<RpcLabel>
  /** Checks whether dependencies can work, writes included, at every scrape and for readiness. */
  readonly dependencies: Map<DependencyName, AskAvailability>
  /** Rights that each store refuses this process; undefined until it has answered. */
  readonly rights: Map<DependencyName, readonly string[] | undefined>
}

/** Tells methods of the same name apart by `grpc_service`. */
type RpcLabel = 'grpc_service' | 'method' | 'code'
/** Dependencies that probes and metrics report. */
export type DependencyName = 'nats' | 'postgres' | 'redis'

/** Creates a registry. Labels come from closed sets, never from ids. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS })
  const histogram = (name: string, help: string) =>
    new Histogram<RpcLabel>({
      name,
      help,
      buckets: SECONDS,
      registers: [registry],
      labelNames: ['grpc_service', 'method', 'code'],
    })
  const dependencies: Metrics['dependencies'] = new Map()
  new Gauge({
    name: 'kla_dependency_up',
    help: 'Whether this dependency can serve the process, writes included: 1 or 0.',
    labelNames: ['dependency'] as const,
    registers: [registry],
    async collect() {
      await Promise.all(
        [...dependencies].map(async ([dependency, ask]) => {
          this.set({ dependency }, (await checkAvailability(ask)) === true ? 1 : 0)
        }),
      )
    },
  })
  const rights: Metrics['rights'] = new Map()
  new Gauge({
    name: 'kla_preflight_faults',
    help: 'Rights in a store that this process needs and did not have at its start.',
    labelNames: ['store'] as const,
    registers: [registry],
    collect() {
      for (const [store, faults] of rights) if (faults !== undefined) this.set({ store }, faults.length)
    },
  })
  new Gauge({
    name: 'kla_work_failing_seconds',
    help: 'For how long each repeated work of this process has failed; 0: its last round succeeded.',
    labelNames: ['work'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const [work, failing] of failingWork()) this.set({ work }, failing)
    },
  })
  new Gauge({
    name: 'kla_clock_seconds',
    help: "The process's clock at the scrape, Unix seconds.",
    registers: [registry],
    collect() {
      this.set(Date.now() / 1_000)
    },
  })
  return {
    service,
    registry,
    grpcServed: histogram('kla_grpc_served_seconds', 'Time to answer an RPC, by method and result.'),
    grpcCalled: histogram('kla_grpc_called_seconds', 'Time a call to another service took, by method and result.'),
    dependencies,
    rights,
  }
}

export const counter = <L extends string>(
  metrics: Metrics,
  name: string,
  help: string,
  labelNames: readonly L[] = [],
) => new Counter<L>({ name, help, labelNames: [...labelNames], registers: [metrics.registry] })

/** A counter for very frequent events. */
export interface Tally {
  /** Label values come from closed sets; keep the result. */
  of(...values: readonly string[]): Series
}

/** A counter's series with fixed labels. */
export interface Series {
  add(times?: number): void
}

/** Adds plain numbers until the scrape, which is cheaper. */
export function tally(metrics: Metrics, name: string, help: string, labelNames: readonly string[]): Tally {
  const known: { readonly values: readonly string[]; pending: number }[] = []
  new Counter({
    name,
    help,
    labelNames: [...labelNames],
    registers: [metrics.registry],
    collect() {
      for (const series of known) {
        this.labels(...series.values).inc(series.pending)
        series.pending = 0
      }
    },
  })
  return {
    of(...values) {
      const series = { values, pending: 0 }
      known.push(series)
      return { add: (times = 1) => void (series.pending += times) }
    },
  }
}

/** A counter over a closed set of values. */
export interface ClosedCounter<L extends string, V extends string> {
  inc(labels: Readonly<Record<L, V>>, by?: number): void
  get: Counter<L>['get']
}

/** Starts at 0: Prometheus sees no increase in a series' first value. */
export function counterOf<L extends string, V extends string>(
  metrics: Metrics,
  name: string,
  help: string,
  label: L,
  values: readonly V[],
): ClosedCounter<L, V> {
  const counted = counter(metrics, name, help, [label])
  for (const value of values) counted.inc({ [label]: value } as Record<L, V>, 0)
  return counted
}

/** A gauge, possibly set at the scrape. */
export const gauge = (metrics: Metrics, name: string, help: string, collect?: (this: Gauge) => void | Promise<void>) =>
  new Gauge({ name, help, registers: [metrics.registry], ...(collect ? { collect } : {}) })

/** A histogram of durations in seconds. */
export const seconds = <L extends string>(
  metrics: Metrics,
  name: string,
  help: string,
  labelNames: readonly L[] = [],
) => new Histogram<L>({ name, help, labelNames: [...labelNames], buckets: SECONDS, registers: [metrics.registry] })

/** Must be below the scrape timeout of 10 s. */
const WAIT_MS = 3_000

/** Caches a reading for `everyMs`. NaN if it failed or is late. */
export function createCachedReading<Part extends string>(
  parts: readonly Part[],
  read: () => Promise<Readonly<Record<Part, number>>>,
  { everyMs, now = () => performance.now() }: { readonly everyMs: number; readonly now?: () => number },
): () => Promise<Readonly<Record<Part, number>>> {
  const unknown = Object.fromEntries(parts.map((part) => [part, NaN])) as Record<Part, number>
  let takenAt = -Infinity
  let last: Promise<Readonly<Record<Part, number>>> = Promise.resolve(unknown)
  return () => {
    if (now() - takenAt >= everyMs) {
      takenAt = now()
      last = read().catch(() => unknown)
    }
    return withTimeout(WAIT_MS, last, unknown)
  }
}
