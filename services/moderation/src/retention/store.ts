import { type Database, inTransaction, type Transaction } from '@kla/chassis'
import { appendAudit } from '../audit/log-store.js'
import type { AuditEntry } from '../audit/rules/entry.js'
import type { Held, HeldKind } from './rules.js'

/** Who holds something, and why. */
interface Placement {
  readonly reason: string
  readonly byId: number
  readonly by: string
  /** Unix milliseconds. */
  readonly atMs: number
}

/** What does the same for placing and releasing. */
export interface HoldChange {
  /** Whether grave reports are there. */
  readonly sight: boolean
  /** The entry of the audit log, if anything changes. */
  readonly entry: (grave: boolean) => AuditEntry
}

/** Holds on what may have been hidden already. What is done already changes nothing. */
export interface HoldStore {
  /** False when there is nothing of that kind and id. */
  place(held: Held, placement: Placement, change: HoldChange): Promise<boolean>
  release(held: Held, change: HoldChange): Promise<void>
}

const TABLES: Readonly<Record<HeldKind, { table: string; grave: string }>> = {
  report: { table: 'reports', grave: 'grave' },
  ban: { table: 'bans', grave: 'false' },
}

export const createHoldStore = (database: Database): HoldStore => ({
  place: (held, { reason, byId, by, atMs }, { sight, entry }) =>
    inTransaction(database, async (tx) => {
      const found = await lock(tx, held, sight)
      if (!found || found.held) return found !== undefined
      await setHeld(tx, held, true)
      await tx.query(
        `INSERT INTO holds (kind, id, reason, placed_by_id, placed_by, placed_at) VALUES ($1, $2, $3, $4, $5, $6)`,
        [held.kind, held.id, reason, byId, by, new Date(atMs)],
      )
      await appendAudit(tx, [entry(found.grave)])
      return true
    }),

  release: (held, { sight, entry }) =>
    inTransaction(database, async (tx) => {
      const found = await lock(tx, held, sight)
      if (!found?.held) return
      await setHeld(tx, held, false)
      await tx.query('DELETE FROM holds WHERE kind = $1 AND id = $2', [held.kind, held.id])
      await appendAudit(tx, [entry(found.grave)])
    }),
})

async function lock(
  tx: Transaction,
  { kind, id }: Held,
  sight: boolean,
): Promise<{ held: boolean; grave: boolean } | undefined> {
  const { table, grave } = TABLES[kind]
  const { rows } = await tx.query<{ held: boolean; grave: boolean }>(
    `SELECT held, ${grave} AS grave FROM ${table} WHERE id = $1 AND (NOT ${grave} OR $2) FOR UPDATE`,
    [id, sight],
  )
  return rows[0]
}

const setHeld = (tx: Transaction, { kind, id }: Held, held: boolean) =>
  tx.query(`UPDATE ${TABLES[kind].table} SET held = $2 WHERE id = $1`, [id, held])

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
