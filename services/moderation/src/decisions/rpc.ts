import {
  accepted,
  type Administrator,
  type ApprovalNotices,
  approvalToProto,
  type Call,
  exportedPages,
  type Handlers,
  invalidField,
  KlaError,
  pageOf,
} from '@kla/chassis'
import type { DecideRequest, DecisionsServiceService } from '@kla/proto'
import { APPROVAL_REFUSALS, DECISION_RULES, EXPORT_ROWS_MAX, isUuid, suggestedMeasure } from '@kla/proto/web'
import type { AuditRecorder } from '../audit/index.js'
import { type BanStore, banToProto, readExpected, type Relay } from '../bans/index.js'
import { actorOf, rightsFor } from '../shared/approvals.js'
import type { Accounts } from '../shared/clients.js'
import { auditedBy, refuseOwn, seenVersions, visibilityFor } from '../shared/rpc.js'
import { isId, isOneOf, isPageSize } from '../shared/rules.js'
import type { StateRelay } from '../stills/index.js'
import type { AppealChanges } from './appeals-store.js'
import { appealAudit, decisionApprovalAudit, decisionAudit, readAudit } from './audit-entries.js'
import type { DecisionChanges } from './decide-store.js'
import {
  appealCursor,
  type DecisionOrder,
  needsSecondPerson,
  readAnswer,
  readAppealCursor,
  readAppealText,
  readOrder,
} from './rules.js'
import type { AppealedDecision, DecisionReads, StoredDecision } from './store.js'
import { appealsToProto, decisionsToProto, ownDecisionToProto } from './to-proto.js'

interface RpcDeps {
  readonly changes: DecisionChanges
  readonly appeals: AppealChanges
  readonly reads: DecisionReads
  readonly bans: Pick<BanStore, 'inForce'>
  readonly relay: Pick<Relay, 'publish'>
  readonly states: Pick<StateRelay, 'publish'>
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly approvalNotices: Pick<ApprovalNotices, 'changed'>
  readonly now: () => number
}

export function decisionHandlers({
  changes,
  appeals,
  reads,
  bans,
  relay,
  states,
  accounts,
  audit,
  approvalNotices,
  now,
}: RpcDeps): Handlers<DecisionsServiceService> {
  /** Publishes what has changed. Call it after the commit. */
  async function published(decision: StoredDecision, call: Call): Promise<StoredDecision> {
    const hasBans = decision.measures.some(({ banId }) => banId !== undefined)
    await Promise.all([
      hasBans ? relay.publish(decision.accountId, call) : undefined,
      states.publish(decision.reportIds, call),
    ])
    return decision
  }

  const toMessage = async (decision: StoredDecision, call: Call) =>
    (await decisionsToProto([decision], accounts, call))[0]!

  /** Requires bans.set for bans. */
  async function readDecision(
    request: DecideRequest,
    call: Call,
  ): Promise<{ order: DecisionOrder; administrator: Administrator }> {
    const administrator = await call.administrator('reports.decide')
    const measures = request.measures.map(({ kind, durationMs, expected }) => ({
      kind,
      durationMs,
      expected: expected && accepted(readExpected(expected)),
    }))
    const order = accepted(readOrder({ ...request, measures, seen: seenVersions(request.seen) }))
    if (order.measures.some(({ kind }) => kind !== 'warning')) await call.administrator('bans.set')
    return { order, administrator }
  }

  return {
    async previewDecision({ accountId, rule }, call) {
      const administrator = await call.administrator('reports.decide')
      if (!isId(accountId)) throw invalidField('account')
      if (!isOneOf(DECISION_RULES, rule)) throw invalidField('rule')
      refuseOwn(administrator, accountId)
      const account = await accounts.find(accountId, call)
      if (!account) throw new KlaError('NO_SUCH_ACCOUNT')
      const visibility = visibilityFor(administrator)
      const [earlier, inForce] = await Promise.all([
        reads.countInForce(accountId, rule, visibility),
        bans.inForce(accountId, now()),
      ])
      const ids = inForce.map(({ id }) => id)
      const read = { accountId, visibility, rule, bans: ids }
      await audit.record(readAudit(auditedBy(administrator, call, now), 'decisions.preview', read))
      const { kind, durationMs } = suggestedMeasure(rule, earlier)
      return {
        earlier,
        suggested: [{ kind, durationMs: durationMs ?? 0, banId: 0 }],
        bansInForce: inForce.map((ban) => banToProto(ban, new Map([[account.id, account]]))),
      }
    },

    async decide(request, call) {
      const { order, administrator } = await readDecision(request, call)
      const by = auditedBy(administrator, call, now)
      const deciding = { by: actorOf(administrator, by.atMs), visibility: visibilityFor(administrator) }
      const decision = await changes.decide(order, deciding, (decided) =>
        decisionAudit(by, 'decisions.decide', decided),
      )
      return toMessage(await published(decision, call), call)
    },

    async undoDecision({ id }, call) {
      const administrator = await call.administrator('reports.decide')
      if (!isUuid(id)) throw new KlaError('DECISION_NOT_FOUND')
      const by = auditedBy(administrator, call, now)
      const deciding = { by: actorOf(administrator, by.atMs), visibility: visibilityFor(administrator) }
      const undone = await changes.undo(id.toLowerCase(), deciding, (decision) =>
        decisionAudit(by, 'decisions.undo', decision),
      )
      return toMessage(await published(undone, call), call)
    },

    async listDecisions({ accountId: given, after, limit }, call) {
      const administrator = await call.administrator('reports.read')
      const accountId = given === 0 ? undefined : given
      if (accountId !== undefined && !isId(accountId)) throw invalidField('account')
      if (!isPageSize(limit)) throw invalidField('limit')
      if (after !== '' && !isUuid(after)) throw invalidField('after')
      const visibility = visibilityFor(administrator)
      const from = { accountId, after: after === '' ? undefined : after }
      const found = await reads.list(from, { ...visibility, limit: limit + 1 })
      const page = found.slice(0, limit)
      const read = { accountId, visibility, decisions: page.map(({ id }) => id) }
      const [decisions] = await Promise.all([
        decisionsToProto(page, accounts, call),
        audit.record(readAudit(auditedBy(administrator, call, now), 'decisions.list', read)),
      ])
      return { decisions, next: found.length > limit ? (page.at(-1)?.id ?? '') : '' }
    },

    async *exportDecisions({ list }, call) {
      const administrator = await call.administrator('reports.read')
      if (!list) throw new KlaError('INVALID_FIELD')
      const accountId = list.accountId === 0 ? undefined : list.accountId
      if (accountId !== undefined && !isId(accountId)) throw invalidField('account')
      const visibility = visibilityFor(administrator)
      const total = await reads.count(accountId, visibility)
      const exported = { accountId, visibility, rows: Math.min(total, EXPORT_ROWS_MAX) }
      await audit.record(readAudit(auditedBy(administrator, call, now), 'decisions.export', exported))
      yield { decisions: [], total }
      const pages = exportedPages<StoredDecision, string>(async ({ limit, after }) => {
        const found = await reads.list({ accountId, after }, { ...visibility, limit: limit + 1 })
        const { rows, last } = pageOf(found, limit)
        return { rows, next: last?.id }
      })
      for await (const rows of pages) yield { decisions: await decisionsToProto(rows, accounts, call), total }
    },

    async askForDecision({ decision: request }, call) {
      if (!request) throw new KlaError('INVALID_FIELD')
      const { order, administrator } = await readDecision(request, call)
      if (!needsSecondPerson(order)) throw new KlaError('INVALID_FIELD', 'You can decide this alone.')
      const by = auditedBy(administrator, call, now)
      const deciding = { by: actorOf(administrator, by.atMs), visibility: visibilityFor(administrator) }
      const approval = await changes.ask(order, deciding, (asked) =>
        decisionApprovalAudit(by, 'decisions.approval-ask', asked),
      )
      approvalNotices.changed(approval, rightsFor(approval))
      return approvalToProto(approval)
    },

    async listDecisionApprovals(_request, call) {
      const administrator = await call.administrator('reports.decide')
      return { approvals: (await changes.approvals(now(), visibilityFor(administrator))).map(approvalToProto) }
    },

    async approveDecision({ id }, call) {
      const administrator = await call.administrator('reports.decide', { fresh: true })
      const by = auditedBy(administrator, call, now)
      const deciding = { by: actorOf(administrator, by.atMs), visibility: visibilityFor(administrator) }
      const outcome = await changes.approve(id, deciding, (approved) =>
        decisionApprovalAudit(by, 'decisions.approval-approve', approved),
      )
      if ('refused' in outcome) throw new KlaError(APPROVAL_REFUSALS[outcome.refused])
      approvalNotices.changed(outcome, rightsFor(outcome))
      return approvalToProto(outcome)
    },

    async listOwnDecisions(_request, call) {
      const { accountId } = await call.principal({ allowBanned: true })
      return { decisions: (await reads.own(accountId)).map(ownDecisionToProto) }
    },

    async openAppeal({ decisionId, text: given }, call) {
      const { accountId } = await call.principal({ allowBanned: true })
      const text = accepted(readAppealText(given))
      if (!isUuid(decisionId)) throw new KlaError('DECISION_NOT_FOUND')
      const appealed = await appeals.open({ decisionId: decisionId.toLowerCase(), accountId, text }, now())
      return ownDecisionToProto(appealed)
    },

    async listAppeals({ open: openOnly, after, limit }, call) {
      const administrator = await call.administrator('reports.decide')
      const from = readAppealCursor(after, openOnly)
      if (typeof from === 'object') throw invalidField('after')
      if (!isPageSize(limit)) throw invalidField('limit')
      const visibility = visibilityFor(administrator)
      const found = await reads.appeals({ openOnly, after: from }, { ...visibility, limit: limit + 1 })
      const page = found.slice(0, limit)
      const read = { accountId: undefined, visibility, appeals: page.map(({ appeal }) => appeal.id) }
      const [messages] = await Promise.all([
        appealsToProto(page, accounts, call),
        audit.record(readAudit(auditedBy(administrator, call, now), 'appeals.list', read)),
      ])
      const last = page.at(-1)
      return { appeals: messages, next: found.length > limit && last ? appealCursor(last.appeal.id, openOnly) : '' }
    },

    async *exportAppeals({ list }, call) {
      const administrator = await call.administrator('reports.decide')
      if (!list) throw new KlaError('INVALID_FIELD')
      const openOnly = list.open
      const visibility = visibilityFor(administrator)
      const total = await reads.countAppeals({ openOnly }, visibility)
      const exported = { accountId: undefined, visibility, open: openOnly, rows: Math.min(total, EXPORT_ROWS_MAX) }
      await audit.record(readAudit(auditedBy(administrator, call, now), 'appeals.export', exported))
      yield { appeals: [], total }
      const pages = exportedPages<AppealedDecision, number>(async ({ limit, after }) => {
        const found = await reads.appeals({ openOnly, after }, { ...visibility, limit: limit + 1 })
        const { rows, last } = pageOf(found, limit)
        return { rows, next: last?.appeal.id }
      })
      for await (const rows of pages) yield { appeals: await appealsToProto(rows, accounts, call), total }
    },

    async decideAppeal({ id, ...given }, call) {
      const administrator = await call.administrator('reports.decide')
      const answer = accepted(readAnswer(given))
      if (!isId(id)) throw new KlaError('APPEAL_NOT_FOUND')
      const by = auditedBy(administrator, call, now)
      const change = { by: administrator, atMs: by.atMs, visibility: visibilityFor(administrator) }
      const decision = await appeals.answer(id, answer, change, (answered) => appealAudit(by, answered))
      if (decision.state === 'overturned') await published(decision, call)
      return (await appealsToProto([decision], accounts, call))[0]!
    },
  }
}
