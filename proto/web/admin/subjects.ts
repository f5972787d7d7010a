import { Type, type Static } from 'typebox'
import { BanView } from './bans.js'
import { ReportView } from './reports.js'
import { iso, nullable } from './fields.js'

/** `GET /admin/subjects/{id}`: what is known of an account, beside a report or a ban. */
export const SubjectView = Type.Object(
  {
    id: Type.Integer(),
    username: Type.String(),
    global_name: nullable(Type.String()),
    discord_id: Type.String(),
    avatar: nullable(Type.String()),
    create_time: iso,
    reports_about: Type.Array(ReportView),
    reports_by: Type.Array(ReportView),
    bans: Type.Array(BanView),
    totals: Type.Object({
      reports_about: Type.Integer(),
      reports_by: Type.Integer(),
      bans: Type.Integer(),
      tickets: Type.Integer(),
    }),
  },
  { $id: 'SubjectView' },
)
export type SubjectView = Static<typeof SubjectView>
