import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export { Counter, Gauge, Histogram, Registry } from 'prom-client'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export interface Metrics {
  readonly registry: Registry
  readonly grpcServed: Histogram<'method' | 'code'>
  readonly grpcCalled: Histogram<'method' | 'code'>
}

/** A registry of one process with what every process measures. Labels come from closed sets, never from ids. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  const histogram = (name: string, help: string) =>
    new Histogram({ name, help, labelNames: ['method', 'code'] as const, buckets: SECONDS, registers: [registry] })
  return {
    registry,
    grpcServed: histogram('kla_grpc_served_seconds', 'Time to answer an RPC, by method and result.'),
    grpcCalled: histogram('kla_grpc_called_seconds', 'Time a call to another service took, by method and result.'),
  }
}

/** A counter in the registry of `metrics`. */
export const counter = <L extends string>(metrics: Metrics, name: string, help: string, labelNames: readonly L[] = []) =>
  new Counter<L>({ name, help, labelNames: [...labelNames], registers: [metrics.registry] })

/** A gauge in the registry of `metrics`; `collect` may set it when it is read. */
export const gauge = (metrics: Metrics, name: string, help: string, collect?: (this: Gauge) => void) =>
  new Gauge({ name, help, registers: [metrics.registry], ...(collect ? { collect } : {}) })

/** A histogram of seconds in the registry of `metrics`. */
export const seconds = <L extends string>(metrics: Metrics, name: string, help: string, labelNames: readonly L[] = []) =>
  new Histogram<L>({ name, help, labelNames: [...labelNames], buckets: SECONDS, registers: [metrics.registry] })
