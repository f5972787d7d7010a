import { Appeal, Decision, DecisionPreview, Measure, messageOf, OwnDecision } from '@kla/proto'
import type { Clients } from '../../src/shared/clients.js'
import { AT_MS } from './fake-administrators.js'
import { type Recorded, recorded } from './recorded.js'

export type FakeDecisions = Recorded<Clients['decisions']>

const ID = '018f6b1e-7c1a-7000-8000-0000000dec1d'
export const DECISION = messageOf(Decision, {
  id: ID,
  accountId: 2,
  accountName: 'bob',
  jobId: 7,
  outcome: 'acted',
  rule: 'threats',
  facts: 'Threatened the opponent.',
  basis: ['chat'],
  measures: [{ kind: 'global', durationMs: 604_800_000, banId: 3 }],
  reportIds: [42],
  decidedById: 1,
  decidedBy: 'mod',
  decidedAtMs: AT_MS,
  state: 'in_force',
  appealUntilMs: AT_MS + 1,
})
const APPEAL = messageOf(Appeal, {
  id: 5,
  decision: DECISION,
  text: 'I did not.',
  openedAtMs: AT_MS,
  dueAtMs: AT_MS + 1,
  state: 'open',
})
const OWN = messageOf(OwnDecision, {
  id: ID,
  decidedAtMs: AT_MS,
  rule: 'threats',
  facts: 'Threatened the opponent.',
  measures: [{ kind: 'global', untilMs: AT_MS + 1, lifted: false }],
  state: 'in_force',
  appealUntilMs: AT_MS + 1,
})
const APPROVAL = {
  id: '018f6b1e-7c1a-7000-8000-0000000a9990',
  action: 'decisions.decide',
  params: '{}',
  reason: '',
  askedById: 1,
  askedBy: 'mod',
  askedAtMs: AT_MS,
  approvedById: 0,
  approvedBy: '',
  untilMs: AT_MS + 1,
}

/** One decision about account 2, appealed. */
export const createFakeDecisions = (): FakeDecisions =>
  recorded<Clients['decisions']>(
    {
      previewDecision: messageOf(DecisionPreview, { suggested: [messageOf(Measure, { kind: 'warning' })] }),
      decide: DECISION,
      undoDecision: { ...DECISION, state: 'undone', endedAtMs: AT_MS, endedBy: 'mod' },
      listDecisions: { decisions: [DECISION], next: '' },
      askForDecision: APPROVAL,
      listDecisionApprovals: { approvals: [APPROVAL] },
      approveDecision: APPROVAL,
      listOwnDecisions: { decisions: [OWN] },
      openAppeal: OWN,
      listAppeals: { appeals: [APPEAL], next: '' },
      decideAppeal: { ...APPEAL, state: 'upheld', answer: 'It stays.', decidedBy: 'other', decidedAtMs: AT_MS },
    },
    {
      exportDecisions: [{ decisions: [DECISION], total: 1 }],
      exportAppeals: [{ appeals: [APPEAL], total: 1 }],
    },
  )
