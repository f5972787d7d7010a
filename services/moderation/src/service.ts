import {
  createBus,
  createDatabase,
  createGrpcServer,
  createLogger,
  createMetrics,
  createPrincipalVerifier,
  createRedis,
  startHealthServer,
  type Bus,
  type HealthServer,
  type Logger,
  type Repeated,
  type Runnable,
} from '@kla/chassis'
import { FACTS_STREAM, ModerationServiceService, subjects } from '@kla/proto'
import { createClients, type Clients } from './clients/clients.js'
import type { Config } from './config.js'
import type { ModerationHandlers } from './server/dependencies.js'

/** What a test may put in place of the real thing. The service closes what it is given when it stops. */
export interface Overrides {
  readonly log?: Logger
  readonly bus?: Bus
  readonly clients?: Partial<Clients>
  /** Unix milliseconds. */
  readonly now?: () => number
}

export interface Service extends Runnable {
  /** The ports taken, once started. */
  readonly ports: { readonly grpc: number; readonly health: number }
}

/** Builds one moderation process. Nothing listens or runs before `start`. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const { now = Date.now } = overrides
  const log = overrides.log ?? createLogger({ service: 'moderation', level: config.LOG_LEVEL })
  const metrics = createMetrics('moderation')
  const { POSTGRES_URL: url, POSTGRES_SCHEMA: schema, POSTGRES_MAX: max } = config
  const database = createDatabase({ url, schema, max, log })
  const redis = createRedis({ url: config.REDIS_URL, log })
  const facts = { stream: FACTS_STREAM, subjects: [subjects.factsAll] }
  const bus = overrides.bus ?? (await createBus({ url: config.NATS_URL, name: 'moderation', log, facts }))
  const channels = createClients(config, metrics)
  const clients: Clients = { ...channels, ...overrides.clients }
  void clients

  const handlers = {} as ModerationHandlers
  const server = createGrpcServer({
    definition: ModerationServiceService,
    handlers,
    log,
    metrics,
    now,
    verifyPrincipal: await createPrincipalVerifier(config.PRINCIPAL_PUBLIC_KEY, now),
  })

  const ports = { grpc: 0, health: 0 }
  let health: HealthServer | undefined
  const repeated: Repeated[] = []

  async function close(): Promise<void> {
    await server.close()
    await Promise.all(repeated.map((loop) => loop.stop()))
    await health?.close()
    await bus.close()
    channels.close()
    redis.disconnect()
    await database.end()
  }
  let closed: Promise<void> | undefined

  return {
    ports,
    async start() {
      ports.grpc = await server.listen(config.GRPC_ADDRESS)
      const ready = () => Promise.all([database.query('SELECT 1'), redis.ping()]).then(() => true)
      health = await startHealthServer({ port: config.HEALTH_PORT, metrics, ready })
      ports.health = health.port
      log.info({ ports }, 'started')
    },
    stop: () => (closed ??= close()),
  }
}
