import { newId, type Administrator, type OutboxFact } from '@kla/chassis'
import { AuditRecorded, subjects } from '@kla/proto'
import type { Gift } from '../domain/index.js'

/** Tells the audit log of a gift; why it was given stays in the ledger. `atMs`: Unix milliseconds. */
export function giftAudited(
  { giftId, accountId, item, units }: Gift,
  { id, name }: Pick<Administrator, 'id' | 'name'>,
  requestId: string,
  atMs: number,
): OutboxFact {
  const factId = newId()
  const payload = AuditRecorded.encode({
    ...{ factId, atMs, requestId, action: 'items.gift' },
    actorId: id,
    actor: name,
    subjectKind: 'account',
    subjectId: String(accountId),
    details: JSON.stringify({ giftId, item, units }),
  }).finish()
  return { subject: subjects.factAuditRecorded, factId, payload }
}
