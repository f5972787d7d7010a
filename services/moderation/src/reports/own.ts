import type { Database } from '@kla/chassis'
import type { OwnReport } from '@kla/proto'
import type { ModerationHandlers } from '../shared/rpc.js'
import { OUTCOME_UNTOLD } from '../shared/rules.js'

/** Reads the reports that one account made. */
export type OwnReports = (reporterId: number) => Promise<OwnReport[]>

const OWN_MAX = 50

// Category and reason of the first submission: moderators may have changed the report's own.
const OWN = `
SELECT id, created_at, first.category, first.reason, status <> 'pending' AS reviewed,
  CASE WHEN status = 'pending' THEN 'received' WHEN status = 'reviewed' OR reports.category = '${OUTCOME_UNTOLD}' THEN 'looked_at'
       WHEN status = 'dismissed' THEN 'not_acted' ELSE 'acted' END AS outcome
FROM reports,
LATERAL (SELECT category, reason FROM report_submissions WHERE report_id = reports.id ORDER BY id LIMIT 1) AS first
WHERE reporter_id = $1 AND hidden_at IS NULL
ORDER BY created_at DESC, reports.id DESC LIMIT ${OWN_MAX}`

interface Row {
  readonly id: number
  readonly created_at: Date
  readonly category: string
  readonly reason: string
  readonly reviewed: boolean
  readonly outcome: string
}

export const createOwnReports =
  (database: Database): OwnReports =>
  async (reporterId) => {
    const { rows } = await database.query<Row>(OWN, [reporterId])
    return rows.map(({ created_at, ...report }) => ({ ...report, createdAtMs: created_at.getTime() }))
  }

/** Open to banned players. */
export const listOwnReports =
  (own: OwnReports): ModerationHandlers['listOwnReports'] =>
  async (_request, call) => {
    const { accountId } = await call.principal({ allowBanned: true })
    return { reports: await own(accountId) }
  }
