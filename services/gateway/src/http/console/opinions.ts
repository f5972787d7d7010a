import { KlaError } from '@kla/chassis'
import type { ListOpinionsResponse, Opinion } from '@kla/proto'
import {
  IdParams,
  OpinionListView,
  OpinionOrder,
  OpinionReportParams,
  OpinionView,
  ReportDetailView,
} from '@kla/proto/schemas'
import type { DecisionOutcome, DecisionRule, MeasureKind, ReportCategory } from '@kla/proto/web'
import { decisionView, reportDetailView, reportView } from '../console-views.js'
import { onBehalfOf } from '../plugins/access.js'
import { consoleCall, type Resource } from '../route.js'
import { isoOf, numberOrNull, textOrNull } from '../values.js'

const DECIDES = { access: { permission: 'reports.decide' } } as const
/** Pages read the list after each event, also unattended ones. */
const BY_PAGES = { access: { permission: 'reports.decide', passive: true } } as const

export const consoleOpinions: Resource = async (app, { opinions }) => {
  app.get(
    '/admin/opinions',
    { config: BY_PAGES, schema: consoleCall('Second opinions that you may give', OpinionListView) },
    async (request) => listView(await opinions.listOpinions({}, onBehalfOf(request))),
  )

  app.get(
    '/admin/opinions/:id',
    {
      config: DECIDES,
      schema: consoleCall('A second opinion, without the first until it is given', OpinionView, { params: IdParams }),
    },
    async (request) => opinionView(await opinions.getOpinion({ id: Number(request.params.id) }, onBehalfOf(request))),
  )

  app.get(
    '/admin/opinions/:id/reports/:report',
    {
      config: DECIDES,
      schema: consoleCall('A report of a second opinion, as it was before the decision', ReportDetailView, {
        params: OpinionReportParams,
      }),
    },
    async (request) => {
      const { id, report } = request.params
      const asked = { id: Number(id), reportId: Number(report) }
      const detail = await opinions.getOpinionReport(asked, onBehalfOf(request))
      if (!detail.report) throw new KlaError('REPORT_NOT_FOUND')
      return reportDetailView(detail, detail.report)
    },
  )

  app.post(
    '/admin/opinions/:id',
    {
      config: DECIDES,
      schema: consoleCall('Give a second opinion', OpinionView, { params: IdParams, body: OpinionOrder }),
    },
    async (request) => {
      const { outcome, rule = '', measures = [], reason } = request.body
      const given = await opinions.giveOpinion(
        {
          id: Number(request.params.id),
          outcome,
          rule,
          measures: measures.map(({ kind, durationMs }) => ({ kind, durationMs: durationMs ?? 0, banId: 0 })),
          reason,
        },
        onBehalfOf(request),
      )
      return opinionView(given)
    },
  )
}

const listView = ({ open, openTotal, given, agreed, differing }: ListOpinionsResponse): OpinionListView => ({
  open: open.map(({ id, category, reports, askedAtMs, lapsesAtMs }) => ({
    id,
    category: category as ReportCategory,
    reports,
    asked_at: isoOf(askedAtMs),
    lapses_at: isoOf(lapsesAtMs),
  })),
  open_total: openTotal,
  given,
  agreed,
  differing: differing.map(({ id, givenAtMs }) => ({ id, given_at: isoOf(givenAtMs) })),
})

const opinionView = ({ given, decision, ...opinion }: Opinion): OpinionView => ({
  id: opinion.id,
  category: opinion.category as ReportCategory,
  asked_at: isoOf(opinion.askedAtMs),
  lapses_at: isoOf(opinion.lapsesAtMs),
  account_id: opinion.accountId,
  account_name: opinion.accountName,
  reports: opinion.reports.map(reportView),
  earlier: opinion.earlier.map(decisionView),
  given: given
    ? {
        outcome: given.outcome as DecisionOutcome,
        rule: textOrNull(given.rule) as DecisionRule | null,
        measures: given.measures.map(({ kind, durationMs }) => ({
          kind: kind as MeasureKind,
          duration_ms: numberOrNull(durationMs),
        })),
        reason: given.reason,
        by_id: given.byId,
        by: given.by,
        at: isoOf(given.atMs),
        agrees: given.agrees,
      }
    : null,
  decision: decision ? decisionView(decision) : null,
})
