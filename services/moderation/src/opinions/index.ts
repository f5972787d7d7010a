import { type Database, implement } from '@kla/chassis'
import { OpinionsServiceService } from '@kla/proto'
import type { AuditRecorder } from '../audit/index.js'
import { createDecisionReads, decisionsToProto, findDecision } from '../decisions/index.js'
import { type DeskNotices, notifying } from '../jobs/index.js'
import type { ReportStore } from '../reports/index.js'
import type { Accounts } from '../shared/clients.js'
import { type OpinionDecisions, opinionHandlers } from './rpc.js'
import { createOpinionStore } from './store.js'

export { createAskSecondOpinion } from './store.js'

/** What `createOpinions` needs from other modules. */
export interface OpinionsDeps {
  readonly database: Database
  readonly reports: Pick<ReportStore, 'listOf' | 'find'>
  readonly notices: Pick<DeskNotices, 'changed' | 'atWork'>
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly now: () => number
}

const EARLIER_MAX = 20

/** Second opinions about a share of decisions, by administrators who do not see the first judgement. */
export function createOpinions({ database, notices, ...deps }: OpinionsDeps) {
  const { accounts } = deps
  const reads = createDecisionReads(database)
  const decisions: OpinionDecisions = {
    async find(id, call) {
      const decision = await findDecision(database, id)
      return decision && (await decisionsToProto([decision], accounts, call))[0]
    },
    async before({ accountId, decisionId: after }, { grave, ownAccount }, call) {
      const earlier = await reads.list({ accountId, after }, { grave, ownAccount, limit: EARLIER_MAX })
      return decisionsToProto(earlier, accounts, call)
    },
  }
  const handlers = opinionHandlers({ ...deps, decisions, opinions: createOpinionStore(database) })
  return { implementation: implement(OpinionsServiceService, notifying(handlers, notices, ['giveOpinion'])) }
}
