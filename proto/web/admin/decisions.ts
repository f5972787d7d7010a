import { type Static, Type } from 'typebox'
import { BanView } from '../bans.js'
import {
  APPEAL_STATES,
  APPEAL_TEXT_MAX,
  BAN_DURATION_MAX_MS,
  BAN_THENS,
  DECISION_BASES,
  DECISION_OUTCOMES,
  DECISION_RULES,
  DECISION_STATES,
  DECISION_TEXT_MAX,
  MEASURE_KINDS,
  NOTES_MAX,
} from '../moderation.js'
import { cursorText, flag, id, idText, iso, isoOrNull, nullable, orEmpty, pageSizeText, uuidText } from './fields.js'
import { versionsById } from './versions.js'

/** Decisions about accounts, and appeals. Safety design W8. */

export const MeasureOrder = Type.Object({
  kind: Type.Enum(MEASURE_KINDS),
  durationMs: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: BAN_DURATION_MAX_MS }))),
  expected: Type.Optional(nullable(Type.Object({ id, version: id, then: Type.Optional(Type.Enum(BAN_THENS)) }))),
})
/** A measure to take; without `durationMs` permanent. */
export type MeasureOrder = Static<typeof MeasureOrder>

/** `POST /admin/decisions`, and `POST /admin/decisions/approvals` to ask a second person. */
export const DecisionOrder = Type.Object(
  {
    id: uuidText,
    job: id,
    claim: Type.String({ maxLength: 100 }),
    outcome: Type.Enum(DECISION_OUTCOMES),
    rule: Type.Optional(Type.Enum(DECISION_RULES)),
    facts: Type.Optional(Type.String({ maxLength: DECISION_TEXT_MAX, description: 'The player reads it.' })),
    basis: Type.Optional(Type.Array(Type.Enum(DECISION_BASES), { maxItems: DECISION_BASES.length })),
    measures: Type.Optional(Type.Array(MeasureOrder, { maxItems: MEASURE_KINDS.length })),
    letter: Type.Optional(Type.String({ maxLength: DECISION_TEXT_MAX, description: 'The player reads it.' })),
    note: Type.Optional(Type.String({ maxLength: NOTES_MAX, description: 'For administrators.' })),
    versions: versionsById,
  },
  { $id: 'DecisionOrder' },
)
export type DecisionOrder = Static<typeof DecisionOrder>

const MeasureView = Type.Object({
  kind: Type.Enum(MEASURE_KINDS),
  duration_ms: nullable(Type.Integer({ description: 'Null: permanent, or a warning.' })),
  ban_id: nullable(Type.Integer()),
})
const appealFields = {
  id: Type.Integer(),
  text: Type.String(),
  opened_at: iso,
  due_at: iso,
  state: Type.Enum(APPEAL_STATES),
  answer: nullable(Type.String()),
  decided_by: nullable(Type.String()),
  decided_at: isoOrNull,
}
const decisionFields = {
  id: Type.String(),
  account_id: Type.Integer(),
  account_name: Type.String({ description: 'Empty when the account is gone.' }),
  job: Type.Integer(),
  outcome: Type.Enum(DECISION_OUTCOMES),
  rule: nullable(Type.Enum(DECISION_RULES)),
  facts: Type.String(),
  basis: Type.Array(Type.Enum(DECISION_BASES)),
  measures: Type.Array(MeasureView),
  letter: Type.String(),
  reports: Type.Array(Type.Integer()),
  decided_by_id: Type.Integer(),
  decided_by: Type.String(),
  decided_at: iso,
  approved_by: nullable(Type.String()),
  state: Type.Enum(DECISION_STATES),
  ended_at: isoOrNull,
  ended_by: nullable(Type.String()),
  appeal: nullable(Type.Object(appealFields)),
  appeal_until: iso,
}
export const DecisionView = Type.Object(decisionFields, { $id: 'DecisionView' })
/** A decision as the console shows it. */
export type DecisionView = Static<typeof DecisionView>
/** `GET /admin/decisions`, newest first. */
export const DecisionsQuery = Type.Object({
  account: orEmpty(idText),
  after: cursorText,
  limit: orEmpty(pageSizeText),
})
export const DecisionList = Type.Object(
  { results: Type.Array(Type.Object(decisionFields)), next: nullable(Type.String()) },
  { $id: 'DecisionList' },
)
export type DecisionList = Static<typeof DecisionList>
/** Query of `GET /admin/decisions/preview`: the account and the rule it may have broken. */
export const PreviewQuery = Type.Object({ account: idText, rule: Type.Enum(DECISION_RULES) })
export const DecisionPreviewView = Type.Object(
  {
    earlier: Type.Integer({ description: 'Decisions for this rule that are in force.' }),
    suggested: Type.Array(MeasureView),
    bans_in_force: Type.Array(Type.Object(BanView.properties)),
  },
  { $id: 'DecisionPreviewView' },
)
/** What a rule suggests. */
export type DecisionPreviewView = Static<typeof DecisionPreviewView>

export const AppealView = Type.Object({ ...appealFields, decision: Type.Object(decisionFields) }, { $id: 'AppealView' })
/** An appeal with the decision it is about. */
export type AppealView = Static<typeof AppealView>
/** `GET /admin/appeals`. */
export const AppealsQuery = Type.Object({ open: flag, after: cursorText, limit: orEmpty(pageSizeText) })
export const AppealList = Type.Object(
  { results: Type.Array(Type.Object(AppealView.properties)), next: nullable(Type.String()) },
  { $id: 'AppealList' },
)
export type AppealList = Static<typeof AppealList>
/** `POST /admin/appeals/{id}`. */
export const AppealDecision = Type.Object(
  {
    outcome: Type.Enum(['upheld', 'overturned'] as const),
    answer: Type.String({ minLength: 1, maxLength: APPEAL_TEXT_MAX, description: 'The player reads it.' }),
  },
  { $id: 'AppealDecision' },
)
export type AppealDecision = Static<typeof AppealDecision>

/** `GET /user/standing`: decisions about the caller, also for banned players. */
export const OwnStanding = Type.Object(
  {
    decisions: Type.Array(
      Type.Object({
        id: Type.String(),
        decided_at: iso,
        rule: nullable(Type.Enum(DECISION_RULES, { description: 'Null: a message, without any measure.' })),
        facts: Type.String(),
        letter: Type.String(),
        measures: Type.Array(
          Type.Object({
            kind: Type.Enum(MEASURE_KINDS),
            until: isoOrNull,
            lifted: Type.Boolean({ description: 'Before its end.' }),
          }),
        ),
        state: Type.Enum(['in_force', 'overturned'] as const),
        appeal_until: iso,
        appeal: nullable(
          Type.Object({
            text: Type.String(),
            opened_at: iso,
            state: Type.Enum(APPEAL_STATES),
            answer: nullable(Type.String()),
            decided_at: isoOrNull,
          }),
        ),
      }),
    ),
  },
  { $id: 'OwnStanding' },
)
export type OwnStanding = Static<typeof OwnStanding>
/** `POST /user/decisions/{id}/appeal`; the answer is the standing. */
export const AppealCreation = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: APPEAL_TEXT_MAX }) },
  { $id: 'AppealCreation' },
)
export type AppealCreation = Static<typeof AppealCreation>
