import { counterOf, type Logger, type Metrics } from '@kla/chassis'
import type { Accounts } from '../shared/clients.js'
import { isPlainAddress } from '../shared/rules.js'
import { afterAttempt, type Delivery, isTooLate } from './rules/delivery.js'
import { type Letter, type Sender, writeLetter } from './rules/letter.js'
import { type MailPort, SEND_WITHIN_MS } from './smtp.js'
import type { LetterStore, Mail, MailQueue } from './store.js'

interface SendMailsDeps {
  readonly queue: MailQueue
  readonly letters: LetterStore
  readonly accounts: Pick<Accounts, 'find'>
  readonly port: MailPort
  readonly sender: Sender
  readonly metrics: ReturnType<typeof createMailMetrics>
  readonly log: Logger
  readonly now: () => number
}

/** Sends the letters that are due. */
export interface SendMails {
  round(): Promise<void>
  stop(): void
}

const CLAIM_MS = 60_000

/** Longer than any attempt, including clock differences. */
const SENDING_MAX_MS = 5 * 60_000 + SEND_WITHIN_MS

export function createSendMails(deps: SendMailsDeps): SendMails {
  const { queue, port, metrics, log, now } = deps
  let stopping = false

  async function tryOne(mail: Mail): Promise<Delivery | undefined> {
    const ready = await prepare(mail, deps)
    if ('kind' in ready) return ready
    if (!(await queue.beginSending(mail, now()))) return undefined
    return port.send({ id: mail.id, ...ready })
  }

  return {
    stop() {
      stopping = true
    },
    async round() {
      const interrupted = await queue.giveUpInterrupted(now() - SENDING_MAX_MS)
      if (interrupted > 0) {
        metrics.tries.inc({ outcome: 'unsure' }, interrupted)
        log.warn({ interrupted }, 'letters may or may not have been sent: their process ended meanwhile')
      }
      while (!stopping) {
        const mail = await queue.claim(now(), now() + CLAIM_MS)
        if (!mail) return
        const delivery = await tryOne(mail)
        if (!delivery) continue
        const after = afterAttempt(delivery, mail.tries, now())
        await queue.note(mail, after, now())
        metrics.tries.inc({ outcome: after.state })
        const { id: mailId, kind, tries } = mail
        const noted = { mailId, kind, tries, became: after.state, outcome: after.outcome }
        if (after.state === 'sent') log.info(noted, 'a letter was sent')
        else log.warn(noted, 'a letter was not sent')
        if (delivery.kind === 'out-of-reach') return
      }
    },
  }
}

/** Looks up the address, which is stored nowhere. */
async function prepare(
  mail: Mail,
  { letters, accounts, sender, log, now }: SendMailsDeps,
): Promise<(Letter & { readonly to: string }) | Delivery> {
  if (isTooLate(mail, now())) return { kind: 'refused', why: 'too-late' }
  const content = await letters.content(mail)
  if (!content) return { kind: 'refused', why: 'erased' }
  const letter = writeLetter(content, sender)
  if (!letter) return { kind: 'refused', why: 'superseded' }
  try {
    const account = await accounts.find(mail.accountId, { requestId: mail.id }, { providerIdentity: true })
    if (!account) return { kind: 'refused', why: 'no-account' }
    if (!isPlainAddress(account.email)) return { kind: 'refused', why: 'no-address' }
    return { ...letter, to: account.email }
  } catch (err) {
    log.warn({ err, mailId: mail.id }, 'a letter waits: auth is unreachable')
    return { kind: 'out-of-reach', why: 'auth-away' }
  }
}

interface PruneMailsDeps {
  readonly queue: Pick<MailQueue, 'prune'>
  readonly keptMs: number
  readonly log: Logger
  readonly now: () => number
  readonly atOnce?: number
}

const AT_ONCE = 1_000

/** Runs even without a mail server. */
export const createPruneMails =
  ({ queue, keptMs, log, now, atOnce = AT_ONCE }: PruneMailsDeps) =>
  async (): Promise<void> => {
    let erased: number
    do {
      erased = await queue.prune(now() - keptMs, atOnce)
      if (erased > 0) log.info({ erased }, 'old letters erased')
    } while (erased === atOnce)
  }

export const createMailMetrics = (metrics: Metrics) => ({
  tries: counterOf(
    metrics,
    'kla_moderation_mail_tries_total',
    'What became of tries to send a letter: sent, put off (it is tried again), failed (given up), or unsure (not sent again).',
    'outcome',
    ['sent', 'waiting', 'failed', 'unsure'],
  ),
})
