import {
  type AppealDecision,
  type AppealList,
  type AppealView,
  type ApprovalList,
  type ApprovalView,
  BAN_SCOPES,
  type BanScope,
  DECISION_RULES,
  type DecisionBasis,
  type DecisionList,
  type DecisionOrder,
  type DecisionPreviewView,
  type DecisionRule,
  type DecisionView,
  MEASURE_KINDS,
  type MeasureKind,
} from '@kla/proto/web'
import type { PillTone } from '../kit/text.js'
import { SCOPE_WORDS } from './bans.js'
import { afterChange } from './changes.js'
import { consoleApi } from './console-api.js'

export const RULE_WORDS: Readonly<Record<DecisionRule, string>> = {
  minors: 'Minors',
  illegal_content: 'Illegal content',
  consent: 'Consent',
  recording: 'Recording others',
  threats: 'Threats',
  harassment: 'Harassment and abuse',
  cheating: 'Cheating',
  name: 'Player names',
  spam: 'Spam',
  evasion: 'Getting around a ban',
  other: 'Another rule',
}

export const BASIS_WORDS: Readonly<Record<DecisionBasis, string>> = {
  chat: 'Chat messages',
  stills: 'Stills',
  metadata: 'Times, rooms and battles',
  reports: 'Reports of several people',
  own_words: "The player's own words",
}

export const isScope = (kind: MeasureKind): kind is BanScope => BAN_SCOPES.some((scope) => scope === kind)

const HOUR_MS = 3_600_000

/** Length of a ban: '7 days', '1 hour'. */
export function lengthWords(ms: number): string {
  const [count, word] = ms % (24 * HOUR_MS) === 0 ? [ms / (24 * HOUR_MS), 'day'] : [ms / HOUR_MS, 'hour']
  const rounded = Math.round(count * 100) / 100
  return `${rounded} ${word}${rounded === 1 ? '' : 's'}`
}

type Measure = Pick<DecisionView['measures'][number], 'kind' | 'duration_ms'>

/** Words such as 'Warning', 'Ban for 7 days' or 'Chat ban, permanent'. */
export function measureWords({ kind, duration_ms }: Measure): string {
  if (!isScope(kind)) return 'Warning'
  const ban = kind === 'global' ? 'Ban' : `${SCOPE_WORDS[kind]} ban`
  return duration_ms === null ? `${ban}, permanent` : `${ban} for ${lengthWords(duration_ms)}`
}

/** Result of a decision in one line: 'Ban for 7 days' or 'No action'. */
export const outcomeWords = ({
  outcome,
  measures,
}: Pick<DecisionView, 'outcome'> & { measures: readonly Measure[] }): string =>
  outcome === 'dismissed' ? 'No action' : measures.map(measureWords).join(', ')

export const DECISION_STATE_WORDS: Readonly<Record<DecisionView['state'], string>> = {
  in_force: 'In force',
  undone: 'Undone',
  overturned: 'Overturned',
}

export const DECISION_STATE_TONES: Readonly<Record<DecisionView['state'], PillTone>> = {
  in_force: 'green',
  undone: 'plain',
  overturned: 'amber',
}

/** Name of a decision's undo: 'No action, player1'. */
export const undoLabel = (decision: DecisionView): string =>
  `${outcomeWords(decision)}, ${decision.account_name || `#${decision.account_id}`}`

/** Job of a request for a second person; null if it names none. */
export const decisionOf = ({ params }: Pick<ApprovalView, 'params'>): number | null =>
  typeof params['job'] === 'number' ? params['job'] : null

/** Describes a request, whose measures are text such as 'global:0 chat:86400000': 'Ban, permanent: Minors'. */
export function decisionRequestWords({ params }: Pick<ApprovalView, 'params'>): string {
  const requested = typeof params['measures'] === 'string' ? params['measures'] : ''
  const measures = requested.split(' ').flatMap(requestedMeasure)
  const rule = DECISION_RULES.find((each) => each === params['rule'])
  return [measures.map(measureWords).join(', ') || 'Decision', ...(rule ? [RULE_WORDS[rule]] : [])].join(': ')
}

function requestedMeasure(text: string): Measure[] {
  const [given, ms = ''] = text.split(':')
  const kind = MEASURE_KINDS.find((each) => each === given)
  return kind ? [{ kind, duration_ms: Number(ms) > 0 ? Number(ms) : null }] : []
}

const decided = afterChange(
  'Desk',
  { type: 'Jobs', id: 'LIST' },
  'Decisions',
  'Reports',
  'Bans',
  'Subjects',
  'Approvals',
)

const decisionsApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    decisionPreview: build.query<DecisionPreviewView, { account: number; rule: DecisionRule }>({
      query: (params) => ({ url: 'admin/decisions/preview', params }),
      providesTags: ['DecisionPreview', 'Bans'],
    }),
    decide: build.mutation<DecisionView, DecisionOrder>({
      query: (body) => ({ url: 'admin/decisions', method: 'POST', body }),
      invalidatesTags: decided,
    }),
    undoDecision: build.mutation<DecisionView, string>({
      query: (id) => ({ url: `admin/decisions/${id}/undo`, method: 'POST' }),
      invalidatesTags: decided,
    }),
    decisions: build.query<DecisionList, { account?: number; after?: string; limit: number }>({
      query: (params) => ({ url: 'admin/decisions', params }),
      providesTags: ['Decisions'],
    }),
    askForDecision: build.mutation<ApprovalView, DecisionOrder>({
      query: (body) => ({ url: 'admin/decisions/approvals', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['Approvals', 'Desk']),
    }),
    decisionApprovals: build.query<ApprovalList, void>({
      query: () => 'admin/decisions/approvals',
      providesTags: ['Approvals'],
    }),
    approveDecision: build.mutation<ApprovalView, string>({
      query: (id) => ({ url: `admin/decisions/approvals/${id}/approve`, method: 'POST' }),
      invalidatesTags: ['Approvals', 'Desk'],
    }),
    appeals: build.query<AppealList, { open?: '1'; after?: string; limit: number }>({
      query: (params) => ({ url: 'admin/appeals', params }),
      providesTags: ['Appeals'],
    }),
    decideAppeal: build.mutation<AppealView, { id: number } & AppealDecision>({
      query: ({ id, ...body }) => ({ url: `admin/appeals/${id}`, method: 'POST', body }),
      invalidatesTags: afterChange('Appeals', 'Desk', 'Decisions', 'Bans', 'Subjects'),
    }),
  }),
})

export const {
  useDecisionPreviewQuery,
  useDecideMutation,
  useUndoDecisionMutation,
  useDecisionsQuery,
  useAskForDecisionMutation,
  useDecisionApprovalsQuery,
  useApproveDecisionMutation,
  useAppealsQuery,
  useDecideAppealMutation,
} = decisionsApi
