import type { Transaction } from '@kla/chassis'
import { createHash } from 'node:crypto'
import { contentOf, NO_ENTRY } from '../domain/audit/chain.js'
import type { AuditEntry } from '../domain/audit/entry.js'

/** What a chain link is hashed with. */
export const hashOf = (content: string, previous: Uint8Array): Buffer =>
  createHash('sha256').update(previous).update(content).digest()

/**
 * Writes entries at the end of the chain, in the transaction they tell of. Whoever appends waits for who appends at the
 * same time, until that transaction ends: append last, and commit. A fact that was written down before is passed over.
 */
export async function appendAudit(tx: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  // Two appends at once would follow the same entry. A lock of the transaction, named after this schema's log.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.audit_log', 0))`)
  const known = await knownFacts(tx, entries)
  const { rows } = await tx.query<{ seq: number; hash: Buffer }>(
    'SELECT seq, hash FROM audit_log ORDER BY seq DESC LIMIT 1',
  )
  let { seq, hash } = rows[0] ?? { seq: 0, hash: Buffer.from(NO_ENTRY) }
  for (const entry of entries) {
    if (entry.factId !== '' && known.has(entry.factId)) continue
    if (entry.factId !== '') known.add(entry.factId)
    const previous = hash
    seq += 1
    hash = hashOf(contentOf({ ...entry, seq }), previous)
    const { atMs, actorId, actor, action, subjectKind, subjectId, details, requestId, restricted, factId } = entry
    await tx.query(
      `INSERT INTO audit_log (seq, at_ms, actor_id, actor, action, subject_kind, subject_id, details, request_id,
                              restricted, fact_id, previous, hash)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [seq, atMs, actorId, actor, action, subjectKind, subjectId, details, requestId, restricted, factId, previous, hash],
    )
  }
}

async function knownFacts(tx: Transaction, entries: readonly AuditEntry[]): Promise<Set<string>> {
  const factIds = entries.map(({ factId }) => factId).filter((factId) => factId !== '')
  if (factIds.length === 0) return new Set()
  const { rows } = await tx.query<{ fact_id: string }>(
    `SELECT fact_id FROM audit_log WHERE fact_id <> '' AND fact_id = ANY($1)`,
    [factIds],
  )
  return new Set(rows.map(({ fact_id }) => fact_id))
}
