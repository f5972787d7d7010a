import { type Database, inTransaction } from '@kla/chassis'
import type { TicketCategory, TicketPriority } from '@kla/proto/web'
import { appendAudit, type AuditEntry, type AuditRow, entryOf } from '../audit/index.js'
import { insertNote, type Note, threadColumn } from '../shared/notes.js'
import { notOwn, type Visibility } from '../shared/rules.js'

/** Numbers of reports about or by an account. */
export interface ReportTotals {
  readonly total: number
  readonly decided: number
  readonly upheld: number
}

/** A ticket without its text. */
export interface TicketHead {
  readonly id: number
  readonly createdAtMs: number
  readonly subject: string
  readonly category: TicketCategory
  readonly priority: TicketPriority
  readonly resolved: boolean
}

/** A page of a history, newest first. */
export interface HistoryPage {
  readonly entries: readonly {
    readonly seq: number
    readonly atMs: number
    readonly actor: string
    readonly action: string
  }[]
  /** 0 at the end. */
  readonly next: number
}

/** Reads and notes what concerns one account. */
export interface PeopleStore {
  totals(
    accountId: number,
    visibility: Visibility,
  ): Promise<{ readonly about: ReportTotals; readonly by: ReportTotals }>
  /** Selects the reports for which stills were offered a place. */
  withStills(reportIds: readonly number[]): Promise<readonly number[]>
  notes(accountId: number): Promise<readonly Note[]>
  /** Idempotent by the note's id. Throws INVALID_FIELD if the id belongs to another thread. */
  addNote(accountId: number, note: Note, entry: AuditEntry): Promise<readonly Note[]>
  tickets(
    accountId: number,
    limit: number,
  ): Promise<{ readonly tickets: readonly TicketHead[]; readonly total: number }>
  /** Undefined if the entry to continue from is not visible. */
  history(
    accountId: number,
    page: { readonly after: number; readonly limit: number },
    visibility: Visibility,
  ): Promise<HistoryPage | undefined>
}

/** Upheld by the newest decision about it, unless an appeal overturned that one. */
const IS_UPHELD = `status = 'action_taken' AND coalesce((
  SELECT state FROM decisions WHERE account_id = reported_id AND reports.id = ANY(report_ids) ORDER BY seq DESC LIMIT 1
), '') <> 'overturned'`

const totalsFor = (visibility: Visibility): string => `
SELECT count(*) FILTER (WHERE reported_id = $1) AS about, count(*) FILTER (WHERE reporter_id = $1) AS by,
  count(*) FILTER (WHERE reported_id = $1 AND status <> 'pending') AS about_decided,
  count(*) FILTER (WHERE reporter_id = $1 AND status <> 'pending') AS by_decided,
  count(*) FILTER (WHERE reported_id = $1 AND ${IS_UPHELD}) AS about_upheld,
  count(*) FILTER (WHERE reporter_id = $1 AND ${IS_UPHELD}) AS by_upheld
FROM reports WHERE (reported_id = $1 OR reporter_id = $1) AND hidden_at IS NULL AND (NOT grave OR $2)
  AND ${notOwn(visibility, 'reported_id')}`

type TotalsRow = Record<`${'about' | 'by'}${'' | '_decided' | '_upheld'}`, number>

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':account-notes:' || $1, 0))`
const NOTES = `SELECT ${threadColumn('account', 'account')} FROM (SELECT $1::bigint AS id) AS account`

const TICKETS = `
SELECT id, created_at, subject, category, priority, resolved, count(*) OVER () AS total
FROM tickets WHERE account_id = $1 ORDER BY id DESC LIMIT $2`

interface TicketRow {
  readonly id: number
  readonly created_at: Date
  readonly subject: string
  readonly category: TicketCategory
  readonly priority: TicketPriority
  readonly resolved: boolean
  readonly total: number
}

/** $1 account, $2 whether restricted ones are visible, $3 and $4 place to continue from, $5 limit. Hidden bans have an index of their own. */
export const HISTORY = `
WITH subjects AS (
  SELECT 'account' AS kind, $1::bigint::text AS id
  UNION ALL SELECT 'ban', id::text FROM bans WHERE account_id = $1 AND hidden_at IS NULL
  UNION ALL SELECT 'ban', id::text FROM bans WHERE account_id = $1 AND hidden_at IS NOT NULL
)
SELECT entry.* FROM subjects CROSS JOIN LATERAL (
  SELECT * FROM audit_log
  WHERE subject_id = subjects.id AND subject_id <> '' AND subject_kind = subjects.kind AND (NOT restricted OR $2)
    AND (at_ms, seq) < ($3, $4)
  ORDER BY at_ms DESC, seq DESC LIMIT $5
) AS entry ORDER BY at_ms DESC, seq DESC LIMIT $5`

const LATEST = { at_ms: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER }

export function createPeopleStore(database: Database): PeopleStore {
  async function placeOf(after: number, { grave }: Visibility): Promise<typeof LATEST | undefined> {
    if (after === 0) return LATEST
    const { rows } = await database.query<typeof LATEST>(
      'SELECT at_ms, seq FROM audit_log WHERE seq = $1 AND (NOT restricted OR $2)',
      [after, grave],
    )
    return rows[0]
  }

  return {
    async totals(accountId, visibility) {
      const { rows } = await database.query<TotalsRow>(totalsFor(visibility), [accountId, visibility.grave])
      const [row] = rows
      const of = (side: 'about' | 'by'): ReportTotals => ({
        total: row?.[side] ?? 0,
        decided: row?.[`${side}_decided`] ?? 0,
        upheld: row?.[`${side}_upheld`] ?? 0,
      })
      return { about: of('about'), by: of('by') }
    },

    async withStills(reportIds) {
      const { rows } = await database.query<{ report_id: number }>(
        'SELECT DISTINCT report_id FROM evidence_states WHERE report_id = ANY($1)',
        [reportIds],
      )
      return rows.map(({ report_id }) => report_id)
    },

    notes: (accountId) => notesOf(database, accountId),

    addNote: (accountId, note, entry) =>
      inTransaction(database, async (tx) => {
        await tx.query(LOCK, [accountId])
        const known = await notesOf(tx, accountId)
        if (known.some(({ id }) => id === note.id)) return known
        await insertNote(tx, 'account', accountId, note)
        await appendAudit(tx, [entry])
        return [...known, note]
      }),

    async tickets(accountId, limit) {
      const { rows } = await database.query<TicketRow>(TICKETS, [accountId, limit])
      const tickets = rows.map(({ created_at, total: _, ...ticket }) => ({
        ...ticket,
        createdAtMs: created_at.getTime(),
      }))
      return { tickets, total: rows[0]?.total ?? 0 }
    },

    async history(accountId, { after, limit }, visibility) {
      const place = await placeOf(after, visibility)
      if (!place) return undefined
      const values = [accountId, visibility.grave, place.at_ms, place.seq, limit + 1]
      const { rows } = await database.query<AuditRow>(HISTORY, values)
      const entries = rows.slice(0, limit).map(entryOf)
      return { entries, next: rows.length > limit ? (entries.at(-1)?.seq ?? 0) : 0 }
    },
  }
}

async function notesOf(database: Pick<Database, 'query'>, accountId: number): Promise<readonly Note[]> {
  const { rows } = await database.query<{ thread: readonly Note[] }>(NOTES, [accountId])
  return rows[0]?.thread ?? []
}
