import { accepted, type Administrator, invalidField, KlaError } from '@kla/chassis'
import type { BatchedReport, ReportBatch } from '@kla/proto'
import { BULK_MAX, isUuid } from '@kla/proto/web'
import type { AuditRecorder } from '../audit/index.js'
import type { Accounts } from '../shared/clients.js'
import { auditedBy, type ModerationHandlers, visibilityFor } from '../shared/rpc.js'
import { isId } from '../shared/rules.js'
import type { StateRelay } from '../stills/index.js'
import { batchAudit, batchPreviewAudit } from './audit-entries.js'
import type { BatchActor, ReportBatches } from './batch-store.js'
import { type Batch, type LeftOut, readBatchOrder, readSeen } from './rules/batch.js'

interface BatchDeps {
  readonly batches: ReportBatches
  readonly states: Pick<StateRelay, 'publish'>
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly now: () => number
}

type Handlers = Pick<ModerationHandlers, 'previewReportBatch' | 'closeReportBatch' | 'undoReportBatch'>

/** Closes all reports by one reporter, as a preview has shown them. */
export const batchHandlers = ({ batches, states, accounts, audit, now }: BatchDeps): Handlers => ({
  async previewReportBatch({ reporterId, seenIds }, call) {
    const administrator = await call.administrator('reports.decide')
    const seen = accepted(readSeen(seenIds))
    if (!isId(reporterId)) throw invalidField('reporter_id')
    const by = auditedBy(administrator, call, now)
    const actor = actorOf(administrator, by.atMs)
    const { closing, beyond, leftOut, digest } = await batches.plan(reporterId, seen, actor)
    const shown = leftOut.slice(0, BULK_MAX)
    const reports = [...closing, ...shown.map(({ report }) => report)]
    const [known] = await Promise.all([
      accounts.known([reporterId, ...reports.map(({ reportedId }) => reportedId)], call),
      audit.record(batchPreviewAudit(by, reporterId, { reportIds: reports.map(({ id }) => id), visibility: actor })),
    ])
    const toProto = ({ id, createdAtMs, reportedId, category }: LeftOut['report']): BatchedReport => ({
      ...{ id, createdAtMs, reportedId, category },
      reportedName: known.get(reportedId)?.username ?? '',
    })
    return {
      reporterId,
      reporterName: known.get(reporterId)?.username ?? '',
      reports: closing.map(toProto),
      beyond,
      leftOut: shown.map(({ report, why, by }) => ({ report: toProto(report), why, by })),
      leftOutTotal: leftOut.length,
      digest,
    }
  },

  /** Errors: INVALID_FIELD, PREVIEW_OUTDATED. */
  async closeReportBatch(given, call) {
    const administrator = await call.administrator('reports.decide')
    const order = accepted(readBatchOrder(given))
    const by = auditedBy(administrator, call, now)
    const batch = await batches.close(order, actorOf(administrator, by.atMs), (closed, side) =>
      batchAudit(by, 'batches.close', closed, side),
    )
    await states.publish(batch.reportIds, call)
    return batchToProto(batch)
  },

  /** Errors: BATCH_NOT_FOUND, TOO_LATE_TO_UNDO. */
  async undoReportBatch({ id }, call) {
    const administrator = await call.administrator('reports.decide')
    if (!isUuid(id)) throw new KlaError('BATCH_NOT_FOUND')
    const by = auditedBy(administrator, call, now)
    const batch = await batches.undo(id.toLowerCase(), actorOf(administrator, by.atMs), (undone, side) =>
      batchAudit(by, 'batches.undo', undone, side),
    )
    await states.publish(batch.reportIds, call)
    return batchToProto(batch)
  },
})

const actorOf = (administrator: Administrator, nowMs: number): BatchActor => ({
  id: administrator.id,
  name: administrator.name,
  nowMs,
  ...visibilityFor(administrator),
})

const batchToProto = (batch: Batch): ReportBatch => ({
  id: batch.id,
  reporterId: batch.reporterId,
  status: batch.status,
  reportIds: [...batch.reportIds],
  jobs: batch.jobsClosed,
  closedAtMs: batch.closedAtMs,
  closedBy: batch.closedBy,
  undoneAtMs: batch.undoneAtMs ?? 0,
  leftIds: [...batch.leftIds],
})
