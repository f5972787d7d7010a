import type { Database, Logger, Metrics } from '@kla/chassis'
import type { Accounts } from '../shared/clients.js'
import { createMailMetrics, measureMails } from './metrics.js'
import type { Sender } from './rules/letter.js'
import { createSmtpMail, type MailPort, type SmtpOptions } from './smtp.js'
import { createLetterStore, createMailQueue, createReadMailBacklog, MAIL_OUTBOX, NO_MAIL, type MailOutbox } from './store.js'
import { createPruneMails, createSendMails, type SendMails } from './timers.js'

export { NO_MAIL, type MailOutbox } from './store.js'
export type { MailPort } from './smtp.js'

export interface MailsDeps {
  readonly database: Database
  readonly accounts: Accounts
  /** Undefined: no mail is sent. */
  readonly smtp: SmtpOptions | undefined
  /** In place of the SMTP connection. */
  readonly port: MailPort | undefined
  readonly sender: Sender
  /** Of sent and failed mails. */
  readonly keptMs: number
  readonly metrics: Metrics
  readonly log: Logger
  readonly now: () => number
}

export interface Mails {
  /** For the transactions of what a mail is about. */
  readonly outbox: MailOutbox
  readonly sending: SendMails | undefined
  prune(): Promise<void>
}

/** E-mail to players about answered tickets and bans: an outbox in PostgreSQL, sent over SMTP. */
export function createMails({ database, accounts, smtp, port, sender, keptMs, metrics, log, now }: MailsDeps): Mails {
  const queue = createMailQueue(database)
  const prune = createPruneMails({ queue, keptMs, log, now })
  if (!smtp) return { outbox: NO_MAIL, sending: undefined, prune }
  measureMails(metrics, createReadMailBacklog(database))
  const sending = createSendMails({
    ...{ queue, accounts, sender, log, now },
    letters: createLetterStore(database),
    port: port ?? createSmtpMail(smtp),
    metrics: createMailMetrics(metrics),
  })
  return { outbox: MAIL_OUTBOX, sending, prune }
}
