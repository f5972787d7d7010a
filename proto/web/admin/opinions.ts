import { type Static, Type } from 'typebox'
import {
  DECISION_OUTCOMES,
  DECISION_RULES,
  DECISION_TEXT_MAX,
  MEASURE_KINDS,
  REPORT_CATEGORIES,
} from '../moderation.js'
import { DecisionView, MeasureOrder } from './decisions.js'
import { idText, iso, nullable } from './fields.js'
import { ReportView } from './reports.js'

/** Second opinions about decisions. Safety design W7. */

const openFields = {
  id: Type.Integer(),
  category: Type.Enum(REPORT_CATEGORIES),
  asked_at: iso,
  lapses_at: iso,
}
/** `GET /admin/opinions`. */
export const OpinionListView = Type.Object(
  {
    open: Type.Array(Type.Object({ ...openFields, reports: Type.Integer() }), { description: 'Oldest first.' }),
    open_total: Type.Integer(),
    given: Type.Integer({ description: 'Within 90 days.' }),
    agreed: Type.Integer({ description: 'Of these, with the decision.' }),
    differing: Type.Array(Type.Object({ id: Type.Integer(), given_at: iso }), {
      description: 'Newest first: all for owners, for others those that they took part in.',
    }),
  },
  { $id: 'OpinionListView' },
)
/** Second opinions that the caller may give, and what became of others. */
export type OpinionListView = Static<typeof OpinionListView>
const GivenOpinionView = Type.Object({
  outcome: Type.Enum(DECISION_OUTCOMES),
  rule: nullable(Type.Enum(DECISION_RULES)),
  measures: Type.Array(Type.Object({ kind: Type.Enum(MEASURE_KINDS), duration_ms: nullable(Type.Integer()) })),
  reason: Type.String(),
  by_id: Type.Integer(),
  by: Type.String(),
  at: iso,
  agrees: Type.Boolean(),
})
/** `GET /admin/opinions/{id}`, `POST /admin/opinions/{id}`. */
export const OpinionView = Type.Object(
  {
    ...openFields,
    account_id: Type.Integer(),
    account_name: Type.String({ description: 'Empty when the account is gone.' }),
    reports: Type.Array(Type.Object(ReportView.properties), { description: 'As they were before the decision.' }),
    earlier: Type.Array(Type.Object(DecisionView.properties), { description: 'Before this one, newest first.' }),
    given: nullable(GivenOpinionView),
    decision: nullable(Type.Object(DecisionView.properties, { description: 'Null until the opinion is given.' })),
  },
  { $id: 'OpinionView' },
)
export type OpinionView = Static<typeof OpinionView>
/** `GET /admin/opinions/{id}/reports/{report}`. */
export const OpinionReportParams = Type.Object({ id: idText, report: idText })
/** `POST /admin/opinions/{id}`. */
export const OpinionOrder = Type.Object(
  {
    outcome: Type.Enum(DECISION_OUTCOMES),
    rule: Type.Optional(Type.Enum(DECISION_RULES)),
    measures: Type.Optional(
      Type.Array(Type.Object({ kind: MeasureOrder.properties.kind, durationMs: MeasureOrder.properties.durationMs }), {
        maxItems: MEASURE_KINDS.length,
      }),
    ),
    reason: Type.String({ minLength: 1, maxLength: DECISION_TEXT_MAX }),
  },
  { $id: 'OpinionOrder' },
)
export type OpinionOrder = Static<typeof OpinionOrder>
