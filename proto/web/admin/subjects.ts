import { type Static, Type } from 'typebox'
import { BanView } from '../bans.js'
import { iso, nullable } from './fields.js'
import { ReportView } from './reports.js'

/** Schemas allow an `$id` only once. */
const report = Type.Object(ReportView.properties)
const ban = Type.Object(BanView.properties)

/** `GET /admin/subjects/{id}`: an account beside a report or ban. */
export const SubjectView = Type.Object(
  {
    id: Type.Integer(),
    username: Type.String(),
    global_name: nullable(Type.String()),
    discord_id: Type.String(),
    avatar: nullable(Type.String()),
    create_time: iso,
    player_name: Type.Optional(nullable(Type.String())),
    under_player_name: Type.Optional(Type.Boolean({ description: 'Whether other players see that name.' })),
    reports_about: Type.Array(report),
    reports_by: Type.Array(report),
    bans: Type.Array(ban),
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
