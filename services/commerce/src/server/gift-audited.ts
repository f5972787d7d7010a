import { newId, type Administrator, type OutboxFact } from '@kla/chassis'
import type { Gift } from '../domain/index.js'
import { auditFact } from '../events/audit-fact.js'

/** Tells the audit log of a gift; why it was given stays in the ledger. `atMs`: Unix milliseconds. */
export function giftAudited(
  { giftId, accountId, item, units }: Gift,
  administrator: Pick<Administrator, 'id' | 'name'>,
  requestId: string,
  atMs: number,
): OutboxFact {
  const subject = { kind: 'account', id: String(accountId) } as const
  const details = { giftId, item, units }
  return auditFact({ factId: newId(), atMs, administrator, action: 'items.gift', subject, details, requestId })
}
