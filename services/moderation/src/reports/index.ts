import type { ApprovalNotices, Call, Database, Logger, Redis } from '@kla/chassis'
import { JOB_REPORTS_MAX } from '@kla/proto/web'
import type { AuditRecorder } from '../audit/index.js'
import type { TakeContext } from '../evidence/index.js'
import type { Signals } from '../jobs/index.js'
import type { MailOutbox } from '../mails/index.js'
import type { Retention } from '../retention/index.js'
import type { Accounts, Meetings } from '../shared/clients.js'
import type { OfferStills, StateRelay } from '../stills/index.js'
import { batchHandlers } from './batch-rpc.js'
import { createReportBatches } from './batch-store.js'
import { createReportChanges } from './change-store.js'
import { deletionHandlers } from './deletion-rpc.js'
import { createReportDeletions } from './deletion-store.js'
import { createIntakeStore, createReportRate } from './intake-store.js'
import { createReportIntake } from './intake.js'
import { createOwnReports, listOwnReports } from './own.js'
import { reportHandlers } from './rpc.js'
import type { RandomBelow } from './rules/submission.js'
import { createReportStore } from './store.js'
import { submitReport } from './submit-rpc.js'
import { reportsToProto } from './to-proto.js'

export { lockReports, writeReports } from './change-store.js'
export { decide as decideReport, type Report } from './rules/decision.js'
export type { RandomBelow } from './rules/submission.js'
export type { ReportStore } from './store.js'
export { contextToProto, reportsToProto } from './to-proto.js'

/** What `createReports` needs from other modules. */
export interface ReportsDeps {
  readonly database: Database
  readonly redis: Redis
  readonly redisPrefix: string
  readonly random: RandomBelow
  readonly meetings: Meetings
  readonly takeContext: TakeContext
  readonly offerStills: OfferStills
  readonly signals: Pick<Signals, 'reported'>
  readonly states: Pick<StateRelay, 'publish'>
  readonly mails: MailOutbox
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly retention: Retention
  readonly approvalNotices: Pick<ApprovalNotices, 'changed'>
  readonly log: Logger
  readonly now: () => number
}

export function createReports({ database, redis, redisPrefix, random, mails, ...deps }: ReportsDeps) {
  const store = createReportStore(database)
  const deletions = createReportDeletions(database)
  const intake = createReportIntake(createIntakeStore(database), random)
  const rate = createReportRate(redis, redisPrefix)
  return {
    handlers: {
      submitReport: submitReport({ ...deps, rate, intake }),
      listOwnReports: listOwnReports(createOwnReports(database)),
      ...reportHandlers({ ...deps, reports: store, changes: createReportChanges(database, deps.now), deletions }),
      ...deletionHandlers({ ...deps, deletions }),
      ...batchHandlers({ ...deps, batches: createReportBatches(database, mails) }),
    },
    store,
    /** Pending reports of one job, as messages. */
    pendingOf: async (side: { readonly subjectId: number; readonly grave: boolean }, call: Call) =>
      reportsToProto(await store.listPending(side, JOB_REPORTS_MAX), deps.accounts, call),
  }
}
