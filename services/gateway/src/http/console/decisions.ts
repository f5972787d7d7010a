import type { DecideRequest } from '@kla/proto'
import {
  AppealDecision,
  AppealList,
  AppealsQuery,
  AppealView,
  ApprovalList,
  ApprovalParams,
  ApprovalView,
  DecisionList,
  DecisionOrder,
  DecisionPreviewView,
  DecisionsQuery,
  DecisionView,
  IdParams,
  PreviewQuery,
  UuidParams,
} from '@kla/proto/schemas'
import { type MeasureKind, PAGE_SIZE_DEFAULT } from '@kla/proto/web'
import { SLOW_CALL } from '../../shared/deadlines.js'
import { accountByNumber } from '../../shared/numbers.js'
import { expectedBan, seenVersions } from '../conflicts.js'
import { appealView, approvalView, banView, decisionView } from '../console-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'
import { flagOf, numberOr, numberOrNull, textOrNull } from '../values.js'

/** Texts at maximum length, escaped. */
const BODY_MAX_BYTES = 128 * 1024

export const consoleDecisions: Resource = async (app, { auth, decisions }) => {
  app.get(
    '/admin/decisions/preview',
    {
      config: { access: { permission: 'reports.decide' } },
      schema: consoleCall('What a rule suggests for an account', DecisionPreviewView, { querystring: PreviewQuery }),
    },
    async (request) => {
      const { account, rule } = request.query
      const accountId = await accountByNumber(auth, Number(account), { requestId: request.id })
      const { earlier, suggested, bansInForce } = await decisions.previewDecision(
        { accountId, rule },
        onBehalfOf(request),
      )
      return {
        earlier,
        suggested: suggested.map(({ kind, durationMs }) => ({
          kind: kind as MeasureKind,
          duration_ms: numberOrNull(durationMs),
          ban_id: null,
        })),
        bans_in_force: bansInForce.map(banView),
      }
    },
  )

  app.post(
    '/admin/decisions',
    {
      bodyLimit: BODY_MAX_BYTES,
      config: { access: { permission: 'reports.decide' } },
      schema: consoleCall('Decide a job', DecisionView, { body: DecisionOrder }),
    },
    async (request) =>
      decisionView(await decisions.decide(orderOf(request.body), { ...onBehalfOf(request), ...SLOW_CALL })),
  )

  app.post(
    '/admin/decisions/:id/undo',
    {
      config: { access: { permission: 'reports.decide' } },
      schema: consoleCall('Undo a decision within a minute', DecisionView, { params: UuidParams }),
    },
    async (request) =>
      decisionView(await decisions.undoDecision({ id: request.params.id }, { ...onBehalfOf(request), ...SLOW_CALL })),
  )

  app.get(
    '/admin/decisions',
    {
      config: { access: { permission: 'reports.read' } },
      schema: consoleCall('Decisions', DecisionList, { querystring: DecisionsQuery }),
    },
    async (request) => {
      const { account, after = '', limit } = request.query
      const number = numberOr(account, 0)
      const accountId = number === 0 ? 0 : await accountByNumber(auth, number, { requestId: request.id })
      const page = { accountId, after, limit: numberOr(limit, PAGE_SIZE_DEFAULT) }
      const { decisions: found, next } = await decisions.listDecisions(page, onBehalfOf(request))
      return { results: found.map(decisionView), next: textOrNull(next) }
    },
  )

  app.get(
    '/admin/decisions/approvals',
    {
      config: { access: { permission: 'reports.decide' } },
      schema: consoleCall('Decisions waiting for a second person', ApprovalList),
    },
    async (request) => {
      const { approvals } = await decisions.listDecisionApprovals({}, onBehalfOf(request))
      return { approvals: approvals.map(approvalView) }
    },
  )

  app.post(
    '/admin/decisions/approvals',
    {
      bodyLimit: BODY_MAX_BYTES,
      config: { access: { permission: 'reports.decide' } },
      schema: consoleCall('Ask a second person for a decision', ApprovalView, { body: DecisionOrder }),
    },
    async (request) =>
      approvalView(await decisions.askForDecision({ decision: orderOf(request.body) }, onBehalfOf(request))),
  )

  app.post(
    '/admin/decisions/approvals/:id/approve',
    {
      config: { access: { permission: 'reports.decide' } },
      schema: consoleCall('Approve a decision', ApprovalView, { params: ApprovalParams }),
    },
    async (request) => approvalView(await decisions.approveDecision({ id: request.params.id }, onBehalfOf(request))),
  )

  app.get(
    '/admin/appeals',
    {
      config: { access: { permission: 'reports.decide' } },
      schema: consoleCall('Appeals', AppealList, { querystring: AppealsQuery }),
    },
    async (request) => {
      const { open, after = '', limit } = request.query
      const page = { open: flagOf(open) ?? false, after, limit: numberOr(limit, PAGE_SIZE_DEFAULT) }
      const { appeals, next } = await decisions.listAppeals(page, onBehalfOf(request))
      return { results: appeals.flatMap(appealView), next: textOrNull(next) }
    },
  )

  app.post(
    '/admin/appeals/:id',
    {
      config: { access: { permission: 'reports.decide' } },
      schema: consoleCall('Decide an appeal', AppealView, { params: IdParams, body: AppealDecision }),
    },
    async (request) => {
      const answer = { id: Number(request.params.id), ...request.body }
      const appeal = await decisions.decideAppeal(answer, { ...onBehalfOf(request), ...SLOW_CALL })
      const [view] = appealView(appeal)
      return view!
    },
  )
}

const orderOf = ({ job, versions, measures = [], ...order }: DecisionOrder): DecideRequest => ({
  id: order.id,
  jobId: job,
  claim: order.claim,
  outcome: order.outcome,
  rule: order.rule ?? '',
  facts: order.facts ?? '',
  basis: order.basis ?? [],
  measures: measures.map(({ kind, durationMs, expected }) => ({
    kind,
    durationMs: durationMs ?? 0,
    banId: 0,
    expected: expectedBan(expected),
  })),
  letter: order.letter ?? '',
  note: order.note ?? '',
  seen: seenVersions(versions),
})
