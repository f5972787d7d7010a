import type { Call } from '@kla/chassis'
import type { Appeal, Decision, OwnDecision } from '@kla/proto'
import type { Accounts } from '../shared/clients.js'
import type { AppealedDecision, StoredAppeal, StoredDecision, StoredMeasure } from './store.js'

export async function decisionsToProto(
  decisions: readonly StoredDecision[],
  accounts: Pick<Accounts, 'known'>,
  call: Pick<Call, 'requestId'>,
): Promise<Decision[]> {
  const known = await accounts.known(
    decisions.map(({ accountId }) => accountId),
    call,
  )
  return decisions.map((decision) => decisionToProto(decision, known.get(decision.accountId)?.username ?? ''))
}

export async function appealsToProto(
  decisions: readonly AppealedDecision[],
  accounts: Pick<Accounts, 'known'>,
  call: Pick<Call, 'requestId'>,
): Promise<Appeal[]> {
  const messages = await decisionsToProto(decisions, accounts, call)
  return decisions.map(({ appeal }, at) => ({
    ...appealToProto(appeal),
    decision: messages[at] && { ...messages[at], appeal: undefined },
  }))
}

const decisionToProto = (decision: StoredDecision, accountName: string): Decision => ({
  id: decision.id,
  accountId: decision.accountId,
  accountName,
  jobId: decision.jobId,
  outcome: decision.outcome,
  rule: decision.rule,
  facts: decision.facts,
  basis: [...decision.basis],
  measures: decision.measures.map(({ kind, durationMs, banId = 0 }) => ({ kind, durationMs, banId })),
  letter: decision.letter,
  reportIds: [...decision.reportIds],
  decidedById: decision.decidedById,
  decidedBy: decision.decidedBy,
  decidedAtMs: decision.decidedAtMs,
  approvedBy: decision.approvedBy,
  state: decision.state,
  endedAtMs: decision.endedAtMs ?? 0,
  endedBy: decision.endedBy,
  appeal: decision.appeal && { ...appealToProto(decision.appeal), decision: undefined },
  appealUntilMs: decision.appealUntilMs,
})

const appealToProto = ({ decidedById: _, decidedAtMs = 0, ...appeal }: StoredAppeal) => ({ ...appeal, decidedAtMs })

/** View for the player, without anyone who decided or reported. */
export const ownDecisionToProto = ({ appeal, measures, ...decision }: StoredDecision): OwnDecision => ({
  id: decision.id,
  decidedAtMs: decision.decidedAtMs,
  rule: decision.rule,
  facts: decision.facts,
  letter: decision.letter,
  measures: measures.map((measure) => ownMeasure(measure, decision)),
  state: decision.state,
  appealUntilMs: decision.appealUntilMs,
  appeal: appeal && {
    text: appeal.text,
    openedAtMs: appeal.openedAtMs,
    state: appeal.state,
    answer: appeal.answer,
    decidedAtMs: appeal.decidedAtMs ?? 0,
  },
})

const ownMeasure = (
  { kind, durationMs, isLifted }: StoredMeasure,
  { decidedAtMs, state }: Pick<StoredDecision, 'decidedAtMs' | 'state'>,
) => ({
  kind,
  untilMs: durationMs === 0 ? 0 : decidedAtMs + durationMs,
  lifted: isLifted || (state === 'overturned' && kind !== 'warning'),
})
