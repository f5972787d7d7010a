import { type ApprovalNotices, type Call, type Database, implement } from '@kla/chassis'
import { DecisionsServiceService } from '@kla/proto'
import type { AuditRecorder } from '../audit/index.js'
import type { BanStore, Relay } from '../bans/index.js'
import { type DeskNotices, notifying } from '../jobs/index.js'
import type { MailOutbox } from '../mails/index.js'
import type { Accounts } from '../shared/clients.js'
import type { Visibility } from '../shared/rules.js'
import type { StateRelay } from '../stills/index.js'
import { createAppealChanges } from './appeals-store.js'
import { type AskAboutDecision, createDecisionChanges } from './decide-store.js'
import { decisionHandlers } from './rpc.js'
import { createDecisionReads } from './store.js'
import { decisionsToProto } from './to-proto.js'

export { readMeasures } from './rules.js'
export { createDecisionReads, findDecision, type StoredDecision } from './store.js'
export { decisionsToProto } from './to-proto.js'

/** What `createDecisions` needs from other modules. */
export interface DecisionsDeps {
  readonly database: Database
  readonly mails: MailOutbox
  readonly askSecondOpinion: AskAboutDecision
  readonly bans: { readonly store: Pick<BanStore, 'inForce'> } & Pick<Relay, 'publish'>
  readonly notices: Pick<DeskNotices, 'changed' | 'atWork'>
  readonly states: Pick<StateRelay, 'publish'>
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly approvalNotices: Pick<ApprovalNotices, 'changed'>
  readonly now: () => number
}

/** Limit of the decisions beside a job. */
const ABOUT_MAX = 20
const DESK_CHANGES = [
  'decide',
  'undoDecision',
  'askForDecision',
  'approveDecision',
  'openAppeal',
  'decideAppeal',
] as const

/** Decisions about accounts with their reasons, and appeals. */
export function createDecisions({ database, mails, askSecondOpinion, bans, notices, ...deps }: DecisionsDeps) {
  const { accounts } = deps
  const reads = createDecisionReads(database)
  const handlers = decisionHandlers({
    ...deps,
    reads,
    changes: createDecisionChanges(database, mails, askSecondOpinion),
    appeals: createAppealChanges(database, mails),
    bans: bans.store,
    relay: bans,
  })
  return {
    implementation: implement(DecisionsServiceService, notifying(handlers, notices, DESK_CHANGES)),
    about: async (accountId: number, visibility: Visibility, call: Pick<Call, 'requestId'>) => {
      const decisions = await reads.list({ accountId, after: undefined }, { ...visibility, limit: ABOUT_MAX })
      return decisionsToProto(decisions, accounts, call)
    },
  }
}
