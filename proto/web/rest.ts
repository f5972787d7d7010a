import { type Static, Type } from 'typebox'
import { ORDER_STATUSES, PAYMENT_PROVIDERS, PAYMENT_STATUSES } from './catalogue.js'
import { LINK_BANDS, LINK_OUTCOMES, LINK_SIDES, LINK_STEPS, LINK_STEPS_MAX } from './connection.js'
import { EVIDENCE_CONTENTS, INCIDENT_MAX } from './evidence.js'
import { ACT_TOKENS, LIMITS } from './limits-card.js'
import { EMAIL_MAX, EMAIL_PATTERN, MODES, SHOWN_AS } from './limits.js'
import {
  MET_LIST_MAX,
  REPORT_CATEGORIES,
  REPORT_OUTCOMES,
  REPORT_REASON_MAX,
  TICKET_CATEGORIES,
  TICKET_PRIORITIES,
} from './moderation.js'

/** Player calls (specification, section 7; browser protocol). */

export const RestError = Type.Object(
  {
    error: Type.String({ description: 'Text for the user.' }),
    code: Type.String({ description: 'Token for programs.' }),
  },
  { $id: 'RestError' },
)
/** Body of every refusal over REST. */
export type RestError = Static<typeof RestError>

/** `GET /auth/user`: all fields, or none when logged out. */
export const AuthUser = Type.Object(
  {
    id: Type.Optional(
      Type.Integer({ description: 'Id by which others know the account; it changes with the name they see.' }),
    ),
    username: Type.Optional(Type.String({ description: 'As others see the account.' })),
    discord_username: Type.Optional(Type.String({ description: 'Name at Discord, whatever others see.' })),
    avatar: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    global_name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    discord_id: Type.Optional(Type.String()),
    accessToken: Type.Optional(Type.String({ description: 'For the event "authenticate"; valid for minutes.' })),
    shown_as: Type.Optional(
      Type.Enum(SHOWN_AS, { description: 'How others see the account; unchosen: by the suggested player name.' }),
    ),
    player_name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    name_changeable_at: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'ISO 8601; null if the player name can be changed now.',
      }),
    ),
    name_early: Type.Optional(
      Type.Boolean({
        description: 'True if it can be changed early because the player blocked or reported someone.',
      }),
    ),
    on_leaderboards: Type.Optional(Type.Boolean()),
    ageConfirmed: Type.Optional(Type.Boolean({ description: 'Whether the server holds an accepted age verdict.' })),
    ageLocked: Type.Optional(
      Type.Boolean({
        description: 'True if the account was declared under 18; only an administrator can unlock its age verdict.',
      }),
    ),
  },
  { $id: 'AuthUser' },
)
export type AuthUser = Static<typeof AuthUser>

/** `GET /auth/discord`. Unknown parameters are ignored unless configured. */
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

/** Response of `POST /auth/logout`. */
export const Success = Type.Object({ success: Type.Literal(true) }, { $id: 'Success' })

/** `GET /user/sessions`: latest used first. */
export const OwnSessions = Type.Object(
  {
    sessions: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Not a secret.' }),
        device: Type.String({ description: 'Such as "Firefox on Windows"; empty if unknown.' }),
        signed_in_at: Type.String({ description: 'ISO 8601.' }),
        last_seen_at: Type.String({ description: 'ISO 8601, to the minute.' }),
        current: Type.Boolean({ description: "True for the caller's session." }),
      }),
    ),
  },
  { $id: 'OwnSessions' },
)
export type OwnSessions = Static<typeof OwnSessions>
export const SessionParams = Type.Object({ id: Type.String({ pattern: '^[\\w-]{43}$' }) })

/** Body of `POST /user/age-attestation`. */
export const AgeAttestation = Type.Object(
  {
    over18: Type.Boolean({
      description: "false locks the account's age verdict until an administrator unlocks it.",
    }),
  },
  { $id: 'AgeAttestation' },
)
export const AgeAttestationAnswer = Type.Object({ accepted: Type.Boolean() }, { $id: 'AgeAttestationAnswer' })

/** `PUT /user/name`. Auth checks the name. */
export const NameChange = Type.Object(
  {
    shown_as: Type.Enum(['player', 'discord']),
    player_name: Type.Optional(Type.String({ maxLength: 200, description: 'Absent: keeps the current one.' })),
    on_leaderboards: Type.Optional(Type.Boolean({ description: 'false: standings do not show the account.' })),
  },
  { $id: 'NameChange', additionalProperties: true },
)
export type NameChange = Static<typeof NameChange>
export const NameChoice = Type.Object(
  {
    shown_as: Type.Enum(SHOWN_AS),
    player_name: Type.Union([Type.String(), Type.Null()]),
    name_changeable_at: Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601; null: now.' }),
    name_early: Type.Optional(
      Type.Boolean({
        description: 'True if it can be changed early because the player blocked or reported someone; twice a year.',
      }),
    ),
    on_leaderboards: Type.Boolean(),
    id: Type.Integer({ description: 'Id by which others know the account from now on.' }),
  },
  { $id: 'NameChoice' },
)
/** Response of `PUT /user/name`. */
export type NameChoice = Static<typeof NameChoice>

/** Response of `GET /user/name/suggestions`. */
export const NameSuggestions = Type.Object(
  { names: Type.Array(Type.String(), { description: 'Three free names.' }) },
  { $id: 'NameSuggestions' },
)
export type NameSuggestions = Static<typeof NameSuggestions>

/** `GET /user/relay`: credentials for a test, valid for a minute. */
export const RelayProbe = Type.Object(
  {
    iceServers: Type.Array(
      Type.Object({
        urls: Type.Array(Type.String()),
        username: Type.Optional(Type.String()),
        credential: Type.Optional(Type.String()),
      }),
    ),
    iceTransportPolicy: Type.Enum(['all', 'relay']),
  },
  { $id: 'RelayProbe' },
)
export type RelayProbe = Static<typeof RelayProbe>

/** `GET /media?u=`: the address of the GIF to serve. */
export const MediaQuery = Type.Object({ u: Type.String({ minLength: 1, maxLength: 2048 }) })

/** `GET /api/config`: settings of the SPA. */
export const ClientConfig = Type.Object(
  {
    avatarBaseUrl: Type.String({ description: "The login provider's content network, without a slash at the end." }),
    reconnectGraceMs: Type.Integer({ description: 'How long a lost connection keeps its seat, milliseconds.' }),
    evidenceKey: Type.String({
      description: 'Raw X25519 public key that encrypts stills, base64url; empty if no stills are taken.',
    }),
    contactEmail: Type.String({ description: 'Contact address; empty if the operator set none.' }),
    sendsMail: Type.Boolean({
      description: 'Whether answers to tickets and decisions on bans also go to the e-mail address of the account.',
    }),
    payments: Type.Object({
      provider: Type.Enum(PAYMENT_PROVIDERS, { description: 'Where new checkouts go.' }),
      publishableKey: Type.String({ description: "Stripe's key for browsers; empty for other providers." }),
    }),
  },
  { $id: 'ClientConfig' },
)
export type ClientConfig = Static<typeof ClientConfig>

/** `GET /api/shop`: items for sale. */
export const ShopItems = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        description: Type.String(),
        price: Type.Number({ description: 'US dollars, for display; sums use priceCents.' }),
        priceCents: Type.Integer({ description: 'US dollars, in cents.' }),
        color: Type.String({ pattern: '^#[0-9a-f]{6}$', description: 'Accent colour of the item and its image.' }),
        image: Type.String({ description: 'Path of its image on this site.' }),
        maxPerPurchase: Type.Integer(),
      }),
    ),
  },
  { $id: 'ShopItems' },
)
export type ShopItems = Static<typeof ShopItems>

/** `POST /checkout/create-session`. Prices in a line are ignored. */
export const CheckoutRequest = Type.Object(
  {
    items: Type.Array(
      Type.Object({ item_id: Type.Integer(), quantity: Type.Integer() }, { additionalProperties: true }),
      { maxItems: 100 },
    ),
    // Commerce checks it.
    email: Type.Optional(
      Type.String({
        maxLength: EMAIL_MAX,
        description: `For the receipt. Refused with RECEIPT_EMAIL_REQUIRED if missing, and with RECEIPT_EMAIL_INVALID unless it matches ${EMAIL_PATTERN}`,
      }),
    ),
  },
  { $id: 'CheckoutRequest', additionalProperties: true },
)
export type CheckoutRequest = Static<typeof CheckoutRequest>
export const CheckoutSession = Type.Object(
  { id: Type.String(), url: Type.String({ description: 'Address where the browser pays.' }) },
  { $id: 'CheckoutSession' },
)
/** Response of `POST /checkout/create-session`. */
export type CheckoutSession = Static<typeof CheckoutSession>

export const CheckoutFormParams = Type.Object({ sessionId: Type.String({ minLength: 1, maxLength: 255 }) })

export const VerifyQuery = Type.Object({ session_id: Type.String({ minLength: 1, maxLength: 255 }) })
export const PurchaseVerification = Type.Object(
  { payment_status: Type.Enum(PAYMENT_STATUSES), amount_total: Type.Integer({ description: 'In cents.' }) },
  { $id: 'PurchaseVerification' },
)
/** Response of `GET /checkout/verify`. */
export type PurchaseVerification = Static<typeof PurchaseVerification>

/** Response of `POST /webhooks/{provider}`. */
export const NotificationReceived = Type.Object({ received: Type.Literal(true) }, { $id: 'NotificationReceived' })

/** `GET /user/inventory`: spendable items. */
export const Inventory = Type.Object(
  { counts: Type.Object({ gif_saves: Type.Integer(), wild_cards: Type.Integer() }) },
  { $id: 'Inventory' },
)
export type Inventory = Static<typeof Inventory>

/** `GET /user/orders`: the newest purchases. */
export const Orders = Type.Object(
  {
    orders: Type.Array(
      Type.Object({
        id: Type.String(),
        status: Type.Enum(ORDER_STATUSES),
        total_cents: Type.Integer(),
        created_at: Type.String({ description: 'ISO 8601.' }),
        lines: Type.Array(
          Type.Object({
            item_id: Type.Integer(),
            name: Type.String(),
            quantity: Type.Integer(),
            units: Type.Integer({ description: 'What the line grants when it is paid.' }),
            units_withdrawn: Type.Integer({ description: 'Unspent units taken back by a refund or dispute.' }),
            units_spent: Type.Integer({ description: 'Units to take back that were already spent.' }),
          }),
        ),
      }),
    ),
  },
  { $id: 'Orders' },
)
export type Orders = Static<typeof Orders>

/** `GET /user/saved_gifs`: newest first. */
export const SavedGifs = Type.Array(
  Type.Object({
    id: Type.Integer(),
    gif_url: Type.String(),
    thumbnail: Type.String({ description: 'A still picture; may be empty.' }),
    saved_at: Type.Optional(Type.String({ description: 'ISO 8601; left out of a list of Wild Cards.' })),
  }),
  { $id: 'SavedGifs' },
)
export type SavedGifs = Static<typeof SavedGifs>

/** `PUT /user/saved_gifs/{id}/hide`. */
export const SavedGifParams = Type.Object({
  // Number schemas would turn 7.5 into 7.
  id: Type.String({ pattern: '^[1-9][0-9]{0,14}$', description: 'The id of a saved GIF.' }),
})

/** `POST /report`. The server adds its evidence about both. */
export const ReportSubmission = Type.Object(
  {
    reportedId: Type.Union([
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      Type.String({ pattern: '^[1-9][0-9]{0,14}$' }),
    ]),
    category: Type.Enum(REPORT_CATEGORIES),
    // Moderation refuses an empty one.
    reason: Type.Optional(
      Type.String({
        maxLength: REPORT_REASON_MAX,
        description: 'Optional for one-press categories with an incident.',
      }),
    ),
    incident: Type.Optional(
      Type.Union([Type.String({ maxLength: INCIDENT_MAX }), Type.Null()], {
        description: 'Incident token about the reported player; names the meeting even after both have left.',
      }),
    ),
  },
  { $id: 'ReportSubmission', additionalProperties: true },
)
export type ReportSubmission = Static<typeof ReportSubmission>
export const ReportSubmitted = Type.Object(
  {
    success: Type.Literal(true),
    evidence: Type.Optional(
      Type.Object(
        {
          url: Type.String({ description: 'Accepts the encrypted stills by PUT, once.' }),
          until: Type.String({ description: 'ISO 8601.' }),
          content: Type.Enum(EVIDENCE_CONTENTS, { description: 'Allowed content of the envelope.' }),
        },
        { description: 'Absent if this report takes no stills.' },
      ),
    ),
  },
  { $id: 'ReportSubmitted' },
)
/** `POST /report`: the answer once the report is kept. */
export type ReportSubmitted = Static<typeof ReportSubmitted>
/** `PUT /report/evidence/{token}`: an envelope as application/octet-stream. */
export const EvidenceParams = Type.Object({ token: Type.String({ pattern: '^[\\w-]{43}$' }) })

/** `GET /user/met`: players met within a day, latest first. */
export const MetPeople = Type.Object(
  {
    met: Type.Array(
      Type.Object({
        id: Type.Integer(),
        username: Type.String(),
        avatar: Type.String({ description: 'A path of this site; empty: none.' }),
        mode: Type.Enum(MODES),
        last_at: Type.String({ description: 'ISO 8601. When both were last in a room together.' }),
        incident: Type.String({ description: 'Incident token about this player.' }),
        blocked: Type.Boolean({ description: 'By the caller.' }),
      }),
      { maxItems: MET_LIST_MAX },
    ),
  },
  { $id: 'MetPeople' },
)
export type MetPeople = Static<typeof MetPeople>

/** `GET /user/limits`, `PUT /user/limits`; missing acts are "yes". */
export const LimitsCard = Type.Object(
  {
    limits: Type.Array(Type.Object({ act: Type.Enum(ACT_TOKENS), limit: Type.Enum(LIMITS) }), {
      maxItems: ACT_TOKENS.length,
    }),
  },
  { $id: 'LimitsCard' },
)
export type LimitsCard = Static<typeof LimitsCard>

/** `GET /user/wild_cards?room=` answers {@link SavedGifs} for a room's battle. */
export const WildCardsQuery = Type.Object({ room: Type.String({ minLength: 1, maxLength: 64 }) })

/** Observations of the connection coach; no addresses. */
export const LinkDiagnostics = Type.Object(
  {
    route: Type.Union([Type.Literal('direct'), Type.Literal('relayed'), Type.Null()]),
    seconds: Type.Object(
      Object.fromEntries(LINK_BANDS.map((band) => [band, Type.Integer({ minimum: 0, maximum: 86_400 })])) as Record<
        (typeof LINK_BANDS)[number],
        ReturnType<typeof Type.Integer>
      >,
      { additionalProperties: false, description: 'Spent in each band.' },
    ),
    steps: Type.Array(
      Type.Object(
        {
          at: Type.Integer({ minimum: 0, maximum: 86_400, description: 'Seconds since the call began.' }),
          step: Type.Enum(LINK_STEPS),
          outcome: Type.Enum(LINK_OUTCOMES),
          side: Type.Enum(LINK_SIDES),
        },
        { additionalProperties: false },
      ),
      { maxItems: LINK_STEPS_MAX },
    ),
  },
  { $id: 'LinkDiagnostics', additionalProperties: false },
)
export type LinkDiagnostics = Static<typeof LinkDiagnostics>

/** `POST /user/support_ticket`. Moderation checks trimmed lengths. */
const optionalText = (max: number) => Type.Optional(Type.Union([Type.String({ maxLength: max }), Type.Null()]))
export const TicketSubmission = Type.Object(
  {
    subject: Type.Optional(Type.String({ maxLength: 1000, description: 'Required: TICKET_FIELDS_REQUIRED.' })),
    message: Type.Optional(Type.String({ maxLength: 20_000, description: 'Required: TICKET_FIELDS_REQUIRED.' })),
    category: Type.Optional(Type.Enum(TICKET_CATEGORIES)),
    priority: Type.Optional(Type.Enum(TICKET_PRIORITIES)),
    related_stripe_email: optionalText(320),
    related_room_id: optionalText(64),
    related_order_id: optionalText(64),
    related_battle_id: optionalText(64),
    diagnostics: Type.Optional(LinkDiagnostics),
  },
  { $id: 'TicketSubmission', additionalProperties: true },
)
/** Body of `POST /user/support_ticket`. */
export type TicketSubmission = Static<typeof TicketSubmission>
export const TicketSubmitted = Type.Object({ ticketId: Type.Integer() }, { $id: 'TicketSubmitted' })
/** Response of `POST /user/support_ticket`. */
export type TicketSubmitted = Static<typeof TicketSubmitted>

/** `GET /user/reports`: those the player made, newest first; never about whom. */
export const OwnReports = Type.Object(
  {
    reports: Type.Array(
      Type.Object({
        id: Type.Integer(),
        created_at: Type.String({ description: 'ISO 8601.' }),
        category: Type.Enum(REPORT_CATEGORIES),
        reason: Type.String({ description: 'May be empty.' }),
        reviewed: Type.Boolean({ description: 'Whether a moderator has decided.' }),
        outcome: Type.Enum(REPORT_OUTCOMES),
      }),
    ),
  },
  { $id: 'OwnReports' },
)
export type OwnReports = Static<typeof OwnReports>
