import { type Static, Type } from 'typebox'
import { ADMINISTRATOR_ROLES, PERMISSIONS } from '../permissions.js'
import { iso, isoOrNull } from './fields.js'

/** Body of `POST /adminlogin`. */
export const AdminLogin = Type.Object(
  {
    username: Type.String({ maxLength: 100 }),
    password: Type.String({ maxLength: 1000 }),
    code: Type.Optional(
      Type.String({ maxLength: 20, description: 'Code of the authenticator, once one is set up, or a recovery code.' }),
    ),
  },
  { $id: 'AdminLogin', additionalProperties: true },
)
export const AdminSession = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    role: Type.Enum(ADMINISTRATOR_ROLES),
    permissions: Type.Array(Type.Enum(PERMISSIONS)),
    expires_at: iso,
    totp_enabled: Type.Boolean(),
    totp_setup_required: Type.Boolean({ description: 'True until TOTP is set up; nothing else is allowed before.' }),
    password_change_required: Type.Boolean({
      description:
        'True if someone else set the password; nothing else is allowed until `POST /admin/password` changes it.',
    }),
    passkey_setup_required: Type.Boolean({
      description: 'True until a passkey is added, for roles that need one; nothing else is allowed before.',
    }),
    passkeys: Type.Integer(),
    fresh_until: isoOrNull,
  },
  { $id: 'AdminSession' },
)
/** The administrator who is logged in. */
export type AdminSession = Static<typeof AdminSession>
export const AdminLoginAnswer = Type.Object(
  { success: Type.Literal(true), token: Type.String(), session: AdminSession },
  { $id: 'AdminLoginAnswer' },
)
/** Response of `POST /adminlogin`. */
export type AdminLoginAnswer = Static<typeof AdminLoginAnswer>
export const AdminLoginRefusal = Type.Object(
  { success: Type.Literal(false), error: Type.String(), code: Type.String() },
  { $id: 'AdminLoginRefusal' },
)

/** `POST /admin/totp`, `/admin/totp/confirm`, `/admin/password`. */
export const TotpSecret = Type.Object({ secret: Type.String(), otpauth_url: Type.String() }, { $id: 'TotpSecret' })
export type TotpSecret = Static<typeof TotpSecret>
export const TotpCode = Type.Object({ code: Type.String({ maxLength: 20 }) }, { $id: 'TotpCode' })
export const PasswordChange = Type.Object(
  { current_password: Type.String({ maxLength: 1000 }), new_password: Type.String({ maxLength: 1000 }) },
  { $id: 'PasswordChange' },
)
