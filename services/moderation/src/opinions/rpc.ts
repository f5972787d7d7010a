import { accepted, type Administrator, type Call, type Handlers, KlaError } from '@kla/chassis'
import type { Decision, Opinion, OpinionsServiceService } from '@kla/proto'
import type { Permission } from '@kla/proto/web'
import type { AuditEntry, AuditRecorder } from '../audit/index.js'
import { readMeasures } from '../decisions/index.js'
import { contextToProto, reportsToProto, type ReportStore } from '../reports/index.js'
import type { Accounts } from '../shared/clients.js'
import { type AuditedBy, auditedBy, visibilityFor } from '../shared/rpc.js'
import { isId } from '../shared/rules.js'
import { beforeDecision, mayCompare, mayGive, readOpinion } from './rules.js'
import type { OpinionActor, OpinionStore, StoredOpinion } from './store.js'

/** Reads decisions for those who may compare, and what came before one. */
export interface OpinionDecisions {
  find(id: string, call: Call): Promise<Decision | undefined>
  before(opinion: StoredOpinion, by: OpinionActor, call: Call): Promise<readonly Decision[]>
}

interface RpcDeps {
  readonly opinions: OpinionStore
  readonly decisions: OpinionDecisions
  readonly reports: Pick<ReportStore, 'listOf' | 'find'>
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly now: () => number
}

const LISTED_MAX = 50
const DIFFERING_MAX = 20
const OWNERS: Permission = 'administrators.manage'

export function opinionHandlers({
  opinions,
  decisions,
  reports,
  accounts,
  audit,
  now,
}: RpcDeps): Handlers<OpinionsServiceService> {
  const actorOf = (administrator: Administrator): OpinionActor => ({
    id: administrator.id,
    name: administrator.name,
    independence: administrator.independence,
    nowMs: now(),
    isOwner: administrator.permissions.includes(OWNERS),
    ...visibilityFor(administrator),
  })

  const found = async (id: number, by: OpinionActor): Promise<StoredOpinion> => {
    const opinion = isId(id) ? await opinions.find(id, by) : undefined
    if (!opinion) throw new KlaError('OPINION_NOT_FOUND')
    return opinion
  }

  /** Shows nothing of the decision while the opinion is open. */
  async function toProto(opinion: StoredOpinion, by: OpinionActor, call: Call): Promise<Opinion> {
    const { given, decidedAtMs } = opinion
    const judged = await reports.listOf(opinion.reportIds, by)
    const shown = judged.map((report) => beforeDecision(report, decidedAtMs))
    const [messages, earlier, decision, known] = await Promise.all([
      reportsToProto(shown, accounts, call),
      decisions.before(opinion, by, call),
      given && decisions.find(opinion.decisionId, call),
      accounts.known([opinion.accountId], call),
    ])
    return {
      id: opinion.id,
      accountId: opinion.accountId,
      accountName: known.get(opinion.accountId)?.username ?? '',
      category: opinion.category,
      askedAtMs: opinion.askedAtMs,
      lapsesAtMs: opinion.lapsesAtMs,
      reports: messages,
      earlier: [...earlier],
      given: given && { ...given, measures: given.measures.map((measure) => ({ ...measure, banId: 0 })) },
      decision,
    }
  }

  return {
    /** Leaves no audit entry: open pages call it all the time, and it has no personal data. */
    async listOpinions(_request, call) {
      const by = actorOf(await call.administrator('reports.decide'))
      const [open, agreement, differing] = await Promise.all([
        opinions.open(by),
        opinions.agreement(by),
        opinions.differing(by, DIFFERING_MAX),
      ])
      return {
        open: open.slice(0, LISTED_MAX).map(({ id, category, reportIds, askedAtMs, lapsesAtMs }) => ({
          ...{ id, category, askedAtMs, lapsesAtMs },
          reports: reportIds.length,
        })),
        openTotal: open.length,
        ...agreement,
        differing: [...differing],
      }
    },

    /** Errors: OPINION_NOT_FOUND, NOT_ALLOWED. */
    async getOpinion({ id }, call) {
      const administrator = await call.administrator('reports.decide')
      const by = actorOf(administrator)
      const opinion = await found(id, by)
      const { given, decidedById } = opinion
      const may = given ? mayCompare({ decidedById, givenById: given.byId }, by) : mayGive(opinion, by, by.nowMs)
      if (!may) throw new KlaError('NOT_ALLOWED')
      const message = await toProto(opinion, by, call)
      const ids = message.reports.map((report) => report.id)
      await audit.record(opinionAudit(auditedBy(administrator, call, now), 'opinions.read', opinion, { reports: ids }))
      return message
    },

    /** Errors: OPINION_NOT_FOUND, NOT_ALLOWED, REPORT_NOT_FOUND. */
    async getOpinionReport({ id, reportId }, call) {
      const administrator = await call.administrator('reports.decide')
      const by = actorOf(administrator)
      const opinion = await found(id, by)
      if (opinion.given) throw new KlaError('OPINION_NOT_FOUND')
      if (!mayGive(opinion, by, by.nowMs)) throw new KlaError('NOT_ALLOWED')
      const read = opinion.reportIds.includes(reportId) ? await reports.find(reportId, by) : undefined
      if (!read) throw new KlaError('REPORT_NOT_FOUND')
      const [[message]] = await Promise.all([
        reportsToProto([beforeDecision(read.report, opinion.decidedAtMs)], accounts, call),
        audit.record(
          opinionAudit(auditedBy(administrator, call, now), 'opinions.read', opinion, { reports: [reportId] }),
        ),
      ])
      return {
        report: message,
        context: read.context && contextToProto(read.context),
        evidenceOffered: read.evidenceOffered,
        submissions: [...read.submissions],
      }
    },

    /** Errors: INVALID_FIELD, OPINION_NOT_FOUND, NOT_ALLOWED, ALREADY_GIVEN. */
    async giveOpinion(given, call) {
      const administrator = await call.administrator('reports.decide')
      const measures = accepted(
        readMeasures(given.measures.map(({ kind, durationMs }) => ({ kind, durationMs, expected: undefined }))),
      ).map(({ kind, durationMs }) => ({ kind, durationMs }))
      const order = accepted(readOpinion({ ...given, measures }))
      const by = actorOf(administrator)
      const opinion = await opinions.give(order, by, (made) =>
        opinionAudit(auditedBy(administrator, call, now), 'opinions.give', made, {
          decision: made.decisionId,
          outcome: order.outcome,
          agrees: made.given?.agrees,
        }),
      )
      return toProto(opinion, by, call)
    },
  }
}

const opinionAudit = (
  by: AuditedBy,
  action: 'opinions.read' | 'opinions.give',
  { id, accountId, grave }: StoredOpinion,
  details: Readonly<Record<string, unknown>>,
): AuditEntry => ({
  ...by,
  action,
  subjectKind: 'account',
  subjectId: String(accountId),
  details: JSON.stringify({ opinion: id, ...details }),
  restricted: grave,
})
