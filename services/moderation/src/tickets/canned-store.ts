import { type Database, inTransaction } from '@kla/chassis'
import { CANNED_ANSWERS_MAX } from '@kla/proto/web'
import { appendAudit, type AuditEntry } from '../audit/index.js'

/** An answer written once, with fields that pages fill. */
export interface CannedAnswer {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly version: number
  readonly changedAtMs: number
  readonly changedBy: string
}

/** A change of a canned answer; version 0 adds one. */
export type CannedChange = Omit<CannedAnswer, 'version'> & { readonly on: number }

/** Canned answers, each change committed with its audit entry. */
export interface CannedStore {
  list(): Promise<readonly CannedAnswer[]>
  /** A repeat returns what it stored. */
  put(change: CannedChange, entry: AuditEntry): Promise<CannedAnswer | 'stale' | 'too-many'>
  delete(id: string, on: number, entry: AuditEntry): Promise<'stale' | 'done'>
}

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':canned', 0))`
const COLUMNS = 'id, title, text, version, changed_at, changed_by'
const PUT = `
INSERT INTO canned_answers (id, title, text, changed_at, changed_by) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (id) DO UPDATE SET title = $2, text = $3, changed_at = $4, changed_by = $5,
  version = canned_answers.version + 1
RETURNING ${COLUMNS}`

interface Row {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly version: number
  readonly changed_at: Date
  readonly changed_by: string
}

export const createCannedStore = (database: Database): CannedStore => ({
  async list() {
    const { rows } = await database.query<Row>(`SELECT ${COLUMNS} FROM canned_answers ORDER BY lower(title), id`)
    return rows.map(cannedOf)
  },

  put: ({ id, title, text, changedAtMs, changedBy, on }, entry) =>
    inTransaction(database, async (tx) => {
      await tx.query(LOCK)
      const { rows } = await tx.query<Row>(`SELECT ${COLUMNS} FROM canned_answers`)
      const known = rows.find((row) => row.id === id)
      if (known && known.title === title && known.text === text) return cannedOf(known)
      if ((known?.version ?? 0) !== on) return 'stale'
      if (!known && rows.length >= CANNED_ANSWERS_MAX) return 'too-many'
      const put = await tx.query<Row>(PUT, [id, title, text, new Date(changedAtMs), changedBy])
      await appendAudit(tx, [entry])
      return cannedOf(put.rows[0]!)
    }),

  delete: (id, on, entry) =>
    inTransaction(database, async (tx) => {
      await tx.query(LOCK)
      const { rows } = await tx.query<Row>(`SELECT ${COLUMNS} FROM canned_answers WHERE id = $1`, [id])
      if (!rows[0]) return 'done'
      if (rows[0].version !== on) return 'stale'
      await tx.query('DELETE FROM canned_answers WHERE id = $1', [id])
      await appendAudit(tx, [entry])
      return 'done'
    }),
})

const cannedOf = ({ changed_at, changed_by, ...row }: Row): CannedAnswer => ({
  ...row,
  changedAtMs: changed_at.getTime(),
  changedBy: changed_by,
})
