import {
  approvals,
  awaitSchema,
  closeDatabase,
  counter,
  createBus,
  createDatabase,
  createGrpcServer,
  createHealth,
  createLogger,
  createMetrics,
  createPrincipalVerifier,
  createRedis,
  gauge,
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
import { createCheckAudit, createCheckHead, createVerifyChain, createVerifyStretch } from './audit/verify.js'
import { type Clients, createAccounts, createClients, createMeetings } from './shared/clients.js'
import { createSmtpMail, type MailPort } from './mails/smtp.js'
import type { Config } from './config.js'
import { createCourier, createCourierMetrics, createTellAuth } from './bans/relay.js'
import type { Lot } from './reports/rules/submission.js'
import { consumeAudit, createRefusedFacts } from './audit/events.js'
import { createMailMetrics, measureMails } from './mails/metrics.js'
import { createPruneMails, createSendMails } from './mails/timers.js'
import { createReadBacklog, measureBacklog } from './overview/backlog.js'
import { auditHandlers } from './audit/index.js'
import { banHandlers } from './bans/index.js'
import type { ModerationHandlers } from './shared/rpc.js'
import { holdHandlers } from './retention/rpc.js'
import { reportHandlers } from './reports/index.js'
import { subjectHandlers } from './overview/index.js'
import { ticketHandlers } from './tickets/index.js'
import { createAuditChain, createAuditHeads, createMissingGroups } from './audit/chain-store.js'
import { createAuditInbox, createAuditRecorder, hashOf } from './audit/log-store.js'
import { createAuditPages } from './audit/pages-store.js'
import { createBanListStore, createRestrictionStore } from './bans/store.js'
import { createBanStore } from './bans/change-store.js'
import { createErasingStore, createHoldStore } from './retention/store.js'
import { createLetterStore, createMailQueue, createReadMailBacklog, MAIL_OUTBOX, NO_MAIL } from './mails/store.js'
import { createReportChanges } from './reports/change-store.js'
import { createReportDeletions } from './reports/deletion-store.js'
import { createReportIntake, createReportRate } from './reports/intake-store.js'
import { createReportStore } from './reports/store.js'
import { createTicketListStore } from './tickets/list-store.js'
import { createTicketStore } from './tickets/store.js'
import { createTranscriptStore } from './evidence/store.js'
import { createEraseHidden } from './retention/timers.js'
import { createAskForLines, createTakeContext } from './evidence/context.js'

/** What a test may put in place of the real thing. The service closes what it is given when it stops. */
export interface Overrides {
  readonly log?: Logger
  readonly bus?: Bus
  readonly clients?: Partial<Clients>
  /** Unix milliseconds. */
  readonly now?: () => number
  readonly lot?: Lot
  /** Takes the place of the mail server, which has to be configured all the same. */
  readonly mailPort?: MailPort
}

export interface Service extends Runnable {
  /** The ports taken, once started. */
  readonly ports: { readonly grpc: number; readonly health: number }
}

/** What this build needs to find done in its schema. */
const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
/** Bans are told to auth by the call that set them; this is for what a dead process or an absent auth has left. */
const COURIER_EVERY_MS = 1_000
const MAIL_EVERY_MS = 1_000

/** Builds one moderation process. Before `start` nothing runs, and nothing listens but for probes. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const { now = Date.now, lot = (below: number) => randomInt(below) } = overrides
  const log = overrides.log ?? createLogger({ service: 'moderation', level: config.LOG_LEVEL })
  const metrics = createMetrics('moderation')
  const identity = readIdentity({ directory: config.IDENTITY_DIR, service: 'moderation', log, metrics })
  const health = createHealth({ port: config.HEALTH_PORT, metrics, log })
  await health.listen()
  const { POSTGRES_URL: url, POSTGRES_SCHEMA: schema, POSTGRES_MAX: max } = config
  const database = createDatabase({ url, schema, max, log, metrics })
  // A report waits for it twice, and has to be stored before its caller gives up.
  const redis = createRedis({ url: config.REDIS_URL, log, metrics, commandTimeoutMs: 1_000 })
  const facts = { stream: FACTS_STREAM, subjects: [subjects.factsAll] }
  const bus = overrides.bus ?? (await createBus({ url: config.NATS_URL, name: 'moderation', log, metrics, facts }))
  const channels = createClients(config, identity, metrics)
  const clients: Clients = { ...channels, ...overrides.clients }
  const accounts = createAccounts(clients.auth, log)
  const audit = createAuditRecorder(database)
  const retention = {
    reportMs: config.REPORT_RETENTION_MS,
    graveMs: config.GRAVE_RETENTION_MS,
    banMs: config.BAN_RETENTION_MS,
  }

  const restrictions = createRestrictionStore(database)
  const courierMetrics = createCourierMetrics(metrics)
  const tellAuth = createTellAuth({ restrictions, auth: clients.auth, metrics: courierMetrics, log, now })
  const courier = createCourier({ tellAuth, restrictions, metrics: courierMetrics, log })
  const outbox = config.SMTP_URL === '' ? NO_MAIL : MAIL_OUTBOX
  const bans = createBanStore(database, outbox)
  const lists = createBanListStore(database)
  const tickets = createTicketStore(database, outbox)
  const ticketLists = createTicketListStore(database)

  const transcripts = createTranscriptStore(redis, config.REDIS_PREFIX, config.TRANSCRIPT_KEEP_MS)
  const { meetings, engine } = clients
  const reporting = {
    reports: createReportStore(database),
    intake: createReportIntake(database, lot),
    changes: createReportChanges(database),
    deletions: createReportDeletions(database),
    rate: createReportRate(redis, config.REDIS_PREFIX),
    transcripts,
    meetings: createMeetings(meetings),
    takeContext: createTakeContext({ ...{ engine, transcripts, log, now }, askForLines: createAskForLines(bus) }),
  }

  const entries = createAuditChain(database)
  const verify = createVerifyChain(entries, hashOf)
  const heads = createAuditHeads(redis, config.REDIS_PREFIX)
  const checkHead = createCheckHead({ heads, entries, log })
  const verifiers = {
    auth: config.AUDIT_PUBLIC_KEY_AUTH,
    rooms: config.AUDIT_PUBLIC_KEY_ROOMS,
    'game-engine': config.AUDIT_PUBLIC_KEY_GAME_ENGINE,
    library: config.AUDIT_PUBLIC_KEY_LIBRARY,
    commerce: config.AUDIT_PUBLIC_KEY_COMMERCE,
  }
  const refused = createRefusedFacts(metrics)
  const missingGroups = createMissingGroups(database)
  const auditFaults = gauge(metrics, 'kla_moderation_audit_faults', '1 while the audit log is not what it was.')
  const auditChecks = counter(metrics, 'kla_moderation_audit_checks_total', 'Checks of the audit log that came to an end.')
  measureBacklog(metrics, createReadBacklog(database))
  const checkAudit = createCheckAudit({
    ...{ verify, checkHead, heads, missingGroups, log },
    faults: auditFaults,
    checks: auditChecks,
  })
  const eraseHidden = createEraseHidden({ erasing: createErasingStore(database), retention, log, now })

  const queue = createMailQueue(database)
  const pruneMails = createPruneMails({ queue, keptMs: config.MAIL_RETENTION_MS, log, now })
  const sendMails =
    config.SMTP_URL === ''
      ? undefined
      : createSendMails({
          ...{ queue, letters: createLetterStore(database), accounts, log, now },
          port: overrides.mailPort ?? createSmtpMail(smtpOf(config)),
          sender: { siteUrl: config.PUBLIC_URL.replace(/\/+$/, ''), contact: config.CONTACT_EMAIL },
          metrics: createMailMetrics(metrics),
        })
  if (sendMails) measureMails(metrics, createReadMailBacklog(database))

  const handlers: ModerationHandlers = {
    ...holdHandlers({ holds: createHoldStore(database), now }),
    ...auditHandlers({ pages: createAuditPages(database), verify: createVerifyStretch(verify, checkHead), audit, now }),
    ...reportHandlers({ ...reporting, accounts, audit, retention, now }),
    ...banHandlers({ bans, lists, courier, accounts, audit, retention, now }),
    ...ticketHandlers({ tickets, ticketLists, accounts, audit, now }),
    ...subjectHandlers({ reports: reporting.reports, lists, ticketLists, accounts, audit, now }),
  }
  const server = createGrpcServer({
    definition: ModerationServiceService,
    identity,
    handlers,
    more: [serveHealth(health)],
    log,
    metrics,
    now,
    verifyPrincipal: await createPrincipalVerifier(config.PRINCIPAL_PUBLIC_KEY, now),
  })

  const ports = { grpc: 0, health: 0 }
  const repeated: Repeated[] = []
  let consumer: FactConsumer | undefined

  async function close(): Promise<void> {
    health.stopping()
    await server.close()
    await consumer?.close()
    sendMails?.stop()
    await Promise.all(repeated.map((loop) => loop.stop()))
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
      repeated.push(repeat({ name: 'bans for auth', work: courier.round, everyMs: COURIER_EVERY_MS, log }))
      repeated.push(repeat({ name: 'erasing', work: eraseHidden, everyMs: config.SWEEP_MS, log }))
      repeated.push(repeat({ name: 'approvals', work: () => approvals.prune(database, now()), everyMs: config.SWEEP_MS, log }))
      repeated.push(repeat({ name: 'erasing mail', work: pruneMails, everyMs: config.SWEEP_MS, log }))
      if (sendMails) repeated.push(repeat({ name: 'mail', work: sendMails.round, everyMs: MAIL_EVERY_MS, log }))
      repeated.push(repeat({ name: 'audit check', work: checkAudit, everyMs: config.AUDIT_CHECK_MS, log }))
      const inbox = createAuditInbox(database)
      consumer = await consumeAudit({ bus, durable: config.FACTS_DURABLE, inbox, verifiers, refused, log })
      ports.grpc = await server.listen(config.GRPC_ADDRESS)
      health.started()
      log.info({ ports }, 'started')
    },
    stop: () => (closed ??= close()),
  }
}

const smtpOf = (config: Config) => ({
  url: config.SMTP_URL,
  requireTls: config.SMTP_REQUIRE_TLS,
  from: config.MAIL_FROM,
  replyTo: config.CONTACT_EMAIL,
})
