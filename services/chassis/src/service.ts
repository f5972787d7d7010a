import type { ServiceName } from '@kla/proto'
import type { GrpcServer } from './grpc/server.js'
import { createHealth, type Health } from './health.js'
import { type Identity, readIdentity } from './identity.js'
import type { Runnable } from './lifecycle.js'
import { createLogger, type Logger } from './logger.js'
import { createMetrics, type DependencyName, type Metrics } from './metrics.js'

/** What every service has before its own modules. */
export interface ServiceBase {
  readonly log: Logger
  readonly metrics: Metrics
  readonly identity: Identity
  readonly health: Health
}

/** Settings that every service has. */
export interface ServiceBaseSettings {
  readonly logLevel: string
  readonly identityDir: string
  readonly healthPort: number
}

/** Answers probes at once. `worksWithout`: stores that may fail after the start. */
export async function createServiceBase(
  name: ServiceName,
  settings: ServiceBaseSettings,
  overrides: { readonly log?: Logger } = {},
  worksWithout: readonly DependencyName[] = [],
): Promise<ServiceBase> {
  const log = overrides.log ?? createLogger({ service: name, level: settings.logLevel })
  const metrics = createMetrics(name)
  const identity = readIdentity({ directory: settings.identityDir, service: name, log, metrics })
  const health = createHealth({ port: settings.healthPort, metrics, log, worksWithout })
  await health.listen()
  return { log, metrics, identity, health }
}

/** A loop, subscription, consumer or module. */
export type Running = { stop(): unknown } | { close(): unknown }

type Started = Running | readonly Running[] | void

/** Handlers, steps and loops of a service. */
export interface ServiceParts {
  readonly base: Pick<ServiceBase, 'log' | 'health'>
  readonly server: GrpcServer
  readonly grpcAddress: string
  /** Must succeed in order before anything runs: schemas, first loads. */
  readonly prepare?: readonly (() => Promise<unknown>)[]
  /** Started in order and stopped in reverse. */
  readonly run?: readonly (() => Started | Promise<Started>)[]
  /** Clients, stores and the bus, closed last. */
  readonly close: readonly (() => unknown)[]
}

/** A service and its ports. */
export interface Service extends Runnable {
  readonly ports: { readonly grpc: number; readonly health: number }
}

/** Starts in order and stops once, in reverse. */
export function assembleService({
  base: { log, health },
  server,
  grpcAddress,
  prepare = [],
  run = [],
  close,
}: ServiceParts): Service {
  const ports = { grpc: 0, health: health.port }
  const running: (readonly Running[])[] = []
  let stopped: Promise<void> | undefined

  async function stop(): Promise<void> {
    health.stopping()
    await server.close()
    for (const group of running.toReversed()) {
      await Promise.all(group.map((one) => ('stop' in one ? one.stop() : one.close())))
    }
    await health.close()
    for (const step of close) await step()
  }

  return {
    ports,
    async start() {
      for (const step of prepare) await step()
      for (const step of run) {
        const started = await step()
        if (started) running.push([started].flat())
      }
      ports.grpc = await server.listen(grpcAddress)
      health.started()
      log.info({ ports }, 'service started')
    },
    stop: () => (stopped ??= stop()),
  }
}
