import type { Bus, FactConsumer, Logger } from '@kla/chassis'
import { AuditRecorded, subjects } from '@kla/proto'
import { createHash } from 'node:crypto'
import type { AuditEntry } from '../domain/audit/entry.js'
import { entryOfFact } from '../domain/audit/fact.js'
import type { AuditInbox } from '../store/audit-inbox.js'
import { gather } from './gather.js'

/** As many facts as one transaction writes at most. */
const AT_ONCE = 50

export interface ConsumeAuditOptions {
  readonly bus: Pick<Bus, 'consumeFacts'>
  readonly durable: string
  readonly inbox: AuditInbox
  readonly log: Logger
}

/** What administrators did in other services, written down once. What cannot be read is set aside, and blocks nobody. */
export function consumeAudit({ bus, durable, inbox, log }: ConsumeAuditOptions): Promise<FactConsumer> {
  const write = gather<AuditEntry>((entries) => inbox.append(entries))
  return bus.consumeFacts({ subject: subjects.factAuditRecorded, durable, atOnce: AT_ONCE }, async ({ data }) => {
    const entry = read(data)
    if (entry) return write(entry)
    const sha256 = createHash('sha256').update(data).digest()
    await inbox.setAside(sha256, data)
    log.error({ sha256: sha256.toString('hex'), bytes: data.length }, 'a fact for the audit log cannot be read')
  })
}

function read(data: Uint8Array): AuditEntry | undefined {
  let fact: AuditRecorded
  try {
    fact = AuditRecorded.decode(data)
  } catch {
    return undefined
  }
  return entryOfFact(fact)
}
