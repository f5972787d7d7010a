import { createHash } from 'node:crypto'
import {
  type Bus,
  counterOf,
  type EventConsumer,
  type EventVerifier,
  type Logger,
  type Message,
  type Metrics,
  SIGNATURE_HEADER,
} from '@kla/chassis'
import { AUDIT_SOURCES, AuditRecorded, type AuditSource, subjects } from '@kla/proto'
import type { AuditInbox } from './log-store.js'
import type { AuditEntry } from './rules/chain.js'
import { entryOfEvent } from './rules/input.js'

const AT_ONCE = 50

export const createRefusedEvents = (metrics: Metrics) =>
  counterOf(
    metrics,
    'kla_moderation_audit_refused_total',
    'Audit events without a valid signature of the service that they name (unknown: no such service); not in the log.',
    'source',
    [...AUDIT_SOURCES, 'unknown'],
  )

interface ConsumeAuditDeps {
  readonly bus: Pick<Bus, 'consumeEvents'>
  readonly durable: string
  readonly inbox: AuditInbox
  readonly verifiers: Readonly<Record<AuditSource, EventVerifier>>
  readonly refused: ReturnType<typeof createRefusedEvents>
  readonly log: Logger
}

/** Writes other services' events once. Refuses unsigned events and sets unreadable ones aside. */
export function consumeAudit(deps: ConsumeAuditDeps): Promise<EventConsumer> {
  const { bus, durable, inbox, verifiers, refused, log } = deps
  const write = gathered<AuditEntry>((entries) => inbox.append(entries))
  return bus.consumeEvents({ subject: subjects.eventAuditAll, durable, atOnce: AT_ONCE }, async (message) => {
    const { data } = message
    const source = sourceOf(message)
    const sha256 = createHash('sha256').update(data).digest()
    const about = { sha256: sha256.toString('hex'), bytes: data.length }
    const signature = message.headers?.get(SIGNATURE_HEADER)
    if (source === undefined || !verifiers[source].verify(message.subject, data, signature)) {
      refused.inc({ source: source ?? 'unknown' })
      log.error({ source: source ?? 'unknown', ...about }, 'audit event is not signed by its source')
      return
    }
    const entry = read(data, source)
    if (entry) return write(entry)
    await inbox.quarantine(sha256, data)
    log.error(about, 'audit event cannot be read')
  })
}

/** Trustworthy: each service's NATS user publishes only its own subject. */
const sourceOf = ({ subject }: Message): AuditSource | undefined =>
  AUDIT_SOURCES.find((source) => subject === subjects.eventAuditRecorded(source))

function read(data: Uint8Array, source: AuditSource): AuditEntry | undefined {
  let event: AuditRecorded
  try {
    event = AuditRecorded.decode(data)
  } catch {
    return undefined
  }
  return entryOfEvent(event, source)
}

function gathered<T>(write: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: { readonly items: T[]; readonly written: Promise<void> } | undefined
  let last: Promise<unknown> = Promise.resolve()

  function begin() {
    const items: T[] = []
    const written = last.then(() => {
      waiting = undefined
      return write(items)
    })
    last = written.catch(() => undefined)
    return { items, written }
  }

  return (item) => {
    waiting ??= begin()
    waiting.items.push(item)
    return waiting.written
  }
}
