import { type Approval, type Call, type Database, inTransaction, type Logger, type Transaction } from '@kla/chassis'
import { DUTY_MS, DUTY_SEEN_MS, HANDOVERS_MAX, HANDOVERS_MS } from '@kla/proto/web'
import { appendAudit, type AuditEntry } from '../audit/index.js'
import { listApprovals } from '../shared/approvals.js'
import { insertNote, type Note } from '../shared/notes.js'
import { isId, notOwn, type Visibility } from '../shared/rules.js'
import { dutyAfter } from './rules/duty.js'

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
  /** True to start none. */
  readonly renews: boolean
  readonly nowMs: number
  readonly entry: AuditEntry
}

/** What waits, duties and hand-over notes. */
export interface DeskStore {
  waiting(visibility: Visibility, nowMs: number): Promise<Waiting>
  approvals(visibility: Visibility, nowMs: number): Promise<Approval[]>
  duties(nowMs: number): Promise<readonly Duty[]>
  /** Notes of the last HANDOVERS_MS, the oldest first; without any the last one. */
  handovers(nowMs: number): Promise<readonly Note[]>
  /** Idempotent; without a change nothing is recorded. */
  setDuty(change: DutyChange): Promise<void>
  /** Adds a note, once for each id. Throws INVALID_FIELD if the id belongs to another note. */
  leaveHandover(note: Note, entry: AuditEntry): Promise<void>
}

const waitingFor = (visibility: Visibility): string => `
WITH open AS (
  SELECT opened_at, due_at FROM jobs WHERE closed_at IS NULL AND (NOT grave OR $1) AND ${notOwn(visibility, 'subject_id')}
)
SELECT (SELECT count(*) FROM open) AS jobs, (SELECT count(*) FROM open WHERE due_at <= $2) AS breached,
  (SELECT min(opened_at) FROM open) AS oldest_at, (SELECT count(*) FROM tickets WHERE NOT resolved) AS tickets,
  (SELECT count(*) FROM appeals JOIN decisions ON decisions.id = decision_id
   WHERE appeals.state = 'open' AND (NOT decisions.grave OR $1) AND ${notOwn(visibility, 'account_id')}) AS appeals`

const SEEN_FOR = `interval '${DUTY_SEEN_MS} milliseconds'`

/** SQL condition: the duty is in progress, and its administrator at work. */
export const isOnDuty = (now: string): string =>
  `since <= ${now} AND until > ${now} AND seen_at > ${now}::timestamptz - ${SEEN_FOR}`

const DUTIES = `
SELECT administrator_id, name, grave, since, until FROM duties WHERE ${isOnDuty('$1')} ORDER BY since, id`

const LOCK_DUTY = `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.duty ' || $1::text, 0))`
// A duty that has lapsed does not go on: the next one begins anew, with an entry.
const LAPSE = `
UPDATE duties SET until = seen_at + ${SEEN_FOR}
WHERE administrator_id = $1 AND until > $2 AND seen_at <= $2::timestamptz - ${SEEN_FOR}`
const START = `
INSERT INTO duties (administrator_id, name, grave, since, seen_at, until)
SELECT $1, $2, $3, $4, $4, $5 WHERE NOT EXISTS (SELECT FROM duties WHERE administrator_id = $1 AND until > $4)`
// Rights and names change during a duty.
const UPDATE = 'UPDATE duties SET name = $2, grave = $3, seen_at = $4 WHERE administrator_id = $1 AND until > $4'
// One that ends in the millisecond of its start has not been.
const DROP = 'DELETE FROM duties WHERE administrator_id = $1 AND since >= $2'
const END = 'UPDATE duties SET until = $2 WHERE administrator_id = $1 AND until > $2'
// Only a duty that was in progress then: events may come again.
const END_AT = `${END} AND since < $2`
const UNCOVER_AT = 'UPDATE duties SET grave = false WHERE administrator_id = $1 AND until > $2 AND since < $2'

const SEEN_EVERY_MS = 60_000
const SEEN = `UPDATE duties SET seen_at = $2 WHERE administrator_id = $1 AND ${isOnDuty('$2')} AND seen_at <= $3`

/** Takes note that the calling administrator is at work. Writes at most once a minute, and never fails. */
export type SeeAtWork = (call: Call) => Promise<void>

export const createSeeAtWork =
  (database: Database, log: Logger, now: () => number): SeeAtWork =>
  async (call) => {
    const administrator = await call.administrator().catch(() => undefined)
    if (!administrator) return
    const nowMs = now()
    const values = [administrator.id, new Date(nowMs), new Date(nowMs - SEEN_EVERY_MS)]
    await database.query(SEEN, values).catch((err: unknown) => log.warn({ err }, 'duty was not renewed'))
  }

/** Ends or narrows duties of administrators whose rights changed, from auth's audit events. */
export async function changeDuties(tx: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  for (const { action, subjectId, details, atMs } of entries) {
    if (action !== 'administrators.update' || !isId(Number(subjectId))) continue
    const after = dutyAfter(JSON.parse(details) as unknown)
    if (after === 'unchanged') continue
    await tx.query(after === 'ended' ? END_AT : UNCOVER_AT, [Number(subjectId), new Date(atMs)])
  }
}

const LOCK_HANDOVER = `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || '.handover', 0))`
const HANDOVER_SUBJECT = 0
const HANDOVER_COLUMNS = 'id, by_id, by_name, at, text'
const LAST_HANDOVERS = `
SELECT ${HANDOVER_COLUMNS} FROM notes WHERE kind = 'handover' AND subject_id = ${HANDOVER_SUBJECT}
ORDER BY seq DESC LIMIT ${HANDOVERS_MAX}`
const SAME_HANDOVER = `SELECT FROM notes WHERE id = $1 AND kind = 'handover' AND by_id = $2`

export const createDeskStore = (database: Database): DeskStore => ({
  async waiting(visibility, nowMs) {
    const { rows } = await database.query<Omit<Waiting, 'oldestAtMs'> & { oldest_at: Date | null }>(
      waitingFor(visibility),
      [visibility.grave, new Date(nowMs)],
    )
    const { oldest_at: oldestAt, ...counts } = rows[0]!
    return { ...counts, oldestAtMs: oldestAt?.getTime() }
  },

  approvals: (visibility, nowMs) => listApprovals(database, nowMs, visibility),

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

  async handovers(nowMs) {
    const { rows } = await database.query<{ id: string; by_id: number; by_name: string; at: Date; text: string }>(
      LAST_HANDOVERS,
    )
    return rows
      .filter(({ at }, index) => index === 0 || at.getTime() > nowMs - HANDOVERS_MS)
      .map(({ id, by_id: byId, by_name: by, at, text }) => ({ id, byId, by, atMs: at.getTime(), text }))
      .reverse()
  },

  setDuty: ({ administratorId, name, grave, on, renews, nowMs, entry }) =>
    inTransaction(database, async (tx) => {
      await tx.query(LOCK_DUTY, [administratorId])
      const now = new Date(nowMs)
      await tx.query(LAPSE, [administratorId, now])
      if (on) {
        await tx.query(UPDATE, [administratorId, name, grave, now])
        if (renews) return
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
