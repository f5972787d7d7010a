import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import {
  approvals,
  assembleService,
  awaitSchema,
  type Bus,
  closeDatabase,
  createApprovalNotices,
  createBus,
  createDatabase,
  createGrpcServer,
  createOutbox,
  createPrincipalVerifier,
  createRedis,
  createServiceBase,
  ENDED_EVERY_MS,
  type Logger,
  repeat,
  type Running,
  serveHealth,
  type Service,
} from '@kla/chassis'
import { EVENTS_STREAM, ModerationServiceService, subjects } from '@kla/proto'
import { createAudit } from './audit/index.js'
import { createBans } from './bans/index.js'
import { type Config, onCallEmails } from './config.js'
import { createDecisions } from './decisions/index.js'
import { createEvidence } from './evidence/index.js'
import {
  addOpeningCalls,
  changeDuties,
  createDeskNotices,
  createJobs,
  createSeeAtWork,
  createSignals,
  createSignalStore,
  notifying,
} from './jobs/index.js'
import { createMails, type MailPort } from './mails/index.js'
import { createAskSecondOpinion, createOpinions } from './opinions/index.js'
import { createOverview } from './overview/index.js'
import { createPeople } from './people/index.js'
import { createReports, type RandomBelow } from './reports/index.js'
import { createRetention } from './retention/index.js'
import { rightsFor } from './shared/approvals.js'
import { type Clients, createAccounts, createClients, createMeetingCounts, createMeetings } from './shared/clients.js'
import { createStills } from './stills/index.js'
import { createTickets } from './tickets/index.js'

export interface Overrides {
  readonly log?: Logger
  readonly bus?: Bus
  readonly clients?: Partial<Clients>
  readonly now?: () => number
  readonly random?: RandomBelow
  readonly mailPort?: MailPort
}

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
const BAN_RELAY_EVERY_MS = 1_000
const STATE_RELAY_EVERY_MS = 1_000
const MAIL_EVERY_MS = 1_000
const OUTBOX_EVERY_MS = 1_000
const PRUNE_EVERY_MS = 3_600_000
const BREACHES_EVERY_MS = 5_000
const CALLS_EVERY_MS = 5_000
const BREAKS_EVERY_MS = 30_000
const DESK_CHANGES = [
  ...(['submitReport', 'updateReport', 'reviewReport', 'deleteReport', 'changeReports', 'restoreReport'] as const),
  ...(['closeReportBatch', 'undoReportBatch', 'askForHoldRelease', 'approveHoldRelease'] as const),
  ...(['askForReportDeletion', 'approveReportDeletion', 'openTicket', 'updateTicket', 'replyToTicket'] as const),
] as const

/** Serves only probes before `start`. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<Service> {
  const { now = Date.now, random = (below: number) => randomInt(below) } = overrides
  const base = await createServiceBase('moderation', config, overrides, ['nats', 'redis'])
  const { log, metrics, identity, health } = base
  const { postgresUrl: url, postgresSchema: schema, postgresMax: max, redisPrefix } = config
  const database = createDatabase({ url, schema, max, log, metrics })
  // A report waits for Redis twice before it is stored.
  const redis = createRedis({ url: config.redisUrl, log, metrics, commandTimeoutMs: 1_000 })
  const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }
  const bus = overrides.bus ?? (await createBus({ url: config.natsUrl, name: 'moderation', log, metrics, events }))
  const addresses = {
    auth: config.authAddress,
    rooms: config.roomsAddress,
    engine: config.engineAddress,
    evidence: config.evidenceAddress,
  }
  const channels = createClients(addresses, { identity, metrics })
  const clients: Clients = { ...channels, ...overrides.clients }
  const accounts = createAccounts(clients.auth, log)
  const retention = {
    reportMs: config.reportRetentionMs,
    graveMs: config.graveRetentionMs,
    banMs: config.banRetentionMs,
  }

  const outbox = createOutbox({ database, bus, metrics })
  const auditLog = createAudit({
    database,
    redis,
    redisPrefix,
    bus,
    verifiers: auditVerifiers(config),
    async beforeAppending(tx, entries) {
      await addOpeningCalls(tx, entries)
      await changeDuties(tx, entries)
    },
    metrics,
    log,
    now,
  })
  const mails = createMails({ database, accounts, ...mailOptions(config, overrides), metrics, log, now })
  const { engine } = clients
  const evidence = createEvidence({
    database,
    redis,
    redisPrefix,
    keepMs: config.transcriptKeepMs,
    bus,
    engine,
    log,
    now,
  })
  const stills = createStills({ database, evidence: clients.evidence, metrics, log, now })
  const states = stills.relay
  const approvalNotices = createApprovalNotices(bus, now)
  const noticeEnded = approvalNotices.ended(async (fromMs, toMs) => {
    const ended = await approvals.endedBetween(database, fromMs, toMs)
    return ended.map((approval) => ({ approval, rights: rightsFor(approval) }))
  })
  const deps = {
    database,
    approvalNotices,
    accounts,
    audit: auditLog.recorder,
    mails: mails.outbox,
    retention,
    states,
    metrics,
    log,
    now,
  }
  const bans = createBans({ ...deps, auth: clients.auth })
  const tickets = createTickets({ ...deps, redis, redisPrefix })
  const signals = createSignals({
    store: createSignalStore(database),
    met: createMeetingCounts(clients.meetings, log),
    metrics,
    log,
    now,
  })
  const reports = createReports({
    ...deps,
    signals,
    redis,
    redisPrefix,
    random,
    meetings: createMeetings(clients.meetings),
    takeContext: evidence.takeContext,
    offerStills: stills.offer,
  })
  const notices = createDeskNotices(
    () => bus.publish(subjects.deskChanged, new Uint8Array()),
    createSeeAtWork(database, log, now),
  )
  const askSecondOpinion = createAskSecondOpinion(config.moderationSecondOpinionsPercent)
  const decisions = createDecisions({ ...deps, notices, bans, askSecondOpinion })
  const opinions = createOpinions({ ...deps, notices, reports: reports.store })
  const jobs = createJobs({
    ...deps,
    notices,
    signals,
    bans: bans.store,
    pendingReports: reports.pendingOf,
    decisionsAbout: decisions.about,
    onCall: { emails: onCallEmails(config), webhookUrl: config.oncallWebhookUrl, mailPort: mails.port },
  })
  const retained = createRetention(deps)
  const overview = createOverview({ ...deps, reports: reports.store, bans: bans.store, tickets: tickets.lists })

  const people = createPeople({ ...deps, reports: reports.store, bans: bans.store })

  const server = createGrpcServer({
    definition: ModerationServiceService,
    identity,
    handlers: notifying(
      {
        ...auditLog.handlers,
        ...evidence.handlers,
        ...bans.handlers,
        ...tickets.handlers,
        ...reports.handlers,
        ...retained.handlers,
        ...overview.handlers,
      },
      notices,
      DESK_CHANGES,
    ),
    more: [
      ...[serveHealth(health), jobs.implementation, decisions.implementation],
      ...[opinions.implementation, people.implementation],
    ],
    log,
    metrics,
    now,
    verifyPrincipal: await createPrincipalVerifier(config.principalPublicKey, now),
  })

  function startLoops(): readonly Running[] {
    const loop = (name: string, everyMs: number, work: () => Promise<unknown>) => repeat({ name, work, everyMs, log })
    const { sending } = mails
    return [
      loop('outbox', OUTBOX_EVERY_MS, outbox.relay),
      loop('published events', PRUNE_EVERY_MS, outbox.prune),
      loop('bans for auth', BAN_RELAY_EVERY_MS, bans.relay),
      loop('report states for evidence', STATE_RELAY_EVERY_MS, () => states.round()),
      loop('overdue jobs', BREACHES_EVERY_MS, jobs.raiseBreaches),
      loop('breaks', BREAKS_EVERY_MS, jobs.noticeBreaks),
      ...(jobs.callOnCall ? [loop('on-call list', CALLS_EVERY_MS, jobs.callOnCall)] : []),
      ...(jobs.callForOpenings ? [loop('second persons', CALLS_EVERY_MS, jobs.callForOpenings)] : []),
      loop('calls for openings', config.sweepMs, jobs.pruneOpeningCalls),
      loop('erasing', config.sweepMs, retained.erase),
      loop('ended requests', ENDED_EVERY_MS, noticeEnded),
      loop('approvals', config.sweepMs, () => approvals.prune(database, now())),
      loop('erasing mail', config.sweepMs, mails.prune),
      loop('erasing reveals', config.sweepMs, evidence.pruneReveals),
      ...(sending ? [sending, loop('mail', MAIL_EVERY_MS, sending.round)] : []),
      loop('audit check', config.auditCheckMs, auditLog.check),
    ]
  }

  return assembleService({
    base,
    server,
    grpcAddress: config.grpcAddress,
    prepare: [() => awaitSchema({ database, migrations: MIGRATIONS, health, log })],
    run: [
      startLoops,
      () => auditLog.consume(config.eventsDurable),
      () => evidence.consumeReveals(`${config.eventsDurable}-reveals`),
      () => evidence.consumeSeats(`${config.eventsDurable}-seats`),
    ],
    close: [
      () => signals.settled(),
      () => notices.stop(),
      () => bus.close(),
      () => channels.close(),
      () => redis.disconnect(),
      () => closeDatabase(database),
    ],
  })
}

const auditVerifiers = (config: Config) => ({
  auth: config.auditPublicKeyAuth,
  rooms: config.auditPublicKeyRooms,
  'game-engine': config.auditPublicKeyGameEngine,
  library: config.auditPublicKeyLibrary,
  commerce: config.auditPublicKeyCommerce,
  evidence: config.auditPublicKeyEvidence,
})

const mailOptions = (config: Config, { mailPort }: Overrides) => ({
  smtp:
    config.smtpUrl === ''
      ? undefined
      : {
          url: config.smtpUrl,
          requireTls: config.smtpRequireTls,
          from: config.mailFrom,
          replyTo: config.contactEmail,
        },
  port: mailPort,
  sender: { siteUrl: config.publicUrl.replace(/\/+$/, ''), contact: config.contactEmail },
  holdMs: config.mailHoldMs,
  keptMs: config.mailRetentionMs,
})
