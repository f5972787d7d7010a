import { type Database, implement } from '@kla/chassis'
import { DecisionsServiceService } from '@kla/proto'
import type { AuditRecorder } from '../audit/index.js'
import type { BanStore, Relay } from '../bans/index.js'
import type { MailOutbox } from '../mails/index.js'
import type { Accounts } from '../shared/clients.js'
import type { Visibility } from '../shared/rules.js'
import type { StateRelay } from '../stills/index.js'
import { createAppealChanges } from './appeals-store.js'
import { createDecisionChanges } from './decide-store.js'
import { decisionHandlers } from './rpc.js'
import { createDecisionReads } from './store.js'

export type { StoredDecision } from './store.js'
export { decisionsToProto } from './to-proto.js'

/** What `createDecisions` needs from other modules. */
export interface DecisionsDeps {
  readonly database: Database
  readonly mails: MailOutbox
  readonly bans: { readonly store: Pick<BanStore, 'inForce'> } & Pick<Relay, 'publish'>
  readonly states: Pick<StateRelay, 'publish'>
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly now: () => number
}

/** Decisions about accounts with their reasons, and appeals. */
export function createDecisions({ database, mails, bans, ...deps }: DecisionsDeps) {
  const reads = createDecisionReads(database)
  const handlers = decisionHandlers({
    ...deps,
    reads,
    changes: createDecisionChanges(database, mails),
    appeals: createAppealChanges(database, mails),
    bans: bans.store,
    relay: bans,
  })
  return {
    implementation: implement(DecisionsServiceService, handlers),
    countOpenAppeals: reads.countOpenAppeals,
    /** Decisions about an account, newest first. */
    listAbout: (accountId: number, visibility: Visibility, limit: number) =>
      reads.list({ accountId, after: undefined }, { ...visibility, limit }),
  }
}
