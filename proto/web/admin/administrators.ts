import { type Static, Type } from 'typebox'
import { ADMINISTRATOR_ROLES } from '../permissions.js'
import { iso, isoOrNull, nullable } from './fields.js'

/** An administrator's own player account, about which they handle nothing. */
export const playerId = nullable(Type.Integer({ minimum: 1 }))

/** An account in `/admin/administrators`. */
export const AdministratorView = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    role: Type.Enum(ADMINISTRATOR_ROLES),
    child_safety: Type.Boolean(),
    totp_enabled: Type.Boolean(),
    passkeys: Type.Integer(),
    disabled: Type.Boolean(),
    player_id: playerId,
    created_at: iso,
    last_seen_at: isoOrNull,
  },
  { $id: 'AdministratorView' },
)
export type AdministratorView = Static<typeof AdministratorView>
export const AdministratorList = Type.Object(
  {
    administrators: Type.Array(AdministratorView),
    second_person: Type.Boolean({ description: "Whether two of them could now approve each other's requests." }),
  },
  { $id: 'AdministratorList' },
)
/** Response of `GET /admin/administrators`. */
export type AdministratorList = Static<typeof AdministratorList>
export const AdministratorCreation = Type.Object(
  {
    name: Type.String({ maxLength: 100 }),
    password: Type.String({ maxLength: 1000 }),
    role: Type.Enum(ADMINISTRATOR_ROLES),
    child_safety: Type.Optional(Type.Boolean()),
  },
  { $id: 'AdministratorCreation' },
)
/** Body of `POST /admin/administrators`. */
export type AdministratorCreation = Static<typeof AdministratorCreation>
export const AdministratorChange = Type.Object(
  {
    role: Type.Optional(Type.Enum(ADMINISTRATOR_ROLES)),
    child_safety: Type.Optional(Type.Boolean()),
    disabled: Type.Optional(Type.Boolean()),
    player_id: Type.Optional(playerId),
    password: Type.Optional(Type.String({ maxLength: 1000 })),
    reset_totp: Type.Optional(Type.Literal(true)),
    reset_passkeys: Type.Optional(Type.Literal(true)),
  },
  { $id: 'AdministratorChange' },
)
/** Body of `PATCH /admin/administrators/{id}`. */
export type AdministratorChange = Static<typeof AdministratorChange>
