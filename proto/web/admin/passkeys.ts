import { type Static, Type } from 'typebox'
import { PASSKEY_NAME_MAX } from '../moderation.js'
import { iso, isoOrNull } from './fields.js'

const RESPONSE_MAX = 10_000

/** `POST /adminlogin/passkey/options`, `/admin/passkeys/options`, `/admin/step-up/options`. */
export const PasskeyOptions = Type.Object(
  {
    id: Type.String({
      description: 'Names the challenge in the answer; empty if there is no passkey to step up with.',
    }),
    options: Type.Record(Type.String(), Type.Unknown(), {
      description: 'WebAuthn Level 3: creation or request options in their JSON form.',
    }),
  },
  { $id: 'PasskeyOptions' },
)
export type PasskeyOptions = Static<typeof PasskeyOptions>

const credential = Type.Record(Type.String(), Type.Unknown(), {
  description: `WebAuthn Level 3: the credential in its JSON form, at most ${RESPONSE_MAX} characters.`,
})

/** Body of `POST /adminlogin/passkey`. */
export const PasskeyLogin = Type.Object(
  { id: Type.String({ format: 'uuid' }), credential },
  { $id: 'PasskeyLogin', additionalProperties: true },
)
export type PasskeyLogin = Static<typeof PasskeyLogin>

/** Body of `POST /admin/step-up`: a passkey, or the password and, where there is one, the code. */
export const StepUp = Type.Object(
  {
    id: Type.Optional(Type.String({ format: 'uuid' })),
    credential: Type.Optional(credential),
    password: Type.Optional(Type.String({ maxLength: 1000 })),
    code: Type.Optional(Type.String({ maxLength: 20 })),
  },
  { $id: 'StepUp' },
)
export type StepUp = Static<typeof StepUp>
export const SteppedUp = Type.Object({ success: Type.Literal(true), fresh_until: iso }, { $id: 'SteppedUp' })
/** Response of `POST /admin/step-up`. */
export type SteppedUp = Static<typeof SteppedUp>

export const PasskeyView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    created_at: iso,
    last_used_at: isoOrNull,
    synced: Type.Boolean({ description: 'Whether its provider keeps copies of it.' }),
  },
  { $id: 'PasskeyView' },
)
export type PasskeyView = Static<typeof PasskeyView>
export const PasskeyList = Type.Object(
  { passkeys: Type.Array(PasskeyView), recovery_codes_left: Type.Integer() },
  { $id: 'PasskeyList' },
)
/** `GET /admin/passkeys`: the caller's own. */
export type PasskeyList = Static<typeof PasskeyList>
/** Body of `POST /admin/passkeys`. */
export const PasskeyCreation = Type.Object(
  { id: Type.String({ format: 'uuid' }), credential, name: Type.String({ minLength: 1, maxLength: PASSKEY_NAME_MAX }) },
  { $id: 'PasskeyCreation' },
)
export type PasskeyCreation = Static<typeof PasskeyCreation>
export const RecoveryCodes = Type.Object(
  { recovery_codes: Type.Array(Type.String(), { description: 'Shown once; empty if they exist already.' }) },
  { $id: 'RecoveryCodes' },
)
/** Responses of `POST /admin/passkeys` and `/admin/recovery-codes`. */
export type RecoveryCodes = Static<typeof RecoveryCodes>

export const AdminSessionView = Type.Object(
  {
    id: Type.String(),
    administrator_id: Type.Integer(),
    administrator: Type.String(),
    opened_at: iso,
    last_used_at: iso,
    expires_at: iso,
    method: Type.Enum(['password', 'totp', 'passkey', 'recovery']),
    browser: Type.String({ description: 'Such as "Firefox on Linux"; empty if unknown.' }),
    current: Type.Boolean(),
  },
  { $id: 'AdminSessionView' },
)
export type AdminSessionView = Static<typeof AdminSessionView>
export const AdminSessionList = Type.Object({ sessions: Type.Array(AdminSessionView) }, { $id: 'AdminSessionList' })
/** `GET /admin/sessions`: one's own; `/admin/administrators/sessions`: everyone's. `DELETE /admin/sessions/{id}` ends one. */
export type AdminSessionList = Static<typeof AdminSessionList>
