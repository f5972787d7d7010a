import { createHash } from 'node:crypto'
import {
  type Bus, counterOf, type FactConsumer, type FactVerifier, type Logger, type Message, type Metrics, SIGNATURE_HEADER,
} from '@kla/chassis'
import { AUDIT_SOURCES, AuditRecorded, type AuditSource, subjects } from '@kla/proto'
import type { AuditInbox } from './log-store.js'
import { type AuditEntry, entryOfFact } from './rules/entry.js'

/**
 * Writes items in batches: what is added while a batch is being written makes the next one. Each addition resolves, or
 * rejects, with its batch.
 */
function gather<T>(write: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
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

/** As many facts as one transaction writes at most. */
const AT_ONCE = 50

/** Counts facts that no key of their source has signed. `unknown`: there is no such source. */
type RefusedFacts = ReturnType<typeof createRefusedFacts>
export const createRefusedFacts = (metrics: Metrics) =>
  counterOf(
    metrics,
    'kla_moderation_audit_refused_total',
    'Facts for the audit log that were not signed by the service that they name; they are not in the log.',
    'source',
    [...AUDIT_SOURCES, 'unknown'],
  )

interface ConsumeAuditOptions {
  readonly bus: Pick<Bus, 'consumeFacts'>
  readonly durable: string
  readonly inbox: AuditInbox
  /** Of each service that tells of administrators. */
  readonly verifiers: Readonly<Record<AuditSource, FactVerifier>>
  readonly refused: RefusedFacts
  readonly log: Logger
}

/**
 * What administrators did in other services, written down once. A fact that its source has not signed is refused and counted;
 * one that cannot be read is set aside; neither blocks anybody. What was refused for want of a key stays in the stream.
 */
export function consumeAudit(options: ConsumeAuditOptions): Promise<FactConsumer> {
  const { bus, durable, inbox, verifiers, refused, log } = options
  const write = gather<AuditEntry>((entries) => inbox.append(entries))
  return bus.consumeFacts({ subject: subjects.factAuditAll, durable, atOnce: AT_ONCE }, async (message) => {
    const { data } = message
    const source = sourceOf(message)
    const sha256 = createHash('sha256').update(data).digest()
    const about = { sha256: sha256.toString('hex'), bytes: data.length }
    const signature = message.headers?.get(SIGNATURE_HEADER)
    if (source === undefined || !verifiers[source].verify(message.subject, data, signature)) {
      refused.inc({ source: source ?? 'unknown' })
      log.error({ source: source ?? 'unknown', ...about }, 'a fact for the audit log is not signed by its source')
      return
    }
    const entry = read(data)
    if (entry) return write(entry)
    await inbox.setAside(sha256, data)
    log.error(about, 'a fact for the audit log cannot be read')
  })
}

/** Whose subject it came by; its users of NATS let no service say anything by another's. */
const sourceOf = ({ subject }: Message): AuditSource | undefined =>
  AUDIT_SOURCES.find((source) => subject === subjects.factAuditRecorded(source))

function read(data: Uint8Array): AuditEntry | undefined {
  let fact: AuditRecorded
  try {
    fact = AuditRecorded.decode(data)
  } catch {
    return undefined
  }
  return entryOfFact(fact)
}
