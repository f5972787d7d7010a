/** Rules from the specification, sections 3 to 5 and 9, unless noted. */

/** Five from the specification, others ours. `name`: a public name, even if never met. */
export const REPORT_CATEGORIES = [
  'abuse',
  'spam',
  'harassment',
  'cheating',
  'other',
  'possible_minor',
  'non_consensual',
  'illegal_content',
  'threat',
  'self_harm',
  'recorded_me',
  'name',
] as const
/** Category of a player's report. */
export type ReportCategory = (typeof REPORT_CATEGORIES)[number]

/** Visible only with `reports.grave`; ours. */
export const GRAVE_CATEGORIES = ['possible_minor', 'illegal_content'] as const satisfies readonly ReportCategory[]

/** One press reports these after a panic exit; incident tokens replace text. Ours. */
export const ONE_PRESS_CATEGORIES = [
  'harassment',
  'threat',
  'recorded_me',
  'non_consensual',
  'possible_minor',
  'self_harm',
] as const satisfies readonly ReportCategory[]

/** Gravest first, for merged reports. Ours. */
export const CATEGORIES_BY_GRAVITY = [
  'possible_minor',
  'threat',
  'self_harm',
  'illegal_content',
  'non_consensual',
  'recorded_me',
  'harassment',
  'abuse',
  'cheating',
  'name',
  'spam',
  'other',
] as const satisfies readonly ReportCategory[]

export const REPORT_STATUSES = ['pending', 'reviewed', 'action_taken', 'dismissed'] as const
/** State of a report in review. */
export type ReportStatus = (typeof REPORT_STATUSES)[number]
export const REPORT_SORTS = ['newest', 'oldest', 'status', 'category'] as const
export type ReportSort = (typeof REPORT_SORTS)[number]
/** Actions of `POST /admin/reports/{id}/review`. */
export const REVIEW_ACTIONS = { review: 'reviewed', action_taken: 'action_taken', dismiss: 'dismissed' } as const
export type ReviewAction = keyof typeof REVIEW_ACTIONS

export const REPORT_REASON_MAX = 2000
/** Merges reports about one player. Issue: "twice in a minute merges". */
export const REPORT_MERGE_MS = 60_000
export const REPORTS_PER_MINUTE = 10
export const REPORTS_PER_DAY = 20
/** Limit for banned accounts: safety design W4. */
export const BANNED_REPORTS_PER_DAY = 3
/** Limit of a day's list: safety design W4. */
export const MET_LIST_MAX = 20
/** Panic exits out of ties per 24 hours that dispute a tie; more are leaving. Safety design W4. */
export const SAFETY_EXITS_PER_DAY = 2
/** Chat messages per player; ours. */
export const REPORT_LINES_MAX = 200
export const REPORT_SPEAKERS_MAX = 4
export const BULK_MAX = 200
/** Deletions without approval in this time; ours. */
export const DELETIONS_ALONE_MAX = 20
export const DELETIONS_ALONE_MS = 3_600_000
export const APPROVAL_REASON_MAX = 500
/** Wait before approving after someone else gave credentials or rights; ours. */
export const APPROVER_WAIT_MS = 7 * 24 * 3_600_000

export const BAN_SCOPES = ['global', 'rooms', 'chat', 'api'] as const
/** Where a ban applies to its player. */
export type BanScope = (typeof BAN_SCOPES)[number]
/** Later end, or replacement. Ours. */
export const BAN_THENS = ['extend', 'replace'] as const
/** What happens to a ban in force. */
export type BanThen = (typeof BAN_THENS)[number]
const HOUR_MS = 3_600_000
/** Null is permanent; custom durations are days. */
export const BAN_DURATIONS = {
  permanent: null,
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '30d': 30 * 24 * HOUR_MS,
} as const satisfies Record<string, number | null>
export const BAN_DURATION_MAX_MS = 3650 * 24 * HOUR_MS
export const BAN_REASON_MAX = 1000
export const NOTES_MAX = 10_000
export const EVIDENCE_MAX_BYTES = 32 * 1024
export const HOLD_KINDS = ['report', 'ban', 'gif'] as const
export const AGE_LOCK_REASON_MAX = 500

export const TICKET_CATEGORIES = ['Technical', 'Billing', 'Account', 'Abuse', 'Other'] as const
/** Topic of a support ticket. */
export type TicketCategory = (typeof TICKET_CATEGORIES)[number]
export const TICKET_PRIORITIES = ['Low', 'Normal', 'High', 'Urgent'] as const
/** Priority of a support ticket. */
export type TicketPriority = (typeof TICKET_PRIORITIES)[number]
export const TICKET_SUBJECT_MAX = 120
export const TICKET_MESSAGE_MAX = 5000
export const TICKETS_PER_HOUR = 10

export const TICKET_SUBJECT_SHOWN = 60
export const TICKET_MESSAGE_SHOWN = 120

export const PAGE_SIZES = [25, 50, 100, 200] as const
export const PAGE_SIZE_DEFAULT = 50
export const MEMBERS_PAGE_SIZE = 10
export const GIF_STATES = ['draft', 'live', 'hidden', 'blocked'] as const
export const GIFS_PAGE_SIZE = 200
export const VALIDATION_LIMIT = 100
export const SCAN_MAX = 500
export const VALIDATION_TIMEOUT_MS = 60_000
/** Each layer answers before its caller gives up. Ours. */
export const LINK_FETCH_MS = { search: 45_000, call: 50_000, console: 55_000 } as const
export const SEARCH_MAX = 200

export const CONSOLE_TABS = [
  { slug: 'gifcontrol', title: 'GIF Control' },
  { slug: 'leaderboardeditor', title: 'Leaderboard Editor' },
  { slug: 'cupverification', title: 'Cup Verification' },
  { slug: 'cuptiecreator', title: 'Cup Tie Creator' },
  { slug: 'membersandguilddata', title: 'Members And Guild Data' },
  { slug: 'cupstreamhub', title: 'Cup Stream Hub' },
  { slug: 'support', title: 'Support' },
  { slug: 'reports', title: 'Reports' },
  { slug: 'bans', title: 'Bans' },
  { slug: 'battlepasseditor', title: 'Battle Pass Editor' },
] as const
