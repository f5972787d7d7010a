import type { Database, Transaction } from '@kla/chassis'
import type { PutReportStateRequest } from '@kla/proto'
import type { ReportCategory, ReportStatus } from '@kla/proto/web'
import { isGrave } from '../shared/rules.js'
import { stillsExpireAt } from './rules.js'

/** Outbox by report: the version of its state, and the one that evidence has acknowledged. */
export interface StateStore {
  begin(reportId: number, nowMs: number): Promise<void>
  current(reportId: number): Promise<PutReportStateRequest | undefined>
  acknowledge(reportId: number, version: number): Promise<void>
  unsent(afterId: number, limit: number): Promise<readonly number[]>
  unsentOf(reportIds: readonly number[]): Promise<readonly number[]>
  countUnsent(): Promise<number>
}

/** Call with the reports locked, in the transaction of any change of category, decision, hold or deletion. */
export async function bumpStateVersions(tx: Transaction, reportIds: readonly number[]): Promise<void> {
  if (reportIds.length === 0) return
  await tx.query('UPDATE evidence_states SET version = version + 1 WHERE report_id = ANY($1)', [reportIds])
}

export async function eraseStates(
  tx: Transaction,
  reports: readonly { readonly id: number; readonly category: ReportCategory }[],
  atMs: number,
): Promise<void> {
  if (reports.length === 0) return
  await tx.query(
    `UPDATE evidence_states SET version = version + 1, erased_at = $3, erased_category = erased.category
     FROM unnest($1::bigint[], $2::report_category[]) AS erased (id, category) WHERE report_id = erased.id`,
    [reports.map(({ id }) => id), reports.map(({ category }) => category), new Date(atMs)],
  )
}

const BEGIN = `
INSERT INTO evidence_states (report_id, version) VALUES ($1, $2)
ON CONFLICT (report_id) DO UPDATE
  SET version = evidence_states.version + 1, erased_at = NULL, erased_category = NULL`

// One statement, so that version and report match.
const CURRENT = `
SELECT evidence_states.version, erased_at, erased_category, category, status, created_at, reviewed_at, held, hidden_at,
  reported_id
FROM evidence_states LEFT JOIN reports ON reports.id = report_id
WHERE report_id = $1 AND (erased_at IS NOT NULL OR reports.id IS NOT NULL)`

type Row = { readonly version: number } & (
  | { readonly erased_at: Date; readonly erased_category: ReportCategory }
  | {
      readonly erased_at: null
      readonly category: ReportCategory
      readonly status: ReportStatus
      readonly created_at: Date
      readonly reviewed_at: Date | null
      readonly held: boolean
      readonly hidden_at: Date | null
      readonly reported_id: number
    }
)

export const createStateStore = (database: Database): StateStore => ({
  async begin(reportId, nowMs) {
    await database.query(BEGIN, [reportId, nowMs])
  },

  async current(reportId) {
    const { rows } = await database.query<Row>(CURRENT, [reportId])
    return rows[0] && stateOf(reportId, rows[0])
  },

  async acknowledge(reportId, version) {
    const forget = 'DELETE FROM evidence_states WHERE report_id = $1 AND version = $2 AND erased_at IS NOT NULL'
    if (((await database.query(forget, [reportId, version])).rowCount ?? 0) > 0) return
    await database.query('UPDATE evidence_states SET sent_version = $2 WHERE report_id = $1 AND sent_version < $2', [
      reportId,
      version,
    ])
  },

  async unsent(afterId, limit) {
    const { rows } = await database.query<{ report_id: number }>(
      'SELECT report_id FROM evidence_states WHERE sent_version < version AND report_id > $1 ORDER BY report_id LIMIT $2',
      [afterId, limit],
    )
    return rows.map(({ report_id }) => report_id)
  },

  async unsentOf(reportIds) {
    const { rows } = await database.query<{ report_id: number }>(
      'SELECT report_id FROM evidence_states WHERE sent_version < version AND report_id = ANY($1)',
      [reportIds],
    )
    return rows.map(({ report_id }) => report_id)
  },

  async countUnsent() {
    const { rows } = await database.query<{ count: number }>(
      'SELECT count(*) FROM evidence_states WHERE sent_version < version',
    )
    return rows[0]?.count ?? 0
  },
})

function stateOf(reportId: number, row: Row): PutReportStateRequest {
  const { version } = row
  if (row.erased_at !== null) {
    const category = row.erased_category
    const expiresAtMs = row.erased_at.getTime()
    return { reportId, version, category, grave: isGrave(category), expiresAtMs, held: false, hidden: true }
  }
  const { category, status, held, reported_id: reportedId } = row
  const [createdAtMs, reviewedAtMs] = [row.created_at.getTime(), row.reviewed_at?.getTime()]
  const expiresAtMs = stillsExpireAt({ category, status, createdAtMs, reviewedAtMs })
  const hidden = row.hidden_at !== null
  return { reportId, version, category, grave: isGrave(category), expiresAtMs, held, hidden, reportedId }
}
