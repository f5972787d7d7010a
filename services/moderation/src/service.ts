import {
  approvals,
  awaitSchema,
  closeDatabase,
  createBus,
  createDatabase,
  createGrpcServer,
  createHealth,
  createLogger,
  createMetrics,
  createPrincipalVerifier,
  createRedis,
  readIdentity,
  repeat,
  serveHealth,
  type Bus,
  type FactConsumer,
  type Logger,
  type Repeated,
  type Runnable,
} from '@kla/chassis'
import { FACTS_STREAM, ModerationServiceService, subjects } from '@kla/proto'
import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createAudit } from './audit/index.js'
import { createBans } from './bans/index.js'
import type { Config } from './config.js'
import { createEvidence } from './evidence/index.js'
import { createMails, type MailPort } from './mails/index.js'
import { createOverview } from './overview/index.js'
import { createReports, type RandomBelow } from './reports/index.js'
import { createRetention } from './retention/index.js'
import { createAccounts, createClients, createMeetings, type Clients } from './shared/clients.js'
import { createTickets } from './tickets/index.js'

export interface Overrides {
  readonly log?: Logger
  readonly bus?: Bus
  readonly clients?: Partial<Clients>
  readonly now?: () => number
  readonly random?: RandomBelow
  readonly mailPort?: MailPort
}

export interface Service extends Runnable {
  readonly ports: { readonly grpc: number; readonly health: number }
}

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
/** For what a dead process or an unreachable auth has left. */
const BAN_RELAY_EVERY_MS = 1_000
const MAIL_EVERY_MS = 1_000

/** Builds one moderation process. Before `start`, only probes are served. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const { now = Date.now, random = (below: number) => randomInt(below) } = overrides
  const log = overrides.log ?? createLogger({ service: 'moderation', level: config.LOG_LEVEL })
  const metrics = createMetrics('moderation')
  const identity = readIdentity({ directory: config.IDENTITY_DIR, service: 'moderation', log, metrics })
  const health = createHealth({ port: config.HEALTH_PORT, metrics, log })
  await health.listen()
  const { POSTGRES_URL: url, POSTGRES_SCHEMA: schema, POSTGRES_MAX: max, REDIS_PREFIX: redisPrefix } = config
  const database = createDatabase({ url, schema, max, log, metrics })
  // A report waits for Redis twice before it is stored.
  const redis = createRedis({ url: config.REDIS_URL, log, metrics, commandTimeoutMs: 1_000 })
  const facts = { stream: FACTS_STREAM, subjects: [subjects.factsAll] }
  const bus = overrides.bus ?? (await createBus({ url: config.NATS_URL, name: 'moderation', log, metrics, facts }))
  const addresses = { auth: config.AUTH_ADDRESS, rooms: config.ROOMS_ADDRESS, engine: config.ENGINE_ADDRESS }
  const channels = createClients(addresses, { identity, metrics })
  const clients: Clients = { ...channels, ...overrides.clients }
  const accounts = createAccounts(clients.auth, log)
  const retention = {
    reportMs: config.REPORT_RETENTION_MS,
    graveMs: config.GRAVE_RETENTION_MS,
    banMs: config.BAN_RETENTION_MS,
  }

  const auditLog = createAudit({ database, redis, redisPrefix, bus, verifiers: auditVerifiers(config), metrics, log, now })
  const mails = createMails({ database, accounts, ...mailOptions(config, overrides), metrics, log, now })
  const { engine } = clients
  const evidence = createEvidence({ redis, redisPrefix, keepMs: config.TRANSCRIPT_KEEP_MS, bus, engine, log, now })
  const deps = { database, accounts, audit: auditLog.recorder, mails: mails.outbox, retention, metrics, log, now }
  const bans = createBans({ ...deps, auth: clients.auth })
  const tickets = createTickets(deps)
  const reports = createReports({
    ...deps,
    ...{ redis, redisPrefix, random },
    meetings: createMeetings(clients.meetings),
    takeContext: evidence.takeContext,
  })
  const retained = createRetention(deps)
  const overview = createOverview({ ...deps, reports: reports.store, bans: bans.lists, tickets: tickets.lists })

  const server = createGrpcServer({
    definition: ModerationServiceService,
    identity,
    handlers: {
      ...auditLog.handlers,
      ...evidence.handlers,
      ...bans.handlers,
      ...tickets.handlers,
      ...reports.handlers,
      ...retained.handlers,
      ...overview.handlers,
    },
    more: [serveHealth(health)],
    log,
    metrics,
    now,
    verifyPrincipal: await createPrincipalVerifier(config.PRINCIPAL_PUBLIC_KEY, now),
  })

  const ports = { grpc: 0, health: 0 }
  const loops: Repeated[] = []
  let consumer: FactConsumer | undefined

  function startLoops(): void {
    const loop = (name: string, everyMs: number, work: () => Promise<unknown>) =>
      loops.push(repeat({ name, work, everyMs, log }))
    loop('bans for auth', BAN_RELAY_EVERY_MS, bans.relay)
    loop('erasing', config.SWEEP_MS, retained.erase)
    loop('approvals', config.SWEEP_MS, () => approvals.prune(database, now()))
    loop('erasing mail', config.SWEEP_MS, mails.prune)
    if (mails.sending) loop('mail', MAIL_EVERY_MS, mails.sending.round)
    loop('audit check', config.AUDIT_CHECK_MS, auditLog.check)
  }

  async function close(): Promise<void> {
    health.stopping()
    await server.close()
    await consumer?.close()
    mails.sending?.stop()
    await Promise.all(loops.map((loop) => loop.stop()))
    await health.close()
    await bus.close()
    channels.close()
    redis.disconnect()
    await closeDatabase(database)
  }
  let closed: Promise<void> | undefined

  return {
    ports,
    async start() {
      ports.health = health.port
      await awaitSchema({ database, migrations: MIGRATIONS, health, log })
      startLoops()
      consumer = await auditLog.consume(config.FACTS_DURABLE)
      ports.grpc = await server.listen(config.GRPC_ADDRESS)
      health.started()
      log.info({ ports }, 'started')
    },
    stop: () => (closed ??= close()),
  }
}

const auditVerifiers = (config: Config) => ({
  auth: config.AUDIT_PUBLIC_KEY_AUTH,
  rooms: config.AUDIT_PUBLIC_KEY_ROOMS,
  'game-engine': config.AUDIT_PUBLIC_KEY_GAME_ENGINE,
  library: config.AUDIT_PUBLIC_KEY_LIBRARY,
  commerce: config.AUDIT_PUBLIC_KEY_COMMERCE,
})

const mailOptions = (config: Config, { mailPort }: Overrides) => ({
  smtp:
    config.SMTP_URL === ''
      ? undefined
      : {
          url: config.SMTP_URL,
          requireTls: config.SMTP_REQUIRE_TLS,
          from: config.MAIL_FROM,
          replyTo: config.CONTACT_EMAIL,
        },
  port: mailPort,
  sender: { siteUrl: config.PUBLIC_URL.replace(/\/+$/, ''), contact: config.CONTACT_EMAIL },
  keptMs: config.MAIL_RETENTION_MS,
})
