import { type Static, Type } from 'typebox'
import { BanView } from '../bans.js'
import { BREAK_REASONS, DESK_RULES, REPORT_CATEGORIES } from '../moderation.js'
import { DecisionView } from './decisions.js'
import { cursorText, flag, iso, isoOrNull, nullable, orEmpty, pageSizeText } from './fields.js'
import { ReportView } from './reports.js'
import { NoteView } from './versions.js'

/** The moderators' queue. Safety design W7. */

const jobFields = {
  id: Type.Integer(),
  subject_id: Type.Integer(),
  subject_name: Type.String({ description: 'Empty when the account is gone.' }),
  category: Type.Enum(REPORT_CATEGORIES),
  opened_at: iso,
  due_at: iso,
  reports: Type.Integer(),
  reporters: Type.Integer(),
  claimed_by_id: nullable(Type.Integer()),
  claimed_by: nullable(Type.String()),
  claimed_until: isoOrNull,
  claim: nullable(Type.String({ description: "The caller's own claim." })),
  decisions: Type.Integer({ description: 'Earlier decisions about this account.' }),
  closed_at: isoOrNull,
  signals: Type.Optional(
    Type.Array(Type.Object({ rule: Type.Enum(DESK_RULES), people: Type.Integer() }), {
      description: 'Why it comes first within its category.',
    }),
  ),
}
export const JobView = Type.Object(jobFields, { $id: 'JobView' })
/** A job: all pending reports about one account, grave ones apart. */
export type JobView = Static<typeof JobView>
/** `GET /admin/jobs`, most serious first, then oldest. */
export const JobsQuery = Type.Object({ after: cursorText, limit: orEmpty(pageSizeText), mine: flag })
export const JobList = Type.Object(
  { results: Type.Array(Type.Object(jobFields)), next: nullable(Type.String()), total: Type.Integer() },
  { $id: 'JobList' },
)
export type JobList = Static<typeof JobList>
/** `GET /admin/jobs/{id}`, `POST /admin/jobs/claim`, `POST /admin/jobs/{id}/claim`. */
export const JobDetailView = Type.Object(
  {
    ...jobFields,
    pending: Type.Array(Type.Object(ReportView.properties), { description: 'Pending reports, oldest first.' }),
    decided: Type.Array(Type.Object(DecisionView.properties), { description: 'Newest first.' }),
    bans_in_force: Type.Array(Type.Object(BanView.properties)),
  },
  { $id: 'JobDetailView' },
)
export type JobDetailView = Static<typeof JobDetailView>
/** `POST /admin/jobs/{id}/renew`, `POST /admin/jobs/{id}/release`. */
export const OwnClaim = Type.Object({ claim: Type.String({ maxLength: 100 }) }, { $id: 'OwnClaim' })

const breakFields = {
  reason: Type.Enum(BREAK_REASONS),
  jobs: Type.Integer({ description: 'Hard jobs since then.' }),
  since: iso,
}

/** `GET /admin/desk`. `GET /admin/desk/changes` is a stream of server-sent events: `desk` whenever this may differ. */
export const DeskView = Type.Object(
  {
    jobs: Type.Integer(),
    breached: Type.Integer({ description: 'Jobs whose time has passed.' }),
    oldest_at: isoOrNull,
    tickets: Type.Integer({ description: 'Not resolved.' }),
    appeals: Type.Integer({ description: 'Open.' }),
    approvals: Type.Integer({ description: 'That the caller may give.' }),
    on_duty: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), since: iso, until: iso })),
    grave_covered: nullable(
      Type.Boolean({ description: 'Whether anyone on duty may see child-safety reports; null for others.' }),
    ),
    handover: nullable(Type.Object(NoteView.properties, { description: 'The newest one.' })),
    handovers: Type.Optional(
      Type.Array(Type.Object(NoteView.properties), { description: 'Of the last 24 hours, oldest first; at most 20.' }),
    ),
    break_due: Type.Optional(
      Type.Object(breakFields, { description: 'A break that the caller should take; it refuses nothing.' }),
    ),
    others_due: Type.Optional(
      Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), ...breakFields }), {
        description: 'Breaks that others should take; for those who manage administrators.',
      }),
    ),
  },
  { $id: 'DeskView' },
)
/** What waits, and who is on duty. */
export type DeskView = Static<typeof DeskView>
/** Body of `PUT /admin/desk/duty`, which starts, keeps or ends the caller's duty. */
export const DutyChange = Type.Object(
  {
    on: Type.Boolean(),
    renews: Type.Optional(Type.Boolean({ description: 'With `on`: keeps a duty in progress, and starts none.' })),
  },
  { $id: 'DutyChange' },
)
/** Start, renewal or end of the caller's duty. */
export type DutyChange = Static<typeof DutyChange>

const counts = {
  decided: Type.Integer({ description: 'With a decision in force.' }),
  breaches: Type.Integer({ description: 'With a decision that found a breach.' }),
}
export const DeskRulesView = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        rule: Type.Enum(DESK_RULES),
        acting: Type.Boolean({ description: 'False: it counts, and changes nothing.' }),
        changed_at: isoOrNull,
        changed_by: nullable(Type.String()),
        raised: Type.Integer({ description: 'Jobs that it raised, or would have raised, in 30 days.' }),
        ...counts,
      }),
    ),
    all: Type.Object(counts, { description: 'Any jobs, in the same days.' }),
  },
  { $id: 'DeskRulesView' },
)
/** `GET /admin/desk/rules`: rules for the order of the queue, with what they found. */
export type DeskRulesView = Static<typeof DeskRulesView>
/** `PUT /admin/desk/rules/{rule}`. */
export const DeskRuleParams = Type.Object({ rule: Type.Enum(DESK_RULES) })
export const DeskRuleChange = Type.Object({ acting: Type.Boolean() }, { $id: 'DeskRuleChange' })
