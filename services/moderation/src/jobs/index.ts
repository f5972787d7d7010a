import { type Database, implement, type Logger, type Metrics } from '@kla/chassis'
import { DeskServiceService } from '@kla/proto'
import type { AuditRecorder } from '../audit/index.js'
import type { BanStore } from '../bans/index.js'
import type { MailPort } from '../mails/index.js'
import type { Accounts } from '../shared/clients.js'
import { createMailChannel, createWebhookChannel } from './calls.js'
import { createCareStore } from './care-store.js'
import { createClockStore } from './clock-store.js'
import { createDeskStore } from './desk-store.js'
import { type DeskNotices, notifying } from './notices.js'
import { createOpeningCalls } from './opening-calls.js'
import { deskHandlers, type ReadDecisions, type ReadPendingReports } from './rpc.js'
import { ruleHandlers } from './rule-rpc.js'
import type { Signals } from './signals.js'
import { createJobStore } from './store.js'
import {
  createCallForOpenings,
  createCallOnCall,
  createDeskMetrics,
  createNoticeBreaks,
  createRaiseBreaches,
} from './timers.js'

export {
  closeJob,
  countClosed,
  deriveJobs,
  type JobBefore,
  lockClaims,
  type LockedJob,
  lockOpenJobs,
  lockOwnJob,
  type OwnJob,
  reopenJobs,
} from './derive-store.js'
export { changeDuties, createSeeAtWork } from './desk-store.js'
export { addOpeningCalls } from './opening-calls.js'
export { createDeskNotices, type DeskNotices, notifying } from './notices.js'
export { createSignalStore } from './signal-store.js'
export { createSignals, type Signals } from './signals.js'
export type { ReadDecisions, ReadPendingReports } from './rpc.js'

/** Where to call when no one on duty can take an urgent job. */
export interface OnCall {
  readonly emails: readonly string[]
  /** Empty: none. */
  readonly webhookUrl: string
  /** Undefined: mail is off. */
  readonly mailPort: MailPort | undefined
}

/** What `createJobs` needs from other modules. */
export interface JobsDeps {
  readonly database: Database
  readonly bans: Pick<BanStore, 'inForce'>
  readonly pendingReports: ReadPendingReports
  readonly decisionsAbout: ReadDecisions
  readonly notices: DeskNotices
  readonly signals: Pick<Signals, 'store'>
  readonly onCall: OnCall
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly metrics: Metrics
  readonly log: Logger
  readonly now: () => number
}

/** The moderators' queue with claims and clocks, duties and hand-over notes. */
export function createJobs({ database, notices, signals, onCall, metrics, log, ...deps }: JobsDeps) {
  const { now } = deps
  const clocks = createClockStore(database)
  const timers = { clocks, metrics: createDeskMetrics(metrics), log, now }
  const channels = channelsOf(onCall)
  const openingCalls = createOpeningCalls(database)
  const care = createCareStore(database)
  const desk = createDeskStore(database)
  const handlers = {
    ...deskHandlers({ ...deps, jobs: createJobStore(database), desk, care, atWork: notices.atWork }),
    ...ruleHandlers({ signals: signals.store, now }),
  }
  return {
    implementation: implement(
      DeskServiceService,
      notifying(handlers, notices, ['claimJob', 'releaseJob', 'setDuty', 'takeBreak', 'leaveHandover', 'setRule']),
    ),
    raiseBreaches: createRaiseBreaches({ ...timers, notify: notices.changed }),
    noticeBreaks: createNoticeBreaks({ care, desk, notify: notices.changed, now }),
    /** Undefined: there is no on-call list. */
    callOnCall: channels.length > 0 ? createCallOnCall({ ...timers, channels }) : undefined,
    /** Undefined: there is no on-call list. */
    callForOpenings:
      channels.length > 0 ? createCallForOpenings({ ...timers, openings: openingCalls, channels }) : undefined,
    pruneOpeningCalls: () => openingCalls.prune(now()),
  }
}

const channelsOf = ({ emails, webhookUrl, mailPort }: OnCall) => [
  ...(mailPort && emails.length > 0 ? [createMailChannel(mailPort, emails)] : []),
  ...(webhookUrl === '' ? [] : [createWebhookChannel(webhookUrl)]),
]
