import { Type, type Static, type TSchema } from 'typebox'
import {
  BAN_DURATION_MAX_MS,
  BAN_REASON_MAX,
  BAN_SCOPES,
  BULK_MAX,
  NOTES_MAX,
  PAGE_SIZES,
  REPORT_CATEGORIES,
  REPORT_SORTS,
  REPORT_STATUSES,
  REVIEW_ACTIONS,
  SEARCH_MAX,
  TICKET_CATEGORIES,
  TICKET_MESSAGE_MAX,
  TICKET_PRIORITIES,
  type ReviewAction,
} from './moderation.js'
import { ADMINISTRATOR_ROLES, PERMISSIONS } from './permissions.js'

/**
 * Bodies and queries of the console's REST calls (specification of the platform, section 7). Times are ISO 8601, ids
 * integers. Queries come as text; the gateway reads numbers from it.
 */

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const iso = Type.String({ description: 'ISO 8601.' })
const isoOrNull = nullable(iso)
/** A path or query is text: read as a number, 7.5 would mean 7. */
const idText = Type.String({ pattern: '^[1-9][0-9]{0,14}$' })
const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const countText = Type.String({ pattern: '^[0-9]{1,9}$' })
const pageText = Type.String({ pattern: '^[1-9][0-9]{0,8}$' })
const pageSizeText = Type.Enum(PAGE_SIZES.map(String))
/** The console leaves empty filters out; a client that sends them means the same. */
const orEmpty = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Literal('')]))
const anyOf = (values: readonly string[]) => orEmpty(Type.Enum([...values]))
const search = Type.Optional(Type.String({ maxLength: SEARCH_MAX }))
const flag = orEmpty(Type.Enum(['0', '1']))

export const IdParams = Type.Object({ id: idText })

/** `POST /adminlogin`. */
export const AdminLogin = Type.Object(
  {
    username: Type.String({ maxLength: 100 }),
    password: Type.String({ maxLength: 1000 }),
    code: Type.Optional(Type.String({ maxLength: 20, description: 'Of the authenticator, once one is set up.' })),
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
    totp_setup_required: Type.Boolean({ description: 'Nothing else is open until TOTP is set up.' }),
  },
  { $id: 'AdminSession' },
)
export type AdminSession = Static<typeof AdminSession>
export const AdminLoginAnswer = Type.Object(
  { success: Type.Literal(true), token: Type.String(), session: AdminSession },
  { $id: 'AdminLoginAnswer' },
)
export type AdminLoginAnswer = Static<typeof AdminLoginAnswer>
/** A refused login: as every error, with `success: false`. */
export const AdminLoginRefusal = Type.Object(
  { success: Type.Literal(false), error: Type.String(), code: Type.String() },
  { $id: 'AdminLoginRefusal' },
)

/** `POST /admin/totp`, `POST /admin/totp/confirm`, `POST /admin/password`. */
export const TotpSecret = Type.Object({ secret: Type.String(), otpauth_url: Type.String() }, { $id: 'TotpSecret' })
export type TotpSecret = Static<typeof TotpSecret>
export const TotpCode = Type.Object({ code: Type.String({ maxLength: 20 }) }, { $id: 'TotpCode' })
export const PasswordChange = Type.Object(
  { current_password: Type.String({ maxLength: 1000 }), new_password: Type.String({ maxLength: 1000 }) },
  { $id: 'PasswordChange' },
)

/** `/admin/administrators`. */
export const AdministratorView = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    role: Type.Enum(ADMINISTRATOR_ROLES),
    child_safety: Type.Boolean(),
    totp_enabled: Type.Boolean(),
    disabled: Type.Boolean(),
    created_at: iso,
    last_seen_at: isoOrNull,
  },
  { $id: 'AdministratorView' },
)
export type AdministratorView = Static<typeof AdministratorView>
export const AdministratorList = Type.Object(
  { administrators: Type.Array(AdministratorView) },
  { $id: 'AdministratorList' },
)
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
export type AdministratorCreation = Static<typeof AdministratorCreation>
export const AdministratorChange = Type.Object(
  {
    role: Type.Optional(Type.Enum(ADMINISTRATOR_ROLES)),
    child_safety: Type.Optional(Type.Boolean()),
    disabled: Type.Optional(Type.Boolean()),
    password: Type.Optional(Type.String({ maxLength: 1000 })),
    reset_totp: Type.Optional(Type.Literal(true)),
  },
  { $id: 'AdministratorChange' },
)
export type AdministratorChange = Static<typeof AdministratorChange>

/** `GET /admin/{tabslug}` of the tabs without a screen. */
export const TabOpened = Type.Object({ tab: Type.String() }, { $id: 'TabOpened' })

/** What became of something deleted. */
export const DeletionView = Type.Object(
  {
    success: Type.Literal(true),
    erase_after: Type.String({ description: 'ISO 8601: hidden now, erased then, unless a hold keeps it.' }),
    held: Type.Boolean(),
  },
  { $id: 'DeletionView' },
)
export type DeletionView = Static<typeof DeletionView>

/** `GET /admin/reports/`. */
export const ReportsQuery = Type.Object({
  q: search,
  status: anyOf(REPORT_STATUSES),
  category: anyOf(REPORT_CATEGORIES),
  reporter_id: orEmpty(idText),
  reported_id: orEmpty(idText),
  page: orEmpty(pageText),
  pageSize: orEmpty(pageSizeText),
  sort: anyOf(REPORT_SORTS),
})
const reportFields = {
  id: Type.Integer(),
  created_at: iso,
  reporter_id: Type.Integer(),
  reported_id: Type.Integer(),
  reporter_name: Type.String({ description: 'Empty when the account is gone.' }),
  reported_name: Type.String({ description: 'Empty when the account is gone.' }),
  category: Type.Enum(REPORT_CATEGORIES),
  status: Type.Enum(REPORT_STATUSES),
  reason: Type.String(),
  notes: Type.String(),
  reviewed_at: isoOrNull,
  reviewed_by: nullable(Type.String()),
  submissions: Type.Integer({ description: 'How many submissions were merged into it, itself included.' }),
  held: Type.Boolean(),
}
export const ReportView = Type.Object(reportFields, { $id: 'ReportView' })
export type ReportView = Static<typeof ReportView>
export const ReportList = Type.Object(
  { results: Type.Array(ReportView), total: Type.Integer(), page: Type.Integer() },
  { $id: 'ReportList' },
)
export type ReportList = Static<typeof ReportList>
export const ReportContextView = Type.Object(
  {
    room_id: Type.String(),
    room_name: Type.String(),
    mode: Type.String(),
    category: Type.String(),
    battle_id: nullable(Type.String()),
    phase: Type.String(),
    round: Type.Integer(),
    taken_at: iso,
    people: Type.Array(Type.Object({ id: Type.Integer(), username: Type.String(), discord_id: Type.String() })),
    lines: Type.Array(Type.Object({ id: Type.Integer(), username: Type.String(), message: Type.String(), said_at: iso })),
    received_gif: nullable(Type.String()),
  },
  { $id: 'ReportContextView' },
)
export type ReportContextView = Static<typeof ReportContextView>
/** `GET /admin/reports/{id}`. */
export const ReportDetailView = Type.Object(
  { ...reportFields, context: nullable(ReportContextView) },
  { $id: 'ReportDetailView' },
)
export type ReportDetailView = Static<typeof ReportDetailView>
/** `PATCH /admin/reports/{id}`. */
export const ReportChange = Type.Object(
  {
    category: Type.Optional(Type.Enum(REPORT_CATEGORIES)),
    status: Type.Optional(Type.Enum(REPORT_STATUSES)),
    notes: Type.Optional(nullable(Type.String({ maxLength: NOTES_MAX }))),
  },
  { $id: 'ReportChange' },
)
export type ReportChange = Static<typeof ReportChange>
/** `POST /admin/reports/{id}/review`. */
export const ReportReview = Type.Object(
  {
    action: Type.Enum(Object.keys(REVIEW_ACTIONS) as ReviewAction[]),
    notes: Type.Optional(nullable(Type.String({ maxLength: NOTES_MAX }))),
  },
  { $id: 'ReportReview' },
)
export type ReportReview = Static<typeof ReportReview>
/** `POST /admin/reports/bulk`. */
export const ReportBulk = Type.Object(
  {
    ids: Type.Array(id, { minItems: 1, maxItems: BULK_MAX }),
    op: Type.Enum(['status', 'delete'] as const),
    status: Type.Optional(Type.Enum(REPORT_STATUSES)),
  },
  { $id: 'ReportBulk' },
)
export type ReportBulk = Static<typeof ReportBulk>
export const Changed = Type.Object({ success: Type.Literal(true), changed: Type.Integer() }, { $id: 'Changed' })

/** `POST /admin/bans`. */
export const BanCreation = Type.Object(
  {
    userId: id,
    reason: Type.Optional(nullable(Type.String({ maxLength: BAN_REASON_MAX }))),
    scope: Type.Optional(Type.Enum(BAN_SCOPES)),
    durationMs: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: BAN_DURATION_MAX_MS }))),
    notes: Type.Optional(nullable(Type.String({ maxLength: NOTES_MAX }))),
    // A JSON value, or the text of one.
    evidenceJson: Type.Optional(Type.Unknown()),
  },
  { $id: 'BanCreation' },
)
export type BanCreation = Static<typeof BanCreation>
/** `GET /admin/bans`. How many there are in all is the header X-Total-Count. */
export const BansQuery = Type.Object({
  limit: orEmpty(pageSizeText),
  offset: orEmpty(countText),
  userId: orEmpty(idText),
  scope: anyOf(BAN_SCOPES),
  active: flag,
})
export const BanView = Type.Object(
  {
    id: Type.Integer(),
    user_id: Type.Integer(),
    user_name: Type.String(),
    scope: Type.Enum(BAN_SCOPES),
    reason: nullable(Type.String()),
    notes: nullable(Type.String()),
    evidence: Type.Unknown({ description: 'Any JSON value; null for none.' }),
    banned_at: iso,
    expires_at: isoOrNull,
    lifted_at: isoOrNull,
    banned_by: Type.String(),
    lifted_by: nullable(Type.String()),
    lift_reason: nullable(Type.String()),
    held: Type.Boolean(),
  },
  { $id: 'BanView' },
)
export type BanView = Static<typeof BanView>
export const BanList = Type.Array(BanView, { $id: 'BanList' })
export type BanList = Static<typeof BanList>
export const UserIdParams = Type.Object({ userId: idText })
/** `GET /admin/bans/{userId}/active`. */
export const ActiveBanQuery = Type.Object({ scope: anyOf(BAN_SCOPES) })
/** The ban, or nothing in it. */
export const ActiveBan = Type.Partial(BanView, { $id: 'ActiveBan' })
export type ActiveBan = Static<typeof ActiveBan>
/** `PATCH /admin/bans/{id}/lift`. */
export const Lift = Type.Object(
  { liftReason: Type.Optional(nullable(Type.String({ maxLength: BAN_REASON_MAX }))) },
  { $id: 'Lift' },
)
/** `POST /admin/bans/{userId}/lift-all`. */
export const LiftAll = Type.Object(
  { ...Lift.properties, scope: Type.Optional(nullable(Type.Enum(BAN_SCOPES))) },
  { $id: 'LiftAll' },
)
export const Lifted = Type.Object({ success: Type.Literal(true), lifted: Type.Integer() }, { $id: 'Lifted' })

/** `GET /admin/support_tickets`. */
export const TicketsQuery = Type.Object({
  page: orEmpty(pageText),
  pageSize: orEmpty(pageSizeText),
  q: search,
  resolved: flag,
  category: anyOf(TICKET_CATEGORIES),
  priority: anyOf(TICKET_PRIORITIES),
})
export const TicketEntryView = Type.Object({
  kind: Type.Enum(['answer', 'note', 'original'] as const),
  text: Type.String(),
  by: Type.String(),
  at: iso,
})
export const TicketView = Type.Object(
  {
    id: Type.Integer(),
    created_at: iso,
    user_id: Type.Integer(),
    user_name: Type.String(),
    user_email: nullable(Type.String()),
    subject: Type.String(),
    message: Type.String(),
    category: Type.Enum(TICKET_CATEGORIES),
    priority: Type.Enum(TICKET_PRIORITIES),
    resolved: Type.Boolean(),
    related_stripe_email: nullable(Type.String()),
    related_room_id: nullable(Type.String()),
    entries: Type.Array(TicketEntryView),
  },
  { $id: 'TicketView' },
)
export type TicketView = Static<typeof TicketView>
export const TicketList = Type.Object(
  { results: Type.Array(TicketView), total: Type.Integer(), page: Type.Integer() },
  { $id: 'TicketList' },
)
export type TicketList = Static<typeof TicketList>
/** `PATCH /admin/support_tickets/{id}`. */
export const TicketChange = Type.Object(
  {
    resolved: Type.Optional(Type.Union([Type.Boolean(), Type.Literal(0), Type.Literal(1)])),
    message: Type.Optional(Type.String({ minLength: 1, maxLength: TICKET_MESSAGE_MAX })),
    note: Type.Optional(nullable(Type.String({ maxLength: TICKET_MESSAGE_MAX, description: 'For administrators.' }))),
    append: Type.Optional(Type.Boolean({ description: 'One more note, instead of in place of all.' })),
    answer: Type.Optional(
      Type.String({ minLength: 1, maxLength: TICKET_MESSAGE_MAX, description: 'For the player to read.' }),
    ),
    category: Type.Optional(Type.Enum(TICKET_CATEGORIES)),
    priority: Type.Optional(Type.Enum(TICKET_PRIORITIES)),
  },
  { $id: 'TicketChange' },
)
export type TicketChange = Static<typeof TicketChange>
export const TicketChanged = Type.Object({ ticket: TicketView }, { $id: 'TicketChanged' })
export type TicketChanged = Static<typeof TicketChanged>

/** `GET /admin/membersandguilddata`. Without a page: the 1000 newest. */
export const MembersQuery = Type.Object({
  q: search,
  page: orEmpty(pageText),
  pageSize: orEmpty(Type.String({ pattern: '^[1-9][0-9]{0,2}$|^1000$' })),
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
  },
  { $id: 'MemberView' },
)
export type MemberView = Static<typeof MemberView>
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
export type GuildView = Static<typeof GuildView>
export const MembersAndGuilds = Type.Object(
  {
    users: Type.Array(MemberView),
    total: Type.Integer(),
    page: Type.Integer(),
    topGuildsByAppUsers: Type.Array(GuildView),
  },
  { $id: 'MembersAndGuilds' },
)
export type MembersAndGuilds = Static<typeof MembersAndGuilds>

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

/** `PUT /admin/holds`, `DELETE /admin/holds/{kind}/{id}`. */
export const HOLD_KINDS = ['report', 'ban', 'gif'] as const
export const HoldPlacement = Type.Object(
  { kind: Type.Enum(HOLD_KINDS), id, reason: Type.String({ minLength: 1, maxLength: BAN_REASON_MAX }) },
  { $id: 'HoldPlacement' },
)
export type HoldPlacement = Static<typeof HoldPlacement>
export const HoldParams = Type.Object({ kind: Type.Enum(HOLD_KINDS), id: idText })

/** `GET /admin/audit`: newest first; `before` is the `next` of the page before. */
export const AuditQuery = Type.Object({
  before: orEmpty(idText),
  limit: orEmpty(pageSizeText),
  actor: orEmpty(Type.String({ maxLength: 100 })),
  action: orEmpty(Type.String({ pattern: '^[a-z][a-z.-]{0,60}$' })),
  subject_kind: orEmpty(Type.String({ pattern: '^[a-z]{1,40}$' })),
  subject_id: orEmpty(Type.String({ maxLength: 100 })),
  from: orEmpty(Type.String({ format: 'date-time' })),
  to: orEmpty(Type.String({ format: 'date-time' })),
})
export const AuditEntryView = Type.Object(
  {
    seq: Type.Integer(),
    at: iso,
    actor: Type.String(),
    action: Type.String(),
    subject_kind: nullable(Type.String()),
    subject_id: nullable(Type.String()),
    details: Type.Unknown(),
    request_id: Type.String(),
  },
  { $id: 'AuditEntryView' },
)
export type AuditEntryView = Static<typeof AuditEntryView>
export const AuditPage = Type.Object(
  { entries: Type.Array(AuditEntryView), next: nullable(Type.Integer()) },
  { $id: 'AuditPage' },
)
export type AuditPage = Static<typeof AuditPage>
/** `GET /admin/audit/verify?from=`: a stretch of the chain; ask again from `checked_to` + 1 until `done`. */
export const AuditVerifyQuery = Type.Object({ from: orEmpty(idText) })
export const AuditVerification = Type.Object(
  {
    checked_to: Type.Integer(),
    done: Type.Boolean(),
    fault: nullable(Type.Object({ seq: Type.Integer(), what: Type.Enum(['altered', 'missing', 'unlinked'] as const) })),
    head_hash: Type.String(),
  },
  { $id: 'AuditVerification' },
)
export type AuditVerification = Static<typeof AuditVerification>

/** `GET /admin/gifs`. */
export const GIF_STATES = ['draft', 'live', 'hidden', 'blocked'] as const
export type GifStateName = (typeof GIF_STATES)[number]
export const GifsQuery = Type.Object({
  page: orEmpty(pageText),
  pageSize: orEmpty(Type.String({ pattern: '^[1-9][0-9]?$|^1[0-9][0-9]$|^200$' })),
  category: orEmpty(Type.String({ maxLength: 40 })),
  state: anyOf(GIF_STATES),
})
export const GifView = Type.Object(
  {
    id: Type.Integer(),
    gif_url: Type.String(),
    thumbnail: Type.String(),
    tags: Type.Array(Type.String()),
    visible: Type.Enum([0, 1] as const),
    state: Type.Enum(GIF_STATES),
    broken: Type.Boolean(),
    created_at: iso,
  },
  { $id: 'GifView' },
)
export type GifView = Static<typeof GifView>
export const GifList = Type.Object(
  { items: Type.Array(GifView), total: Type.Integer(), pageNumber: Type.Integer() },
  { $id: 'GifList' },
)
export type GifList = Static<typeof GifList>
/** `POST /admin/gifs/bulk`. */
export const GifBulk = Type.Object(
  {
    urls: Type.Array(Type.String({ maxLength: 2048 }), { minItems: 1, maxItems: 500 }),
    visible: Type.Union([Type.Literal(0), Type.Literal(1), Type.Boolean()]),
    tags: Type.Optional(nullable(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 }))),
  },
  { $id: 'GifBulk' },
)
export type GifBulk = Static<typeof GifBulk>
export const GifBulkAnswer = Type.Object(
  { inserted: Type.Integer(), skipped: Type.Integer() },
  { $id: 'GifBulkAnswer' },
)
export type GifBulkAnswer = Static<typeof GifBulkAnswer>
/** `PATCH /admin/gifs/{id}`. */
export const GifChange = Type.Object({ state: Type.Enum(['live', 'hidden', 'blocked'] as const) }, { $id: 'GifChange' })
/** `GET /gifs/find-broken`, `POST /gifs/scan-and-delete` (query or body). */
export const ScanQuery = Type.Object({
  limit: orEmpty(Type.String({ pattern: '^[1-9][0-9]?$|^[1-4][0-9][0-9]$|^500$' })),
  offset: orEmpty(countText),
})
export const ScanBody = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 999_999_999 })),
})
export const GifCheckView = Type.Object(
  {
    id: Type.Integer(),
    url: Type.String(),
    ok: Type.Boolean(),
    visible: Type.Enum([0, 1] as const),
    status: nullable(Type.Integer()),
    contentType: nullable(Type.String()),
  },
  { $id: 'GifCheckView' },
)
export type GifCheckView = Static<typeof GifCheckView>
export const GifChecks = Type.Object(
  { results: Type.Array(GifCheckView), checked: Type.Integer() },
  { $id: 'GifChecks' },
)
export type GifChecks = Static<typeof GifChecks>
export const GifsDeleted = Type.Object({ deleted: Type.Integer(), checked: Type.Integer() }, { $id: 'GifsDeleted' })
export type GifsDeleted = Static<typeof GifsDeleted>
/** `GET /gifs/fetch`: what the GIF provider has, by one of our categories or by a text. */
export const GifFetchQuery = Type.Object({
  category: orEmpty(Type.String({ maxLength: 40 })),
  text: orEmpty(Type.String({ maxLength: 100 })),
})
export const FetchedGifs = Type.Object(
  { entries: Type.Array(Type.Object({ hd: Type.String(), sd: Type.String(), thumbnail: Type.String() })) },
  { $id: 'FetchedGifs' },
)
export type FetchedGifs = Static<typeof FetchedGifs>
