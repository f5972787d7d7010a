import { type Static, Type } from 'typebox'
import { AGE_LOCK_REASON_MAX } from '../moderation.js'
import { cursorText, iso, nullable, orEmpty, pagedFields, pageText, search } from './fields.js'

/** `GET /admin/membersandguilddata`; without a page: the 1000 newest. */
export const MembersQuery = Type.Object({
  q: search,
  page: orEmpty(pageText),
  pageSize: orEmpty(Type.String({ pattern: '^[1-9][0-9]{0,2}$|^1000$' })),
  after: cursorText,
})
export const MemberView = Type.Object(
  {
    id: Type.Integer(),
    username: Type.String(),
    global_name: nullable(Type.String()),
    email: nullable(Type.String()),
    discriminator: nullable(Type.String()),
    avatar: nullable(Type.String()),
    discord_id: Type.String(),
    create_time: iso,
    player_name: Type.Optional(nullable(Type.String())),
    under_player_name: Type.Optional(Type.Boolean({ description: 'Whether other players see that name.' })),
    age_locked_at: nullable(iso),
  },
  { $id: 'MemberView' },
)
/** A player's account in the console. */
export type MemberView = Static<typeof MemberView>

/** `POST /admin/members/{id}/age-lock/lift`. */
export const AgeLockLift = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: AGE_LOCK_REASON_MAX, description: 'Recorded in the audit log.' }) },
  { $id: 'AgeLockLift' },
)
export const GuildView = Type.Object(
  {
    guild_id: Type.String(),
    guild_name: Type.String(),
    icon: nullable(Type.String()),
    common_users: Type.Integer(),
    last_seen: iso,
  },
  { $id: 'GuildView' },
)
/** Guild with its members here. */
export type GuildView = Static<typeof GuildView>
export const MembersAndGuilds = Type.Object(
  {
    users: Type.Array(MemberView),
    ...pagedFields,
    topGuildsByAppUsers: Type.Array(GuildView),
  },
  { $id: 'MembersAndGuilds' },
)
/** Response of `GET /admin/membersandguilddata`. */
export type MembersAndGuilds = Static<typeof MembersAndGuilds>
