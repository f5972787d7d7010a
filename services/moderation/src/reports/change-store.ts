import { type Database, inTransaction, type Transaction } from '@kla/chassis'
import { appendAudit, type AuditEntry, detailsMadeBefore } from '../audit/index.js'
import { deriveJobs, lockClaims } from '../jobs/index.js'
import { insertNote } from '../shared/notes.js'
import { isGrave, type Visibility } from '../shared/rules.js'
import { bumpStateVersions, changesStills } from '../stills/index.js'
import { whyKept } from './rules/batch.js'
import { BULK_ACTION, type Decision, type Kept, type Report } from './rules/decision.js'
import { REPORT_COLUMNS, reportOf, type ReportRow, seenBy } from './store.js'

/** Changes that skip invisible reports. */
export interface ReportChanges {
  /** Changes all reports, or none if one is stale or has to stay as it is. */
  change(
    ids: readonly number[],
    by: Changer,
    decide: (report: Report) => Decided | 'unchanged' | 'stale',
  ): Promise<ChangedReports>
  /** Counts the reports that the first attempt of a repeated bulk request changed or deleted. */
  countMadeBefore(ids: readonly number[], by: BulkBy): Promise<number>
}

/** The administrator who changes reports, the time, and whether only one report was named. */
export interface Changer extends Visibility {
  readonly id: number
  readonly nowMs: number
  readonly alone: boolean
}

/** Administrator, request and time of a bulk change. */
export type BulkBy = Pick<AuditEntry, 'actorId' | 'requestId' | 'atMs'>

export interface Decided extends Decision {
  readonly entry: AuditEntry
}

/** Changed, unchanged and stale reports, and those that have to stay as they are. */
export interface ChangedReports {
  readonly changed: readonly Report[]
  readonly unchanged: readonly Report[]
  readonly stale: readonly Report[]
  readonly kept: readonly Kept[]
}

/** Accounts whose jobs may differ now. */
const subjectsOf = (decided: readonly { readonly before: Report; readonly after: Report }[]): number[] =>
  decided
    .filter(({ before, after }) => before.status !== after.status || before.category !== after.category)
    .map(({ after }) => after.reportedId)

export const createReportChanges = (database: Database, now: () => number): ReportChanges => ({
  change: (ids, by, decide) =>
    inTransaction(database, async (tx) => {
      const reports = await lockReports(tx, ids, by)
      const outcomes = reports.map((before) => ({ before, one: decide(before) }))
      const those = (what: 'stale' | 'unchanged') =>
        outcomes.filter(({ one }) => one === what).map(({ before }) => before)
      const [stale, unchanged] = [those('stale'), those('unchanged')]
      if (stale.length > 0) return { changed: [], unchanged: [], stale, kept: [] }
      const decided = outcomes.flatMap(({ before, one }) => (typeof one === 'object' ? [{ before, ...one }] : []))
      const closing = decided.filter(({ before, after }) => isClosed(after) && after.status !== before.status)
      const kept = await keptOf(
        tx,
        closing.map(({ before }) => before),
        by,
      )
      if (kept.length > 0) return { changed: [], unchanged: [], stale: [], kept }
      const versions = await writeReports(tx, decided)
      await deriveJobs(tx, subjectsOf(decided), now())
      await appendAudit(
        tx,
        decided.map(({ entry }) => entry),
      )
      return {
        changed: decided.map(({ after }) => ({ ...after, version: versions.get(after.id) ?? after.version })),
        unchanged,
        stale,
        kept,
      }
    }),

  async countMadeBefore(subjectIds, { actorId, requestId, atMs: nowMs }) {
    return (await detailsMadeBefore(database, { action: BULK_ACTION, actorId, requestId, subjectIds, nowMs })).length
  },
})

const isClosed = ({ status }: Report): boolean => status !== 'pending'

/**
 * Locks the jobs that would lose these locked reports, and returns those that have to stay. A report that was decided
 * before is in no job.
 */
export async function keptOf(
  tx: Transaction,
  closing: readonly Report[],
  by: Pick<Changer, 'id' | 'nowMs' | 'alone'>,
): Promise<readonly Kept[]> {
  const waiting = closing.filter((report) => !isClosed(report)).map(({ reportedId }) => reportedId)
  const claims = waiting.length > 0 ? await lockClaims(tx, waiting, by.nowMs) : []
  return closing.flatMap((report) => {
    const { id, reportedId, category } = report
    const isOfJob = (side: (typeof claims)[number]) => side.subjectId === reportedId && side.grave === isGrave(category)
    const claim = isClosed(report) ? undefined : claims.find(isOfJob)
    const why = whyKept({ ...report, claim }, { byId: by.id, alone: by.alone })
    return why ? [{ id, why }] : []
  })
}

/** Writes changed reports with their notes, and returns their versions by id. Derive the jobs afterwards. */
export async function writeReports(
  tx: Transaction,
  decided: readonly (Decision & { readonly before: Report })[],
): Promise<ReadonlyMap<number, number>> {
  const versions = await update(
    tx,
    decided.map(({ after }) => after),
  )
  for (const { before, note } of decided) {
    if (note) await insertNote(tx, 'report', before.id, note)
  }
  const changed = decided.filter(({ before, after }) => changesStills(before, after))
  await bumpStateVersions(
    tx,
    changed.map(({ after }) => after.id),
  )
  return versions
}

/** Locks in order, against deadlocks. */
export async function lockReports(tx: Transaction, ids: readonly number[], visibility: Visibility): Promise<Report[]> {
  await tx.query(`SELECT FROM reports WHERE id = ANY($1) AND ${seenBy(visibility)} ORDER BY id FOR UPDATE`, [ids])
  // A separate statement: a waiting one misses notes added meanwhile.
  const { rows } = await tx.query<ReportRow>(
    `SELECT ${REPORT_COLUMNS} FROM reports WHERE id = ANY($1) AND ${seenBy(visibility)} ORDER BY id`,
    [ids],
  )
  return rows.map((row) => reportOf(row, visibility))
}

async function update(tx: Transaction, reports: readonly Report[]): Promise<ReadonlyMap<number, number>> {
  const each = <T>(of: (report: Report) => T): T[] => reports.map(of)
  const { rows } = await tx.query<{ id: number; version: number }>(
    `UPDATE reports SET category = changed.category, status = changed.status, notes = changed.notes,
       reviewed_at = changed.reviewed_at, reviewed_by = changed.reviewed_by,
       changed_at = changed.changed_at, changed_by_id = changed.changed_by_id, changed_by = changed.changed_by
     FROM unnest($1::bigint[], $2::report_category[], $3::report_status[], $4::text[], $5::timestamptz[], $6::text[],
         $7::timestamptz[], $8::bigint[], $9::text[])
       AS changed (id, category, status, notes, reviewed_at, reviewed_by, changed_at, changed_by_id, changed_by)
     WHERE reports.id = changed.id RETURNING reports.id, reports.version`,
    [
      each(({ id }) => id),
      each(({ category }) => category),
      each(({ status }) => status),
      each(({ notes }) => notes),
      each(({ reviewedAtMs }) => (reviewedAtMs === undefined ? null : new Date(reviewedAtMs))),
      each(({ reviewedBy }) => reviewedBy),
      each(({ changedAtMs }) => (changedAtMs === undefined ? null : new Date(changedAtMs))),
      each(({ changedById }) => changedById),
      each(({ changedBy }) => changedBy),
    ],
  )
  return new Map(rows.map(({ id, version }) => [id, version]))
}
