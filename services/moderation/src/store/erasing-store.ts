import { inTransaction, type Database } from '@kla/chassis'
import type { AuditEntry } from '../domain/audit/entry.js'
import { appendAudit } from './audit-log.js'

/** What is erased in one go. */
export type Batch = 'reports' | 'grave reports' | 'bans'

/** Erases what has been hidden long enough and is not held. */
export interface ErasingStore {
  /**
   * Erases at most so many of what was hidden up to a time (Unix milliseconds), each with its entry in the audit log.
   * Answers how many there were. Several at once erase different ones; one that is being held just now is passed over.
   */
  erase(
    batch: Batch,
    hiddenUntilMs: number,
    options: { readonly atMost: number; readonly entryOf: (id: number) => AuditEntry },
  ): Promise<number>
}

const WHERE: Readonly<Record<Batch, { table: string; which: string }>> = {
  reports: { table: 'reports', which: 'NOT grave' },
  'grave reports': { table: 'reports', which: 'grave' },
  bans: { table: 'bans', which: 'true' },
}

export const createErasingStore = (database: Database): ErasingStore => ({
  erase: (batch, hiddenUntilMs, { atMost, entryOf }) =>
    inTransaction(database, async (tx) => {
      const { table, which } = WHERE[batch]
      const { rows } = await tx.query<{ id: number }>(
        `DELETE FROM ${table} WHERE id = ANY(ARRAY(
           SELECT id FROM ${table} WHERE hidden_at <= $1 AND NOT held AND ${which}
           ORDER BY hidden_at LIMIT $2 FOR UPDATE SKIP LOCKED
         )) RETURNING id`,
        [new Date(hiddenUntilMs), atMost],
      )
      await appendAudit(
        tx,
        rows.map(({ id }) => entryOf(id)),
      )
      return rows.length
    }),
})
