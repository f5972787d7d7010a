import { inTransaction, type Database, type Transaction } from '@kla/chassis'
import type { AuditEntry } from '../domain/audit/entry.js'
import type { Held, HeldKind } from '../domain/hold.js'
import { appendAudit } from './audit-log.js'

/** Who holds something, and why. */
export interface Placement {
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
