/** Source unless noted: specification, sections 3 to 5 and 9. */

/** Five from the specification, the others ours. `name`: a public name, also of a player never met. */
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
export type ReportCategory = (typeof REPORT_CATEGORIES)[number]

/** Visible, even indirectly, only with `reports.grave`; ours. */
export const GRAVE_CATEGORIES = ['possible_minor', 'illegal_content'] as const satisfies readonly ReportCategory[]

/** Categories that one press reports after a safety exit; with an incident token they need no text. Ours. */
export const ONE_PRESS_CATEGORIES = [
  'harassment',
  'threat',
  'recorded_me',
  'non_consensual',
  'possible_minor',
  'self_harm',
] as const satisfies readonly ReportCategory[]

/** Gravest first; merged reports take the graver category. Ours. */
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
export type ReportStatus = (typeof REPORT_STATUSES)[number]
export const REPORT_SORTS = ['newest', 'oldest', 'status', 'category'] as const
export type ReportSort = (typeof REPORT_SORTS)[number]
/** Actions of `POST /admin/reports/{id}/review` with their status. */
export const REVIEW_ACTIONS = { review: 'reviewed', action_taken: 'action_taken', dismiss: 'dismissed' } as const
export type ReviewAction = keyof typeof REVIEW_ACTIONS

/** Characters of a merged report's reason; ours. */
export const REPORT_REASON_MAX = 2000
/** Reports by one account about one player. Issue: "twice in a minute merges". */
export const REPORT_MERGE_MS = 60_000
/** Reports per account and minute; ours. */
export const REPORTS_PER_MINUTE = 10
/** Reports per account and 24 hours; ours. */
export const REPORTS_PER_DAY = 20
/** Limit of those by a banned account; safety design W4. */
export const BANNED_REPORTS_PER_DAY = 3
/** People whom the last day's list names; safety design W4. */
export const MET_LIST_MAX = 20
/** Safety exits out of cup ties in 24 hours that make a tie disputed; more count as leaving. Safety design W4. */
export const SAFETY_EXITS_PER_DAY = 2
/** Chat lines per player, and players, in a report; ours. */
export const REPORT_LINES_MAX = 200
export const REPORT_SPEAKERS_MAX = 4
/** Size of the largest page. */
export const BULK_MAX = 200
/** Reports deleted without approval in this time (milliseconds); ours. */
export const DELETIONS_ALONE_MAX = 20
export const DELETIONS_ALONE_MS = 3_600_000
/** Limit in characters; ours. */
export const APPROVAL_REASON_MAX = 500
/** How long an administrator waits before approving anything, after someone else gave them credentials or rights; ours. */
export const APPROVER_WAIT_MS = 7 * 24 * 3_600_000

export const BAN_SCOPES = ['global', 'rooms', 'chat', 'api'] as const
export type BanScope = (typeof BAN_SCOPES)[number]
/** What may be done with a ban in force: it gets a later end, or another ban takes its place. Ours. */
export const BAN_THENS = ['extend', 'replace'] as const
export type BanThen = (typeof BAN_THENS)[number]
const HOUR_MS = 3_600_000
/** Milliseconds; null is permanent, custom durations are in days. */
export const BAN_DURATIONS = {
  permanent: null,
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '30d': 30 * 24 * HOUR_MS,
} as const satisfies Record<string, number | null>
/** Limit of ten years; ours. */
export const BAN_DURATION_MAX_MS = 3650 * 24 * HOUR_MS
/** Characters of a ban's reason and lift reason; ours. */
export const BAN_REASON_MAX = 1000
/** Characters of administrators' notes, of reports too; ours. */
export const NOTES_MAX = 10_000
/** Limit of a ban's evidence as JSON; ours. */
export const EVIDENCE_MAX_BYTES = 32 * 1024
/** What an administrator may keep from deletion. */
export const HOLD_KINDS = ['report', 'ban', 'gif'] as const
/** Characters of the reason for opening an age verdict; ours. */
export const AGE_LOCK_REASON_MAX = 500

export const TICKET_CATEGORIES = ['Technical', 'Billing', 'Account', 'Abuse', 'Other'] as const
export type TicketCategory = (typeof TICKET_CATEGORIES)[number]
export const TICKET_PRIORITIES = ['Low', 'Normal', 'High', 'Urgent'] as const
export type TicketPriority = (typeof TICKET_PRIORITIES)[number]
export const TICKET_SUBJECT_MAX = 120
export const TICKET_MESSAGE_MAX = 5000
/** Tickets per account and hour; ours. */
export const TICKETS_PER_HOUR = 10

/** Characters of a table cell in the console. */
export const TICKET_SUBJECT_SHOWN = 60
export const TICKET_MESSAGE_SHOWN = 120

export const PAGE_SIZES = [25, 50, 100, 200] as const
export const PAGE_SIZE_DEFAULT = 50
export const MEMBERS_PAGE_SIZE = 10
export const GIF_STATES = ['draft', 'live', 'hidden', 'blocked'] as const
export const GIFS_PAGE_SIZE = 200
export const VALIDATION_LIMIT = 100
/** GIFs per link check; ours. */
export const SCAN_MAX = 500
export const VALIDATION_TIMEOUT_MS = 60_000
/** Each layer answers before its caller gives up: library's search, gateway, console. Ours. */
export const LINK_FETCH_MS = { search: 45_000, call: 50_000, console: 55_000 } as const
/** Limit of a search in characters; ours. */
export const SEARCH_MAX = 200

/** Slug and title of each tab. */
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
