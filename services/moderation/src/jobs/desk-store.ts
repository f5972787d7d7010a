import { type Approval, approvals, type Database, inTransaction } from '@kla/chassis'
import { DUTY_MS } from '@kla/proto/web'
import { appendAudit, type AuditEntry } from '../audit/index.js'
import { insertNote, type Note } from '../shared/notes.js'
import type { Visibility } from '../shared/rules.js'

/** An administrator's duty in progress. Times in Unix milliseconds. */
export interface Duty {
  readonly administratorId: number
  readonly name: string
  /** True if it covers grave reports. */
  readonly grave: boolean
  readonly sinceMs: number
  readonly untilMs: number
}

/** What waits; appeals and jobs only those that are visible. */
export interface Waiting {
  readonly jobs: number
  readonly breached: number
  readonly oldestAtMs: number | undefined
  readonly tickets: number
  readonly appeals: number
}

export interface DutyChange {
  readonly administratorId: number
  readonly name: string
  readonly grave: boolean
  readonly on: boolean
  readonly nowMs: number
  readonly entry: AuditEntry
}

/** What waits, duties and hand-over notes. */
export interface DeskStore {
  waiting(visibility: Visibility, nowMs: number): Promise<Waiting>
  approvals(visibility: Visibility, nowMs: number): Promise<Approval[]>
  duties(nowMs: number): Promise<readonly Duty[]>
  handover(): Promise<Note | undefined>
  /** Idempotent; without a change nothing is recorded. */
  setDuty(change: DutyChange): Promise<void>
  /** Adds a note, once for each id. Throws INVALID_FIELD if the id belongs to another note. */
  leaveHandover(note: Note, entry: AuditEntry): Promise<void>
}

const WAITING = `
WITH open AS (SELECT opened_at, due_at FROM jobs WHERE closed_at IS NULL AND (NOT grave OR $1))
SELECT (SELECT count(*) FROM open) AS jobs, (SELECT count(*) FROM open WHERE due_at <= $2) AS breached,
  (SELECT min(opened_at) FROM open) AS oldest_at, (SELECT count(*) FROM tickets WHERE NOT resolved) AS tickets,
  (SELECT count(*) FROM appeals JOIN decisions ON decisions.id = decision_id
   WHERE appeals.state = 'open' AND (NOT decisions.grave OR $1)) AS appeals`

const DUTIES = `
SELECT administrator_id, name, grave, since, until FROM duties WHERE until > $1 ORDER BY since, id`

const LOCK_DUTY = `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.duty ' || $1::text, 0))`
const START = `
INSERT INTO duties (administrator_id, name, grave, since, until)
SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (SELECT FROM duties WHERE administrator_id = $1 AND until > $4)`
// Rights and names change during a duty.
const UPDATE = 'UPDATE duties SET name = $2, grave = $3 WHERE administrator_id = $1 AND until > $4'
// One that ends in the millisecond of its start has not been.
const DROP = 'DELETE FROM duties WHERE administrator_id = $1 AND since >= $2'
const END = 'UPDATE duties SET until = $2 WHERE administrator_id = $1 AND until > $2'

const LOCK_HANDOVER = `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.handover', 0))`
const HANDOVER_SUBJECT = 0
const HANDOVER_COLUMNS = 'id, by_id, by_name, at, text'
const LAST_HANDOVER = `
SELECT ${HANDOVER_COLUMNS} FROM notes WHERE kind = 'handover' AND subject_id = ${HANDOVER_SUBJECT} ORDER BY seq DESC LIMIT 1`
const SAME_HANDOVER = `SELECT FROM notes WHERE id = $1 AND kind = 'handover' AND by_id = $2`

export const createDeskStore = (database: Database): DeskStore => ({
  async waiting({ grave }, nowMs) {
    const { rows } = await database.query<Omit<Waiting, 'oldestAtMs'> & { oldest_at: Date | null }>(WAITING, [
      grave,
      new Date(nowMs),
    ])
    const { oldest_at: oldestAt, ...counts } = rows[0]!
    return { ...counts, oldestAtMs: oldestAt?.getTime() }
  },

  approvals: ({ grave }, nowMs) => approvals.list(database, nowMs, { restricted: grave }),

  async duties(nowMs) {
    const { rows } = await database.query<{
      administrator_id: number
      name: string
      grave: boolean
      since: Date
      until: Date
    }>(DUTIES, [new Date(nowMs)])
    return rows.map(({ administrator_id: administratorId, name, grave, since, until }) => ({
      administratorId,
      name,
      grave,
      sinceMs: since.getTime(),
      untilMs: until.getTime(),
    }))
  },

  async handover() {
    const { rows } = await database.query<{ id: string; by_id: number; by_name: string; at: Date; text: string }>(
      LAST_HANDOVER,
    )
    const [row] = rows
    return row && { id: row.id, byId: row.by_id, by: row.by_name, atMs: row.at.getTime(), text: row.text }
  },

  setDuty: ({ administratorId, name, grave, on, nowMs, entry }) =>
    inTransaction(database, async (tx) => {
      await tx.query(LOCK_DUTY, [administratorId])
      const now = new Date(nowMs)
      if (on) {
        await tx.query(UPDATE, [administratorId, name, grave, now])
        const until = new Date(nowMs + DUTY_MS)
        const { rowCount } = await tx.query(START, [administratorId, name, grave, now, until])
        if (rowCount === 1) await appendAudit(tx, [entry])
        return
      }
      const dropped = await tx.query(DROP, [administratorId, now])
      const ended = await tx.query(END, [administratorId, now])
      if ((dropped.rowCount ?? 0) + (ended.rowCount ?? 0) > 0) await appendAudit(tx, [entry])
    }),

  leaveHandover: (note, entry) =>
    inTransaction(database, async (tx) => {
      await tx.query(LOCK_HANDOVER)
      const { rowCount } = await tx.query(SAME_HANDOVER, [note.id, note.byId])
      if (rowCount === 1) return
      await insertNote(tx, 'handover', HANDOVER_SUBJECT, note)
      await appendAudit(tx, [entry])
    }),
})
