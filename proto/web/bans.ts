import { type Static, Type } from 'typebox'
import {
  anyOf,
  countText,
  cursorText,
  flag,
  id,
  idText,
  iso,
  isoOrNull,
  limitText,
  nullable,
  orEmpty,
} from './admin/fields.js'
import { madeOn, thread, versionFields, versionsById } from './admin/versions.js'
import { BAN_DURATION_MAX_MS, BAN_REASON_MAX, BAN_SCOPES, BAN_THENS, NOTES_MAX } from './moderation.js'

/** Bans: specification, sections 3 to 5 and 7. */

/**
 * `POST /admin/bans`. Unless `expected` is the scope's ban in force: 409 ALREADY_BANNED with `current`. Left out: not
 * checked.
 */
export const BanCreation = Type.Object(
  {
    userId: id,
    reason: Type.Optional(nullable(Type.String({ maxLength: BAN_REASON_MAX }))),
    scope: Type.Optional(Type.Enum(BAN_SCOPES)),
    /** Rounded, since days may have a fraction. Without one: permanent. */
    durationMs: Type.Optional(nullable(Type.Number({ minimum: 1, maximum: BAN_DURATION_MAX_MS }))),
    notes: Type.Optional(nullable(Type.String({ maxLength: NOTES_MAX }))),
    evidenceJson: Type.Optional(Type.Unknown()),
    expected: Type.Optional(
      nullable(
        Type.Object({
          id,
          version: id,
          then: Type.Optional(Type.Enum(BAN_THENS)),
        }),
      ),
    ),
  },
  { $id: 'BanCreation' },
)
export type BanCreation = Static<typeof BanCreation>
/** `GET /admin/bans`. X-Total-Count has the total, unless `after` is given; X-Next-Cursor the next `after`, except at the end. */
export const BansQuery = Type.Object({
  limit: orEmpty(limitText),
  offset: orEmpty(countText),
  userId: orEmpty(idText),
  scope: anyOf(BAN_SCOPES),
  active: flag,
  after: cursorText,
})
export const BanView = Type.Object(
  {
    id: Type.Integer(),
    user_id: Type.Integer(),
    user_name: Type.String(),
    scope: Type.Enum(BAN_SCOPES),
    reason: nullable(Type.String()),
    notes: nullable(Type.String({ description: 'The last note of the thread.' })),
    thread,
    evidence: Type.Unknown({ description: 'Any JSON value; null for none.' }),
    banned_at: iso,
    expires_at: isoOrNull,
    lifted_at: isoOrNull,
    banned_by: Type.String(),
    lifted_by: nullable(Type.String()),
    lift_reason: nullable(Type.String()),
    held: Type.Boolean(),
    ...versionFields,
  },
  { $id: 'BanView' },
)
/** A ban as the console lists it. */
export type BanView = Static<typeof BanView>
export const BanList = Type.Array(BanView, { $id: 'BanList' })
/** Response of `GET /admin/bans`. */
export type BanList = Static<typeof BanList>
export const UserIdParams = Type.Object({ userId: idText })
/** `GET /admin/bans/{userId}/active`. */
export const ActiveBanQuery = Type.Object({ scope: anyOf(BAN_SCOPES) })
/** The active ban; empty without one. */
export const ActiveBan = Type.Partial(BanView, { $id: 'ActiveBan' })
export type ActiveBan = Static<typeof ActiveBan>
/** `PATCH /admin/bans/{id}/lift`. */
export const Lift = Type.Object(
  { liftReason: Type.Optional(nullable(Type.String({ maxLength: BAN_REASON_MAX }))), version: madeOn },
  { $id: 'Lift' },
)
/** `POST /admin/bans/{userId}/lift-all`. Unless `versions` names all bans in force, none is lifted. */
export const LiftAll = Type.Object(
  {
    liftReason: Lift.properties.liftReason,
    scope: Type.Optional(nullable(Type.Enum(BAN_SCOPES))),
    versions: Type.Optional(versionsById),
  },
  { $id: 'LiftAll' },
)
export const Lifted = Type.Object({ success: Type.Literal(true), lifted: Type.Integer() }, { $id: 'Lifted' })

/** `GET /user/bans`: active bans, also for banned players. */
export const OwnBans = Type.Object(
  {
    bans: Type.Array(
      Type.Object({
        id: Type.Integer(),
        scope: Type.Enum(BAN_SCOPES),
        reason: Type.Union([Type.String(), Type.Null()]),
        banned_at: Type.String({ description: 'ISO 8601.' }),
        expires_at: Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601; null: permanent.' }),
      }),
    ),
  },
  { $id: 'OwnBans' },
)
export type OwnBans = Static<typeof OwnBans>
