import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { answersNow, answerWithin } from './timeout.js'

export { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Upper bounds; 0.25, 0.3 and 2 are the limits that service level objectives are stated in. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.3, 0.5, 1, 2, 5, 10]

/** How often the event loop's delay is sampled: with Node's 10 ms, an idle process does little else. */
const EVENT_LOOP_SAMPLE_MS = 50

export interface Metrics {
  readonly registry: Registry
  readonly grpcServed: Histogram<RpcLabel>
  readonly grpcCalled: Histogram<RpcLabel>
  /** What the process cannot work without, each with a question whether it answers now; asked with every reading. */
  readonly dependencies: Map<DependencyName, () => boolean | Promise<boolean>>
}

/** `grpc_service`: the definition, as methods of two of them may share a name. */
type RpcLabel = 'grpc_service' | 'method' | 'code'
export type DependencyName = 'nats' | 'postgres' | 'redis'

/** A registry of one process with what every process measures. Labels come from closed sets, never from ids. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS })
  const histogram = (name: string, help: string) =>
    new Histogram<RpcLabel>({
      ...{ name, help, buckets: SECONDS, registers: [registry] },
      labelNames: ['grpc_service', 'method', 'code'],
    })
  const dependencies: Metrics['dependencies'] = new Map()
  new Gauge({
    name: 'kla_dependency_up',
    help: 'Whether what this process needs answers it: 1 or 0.',
    labelNames: ['dependency'] as const,
    registers: [registry],
    async collect() {
      await Promise.all(
        [...dependencies].map(async ([dependency, answers]) => {
          this.set({ dependency }, (await answersNow(answers)) ? 1 : 0)
        }),
      )
    },
  })
  return {
    registry,
    grpcServed: histogram('kla_grpc_served_seconds', 'Time to answer an RPC, by method and result.'),
    grpcCalled: histogram('kla_grpc_called_seconds', 'Time a call to another service took, by method and result.'),
    dependencies,
  }
}

/** A counter in the registry of `metrics`. */
export const counter = <L extends string>(metrics: Metrics, name: string, help: string, labelNames: readonly L[] = []) =>
  new Counter<L>({ name, help, labelNames: [...labelNames], registers: [metrics.registry] })

/** A counter of what happens many thousand times a second, by one label or several. */
export interface Tally {
  /** `values`: of the labels, in their order. From closed sets, as everywhere. */
  add(values: readonly string[], times?: number): void
}

/** Adds up plainly, and writes it into the counter when that is read: finding the series of its labels costs more. */
export function tally(metrics: Metrics, name: string, help: string, labelNames: readonly string[]): Tally {
  const pending = new Map<string, { readonly values: readonly string[]; times: number }>()
  new Counter({
    ...{ name, help, labelNames: [...labelNames], registers: [metrics.registry] },
    collect() {
      for (const { values, times } of pending.values()) this.labels(...values).inc(times)
      pending.clear()
    },
  })
  return {
    add(values, times = 1) {
      const key = values.length === 1 ? (values[0] ?? '') : values.join(' ')
      const counted = pending.get(key)
      if (counted) counted.times += times
      else pending.set(key, { values, times })
    },
  }
}

/** A counter that takes the values of a closed set and no others. */
export interface ClosedCounter<L extends string, V extends string> {
  inc(labels: Readonly<Record<L, V>>, by?: number): void
  /** As it stands. */
  get: Counter<L>['get']
}

/**
 * A counter by one label, whose values all stand at 0 from the start: an event that comes together with its series is no
 * rise to Prometheus, and what must never happen would happen once unseen.
 */
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

/** A gauge in the registry of `metrics`; `collect` may set it when it is read. */
export const gauge = (metrics: Metrics, name: string, help: string, collect?: (this: Gauge) => void | Promise<void>) =>
  new Gauge({ name, help, registers: [metrics.registry], ...(collect ? { collect } : {}) })

/** A histogram of seconds in the registry of `metrics`. */
export const seconds = <L extends string>(metrics: Metrics, name: string, help: string, labelNames: readonly L[] = []) =>
  new Histogram<L>({ name, help, labelNames: [...labelNames], buckets: SECONDS, registers: [metrics.registry] })

/** Less than whoever scrapes waits for all readings together, which is 10 s with Prometheus. */
const WAIT_MS = 3_000

/**
 * A reading that is taken with a query: at most every `everyMs`, however often it is asked for, and by everybody who asks
 * meanwhile together. One that fails is NaN in all its parts: what is not known must not look like what was. So is one
 * that is late, to those who ask before it is there.
 */
export function createReading<Part extends string>(
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
    return answerWithin(WAIT_MS, last, unknown)
  }
}
