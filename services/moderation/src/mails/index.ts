import { createCachedReading, type Database, Gauge, type Logger, type Metrics } from '@kla/chassis'
import type { Accounts } from '../shared/clients.js'
import type { Sender } from './rules/letter.js'
import { createSmtpMail, type MailPort, type SmtpOptions } from './smtp.js'
import {
  createLetterStore,
  createMailOutbox,
  createMailQueue,
  createReadMailBacklog,
  type MailBacklog,
  type MailOutbox,
  NO_MAIL,
} from './store.js'
import { createMailMetrics, createPruneMails, createSendMails, type SendMails } from './timers.js'

export { NO_MAIL, type MailOutbox } from './store.js'
export type { MailPort } from './smtp.js'

/** What `createMails` needs: SMTP, times and lookups. */
export interface MailsDeps {
  readonly database: Database
  readonly accounts: Accounts
  readonly smtp: SmtpOptions | undefined
  readonly port: MailPort | undefined
  readonly sender: Sender
  readonly holdMs: number
  /** Retention of sent and failed mails. */
  readonly keptMs: number
  readonly metrics: Metrics
  readonly log: Logger
  readonly now: () => number
}

/** The mail outbox and its loops. */
export interface Mails {
  readonly outbox: MailOutbox
  readonly sending: SendMails | undefined
  /** Sends mail to administrators; undefined: mail is off. */
  readonly port: MailPort | undefined
  prune(): Promise<void>
}

/** Sends e-mail from an outbox in PostgreSQL over SMTP. */
export function createMails({
  database,
  accounts,
  smtp,
  port,
  sender,
  holdMs,
  keptMs,
  metrics,
  log,
  now,
}: MailsDeps): Mails {
  const queue = createMailQueue(database)
  const prune = createPruneMails({ queue, keptMs, log, now })
  if (!smtp) return { outbox: NO_MAIL, sending: undefined, port: undefined, prune }
  measureMails(metrics, createReadMailBacklog(database))
  const smtpMail = port ?? createSmtpMail(smtp)
  const sending = createSendMails({
    queue,
    accounts,
    sender,
    log,
    now,
    letters: createLetterStore(database),
    port: smtpMail,
    metrics: createMailMetrics(metrics),
  })
  return { outbox: createMailOutbox(holdMs), sending, port: smtpMail, prune }
}

const READ_EVERY_MS = 30_000

function measureMails(metrics: Metrics, readBacklog: () => Promise<MailBacklog>): void {
  const read = createCachedReading(['waiting', 'unsure', 'oldest'], readBacklog, { everyMs: READ_EVERY_MS })
  const registers = [metrics.registry]
  new Gauge({
    name: 'kla_moderation_mails',
    labelNames: ['state'] as const,
    registers,
    help: 'Letters that wait, and those that may or may not have been sent, until they are erased.',
    async collect() {
      const { waiting, unsure } = await read()
      this.set({ state: 'waiting' }, waiting)
      this.set({ state: 'unsure' }, unsure)
    },
  })
  new Gauge({
    name: 'kla_moderation_mail_oldest_seconds',
    registers,
    help: 'Age of the oldest waiting letter; 0: none.',
    async collect() {
      this.set((await read()).oldest)
    },
  })
}
