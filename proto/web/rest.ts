import { Type, type Static } from 'typebox'

/** Bodies and queries of the player REST calls (specification, section 7; browser protocol). */

export const RestError = Type.Object(
  {
    error: Type.String({ description: 'A text for the person.' }),
    code: Type.String({ description: 'A token for the machine.' }),
  },
  { $id: 'RestError' },
)
export type RestError = Static<typeof RestError>

/** `GET /auth/user`: all fields, or none when nobody is signed in. */
export const AuthUser = Type.Object(
  {
    id: Type.Optional(Type.Integer()),
    username: Type.Optional(Type.String()),
    avatar: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    global_name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    discord_id: Type.Optional(Type.String()),
    accessToken: Type.Optional(Type.String({ description: 'For the event "authenticate"; lives minutes.' })),
    ageConfirmed: Type.Optional(Type.Boolean({ description: 'Whether the server holds an accepted age verdict.' })),
  },
  { $id: 'AuthUser' },
)
export type AuthUser = Static<typeof AuthUser>

/** `GET /auth/discord`. Further parameters are ignored unless the configuration passes them on to the provider. */
export const LoginQuery = Type.Object(
  { redirectBackTo: Type.Optional(Type.String({ maxLength: 2048 })) },
  { additionalProperties: true },
)
export const LoginCallbackQuery = Type.Object(
  {
    code: Type.Optional(Type.String({ maxLength: 2048 })),
    state: Type.Optional(Type.String({ maxLength: 512 })),
    error: Type.Optional(Type.String({ maxLength: 512 })),
  },
  { additionalProperties: true },
)

/** `POST /auth/logout`. */
export const Success = Type.Object({ success: Type.Literal(true) }, { $id: 'Success' })

/** `POST /user/age-attestation`. */
export const AgeAttestation = Type.Object({ over18: Type.Literal(true) }, { $id: 'AgeAttestation' })
export const AgeAttestationAnswer = Type.Object({ accepted: Type.Boolean() }, { $id: 'AgeAttestationAnswer' })

/** `GET /media?u=`. */
export const MediaQuery = Type.Object({ u: Type.String({ minLength: 1, maxLength: 2048 }) })

/** `GET /api/config`: what the SPA has to know about where it runs. */
export const ClientConfig = Type.Object(
  {
    avatarBaseUrl: Type.String({ description: "The login provider's content network, without a slash at the end." }),
    reconnectGraceMs: Type.Integer({ description: 'How long a lost connection keeps its seat, milliseconds.' }),
  },
  { $id: 'ClientConfig' },
)
export type ClientConfig = Static<typeof ClientConfig>
