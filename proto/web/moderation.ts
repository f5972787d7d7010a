/**
 * Lists and limits of reports, bans and support tickets. Source, where not said otherwise: specification of the
 * platform, sections 3 to 5 and 9.
 */

/** The first five are the specification's, the last three ours. */
export const REPORT_CATEGORIES = [
  'abuse',
  'spam',
  'harassment',
  'cheating',
  'other',
  'possible_minor',
  'non_consensual',
  'illegal_content',
] as const
export type ReportCategory = (typeof REPORT_CATEGORIES)[number]

/** Reports of child safety and crime: in a queue that only who has `reports.grave` can see or infer. Ours. */
export const GRAVE_CATEGORIES = ['possible_minor', 'illegal_content'] as const satisfies readonly ReportCategory[]

/** From the gravest; two merged reports take the graver category. Ours. */
export const CATEGORIES_BY_GRAVITY = [
  'possible_minor',
  'illegal_content',
  'non_consensual',
  'harassment',
  'abuse',
  'cheating',
  'spam',
  'other',
] as const satisfies readonly ReportCategory[]

export const REPORT_STATUSES = ['pending', 'reviewed', 'action_taken', 'dismissed'] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]
export const REPORT_SORTS = ['newest', 'oldest', 'status', 'category'] as const
export type ReportSort = (typeof REPORT_SORTS)[number]
/** What `POST /admin/reports/{id}/review` takes, and the status that comes of it. */
export const REVIEW_ACTIONS = { review: 'reviewed', action_taken: 'action_taken', dismiss: 'dismissed' } as const
export type ReviewAction = keyof typeof REVIEW_ACTIONS

/** Characters of a report's reason, of one merged submission. Ours. */
export const REPORT_REASON_MAX = 2000
/** Two reports of one person by another within this time are one. Issue: "twice in a minute merges". */
export const REPORT_MERGE_MS = 60_000
/** Reports that one account may send in a minute. Ours. */
export const REPORTS_PER_MINUTE = 10
/** Reports that one account may send within 24 hours. Ours. */
export const REPORTS_PER_DAY = 20
/** Chat lines of one person that a report takes along, and how many people's, who spoke last. Ours. */
export const REPORT_LINES_MAX = 200
export const REPORT_SPEAKERS_MAX = 4
/** Reports in one bulk call: the largest page. */
export const BULK_MAX = 200
/** Reports that an administrator deletes alone, and within which time, milliseconds; more takes a second person. Ours. */
export const DELETIONS_ALONE_MAX = 20
export const DELETIONS_ALONE_MS = 3_600_000
/** Characters of why a second person is asked. Ours. */
export const APPROVAL_REASON_MAX = 500

export const BAN_SCOPES = ['global', 'rooms', 'chat', 'api'] as const
export type BanScope = (typeof BAN_SCOPES)[number]
const HOUR_MS = 3_600_000
/** What the ban form offers, milliseconds; null is permanent. A custom one is in days. */
export const BAN_DURATIONS = {
  permanent: null,
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '30d': 30 * 24 * HOUR_MS,
} as const satisfies Record<string, number | null>
/** The longest that is not permanent: ten years. Ours. */
export const BAN_DURATION_MAX_MS = 3650 * 24 * HOUR_MS
/** Characters of a ban's reason, notes and lift reason, and bytes of its evidence. Ours. */
export const BAN_REASON_MAX = 1000
export const NOTES_MAX = 10_000
export const EVIDENCE_MAX_BYTES = 32 * 1024

export const TICKET_CATEGORIES = ['Technical', 'Billing', 'Account', 'Abuse', 'Other'] as const
export type TicketCategory = (typeof TICKET_CATEGORIES)[number]
export const TICKET_PRIORITIES = ['Low', 'Normal', 'High', 'Urgent'] as const
export type TicketPriority = (typeof TICKET_PRIORITIES)[number]
export const TICKET_SUBJECT_MAX = 120
export const TICKET_MESSAGE_MAX = 5000
/** Tickets that one account may open in an hour. Ours. */
export const TICKETS_PER_HOUR = 10

/** Characters of the console's table cells. */
export const TICKET_SUBJECT_SHOWN = 60
export const TICKET_MESSAGE_SHOWN = 120

export const PAGE_SIZES = [25, 50, 100, 200] as const
export const PAGE_SIZE_DEFAULT = 50
export const MEMBERS_PAGE_SIZE = 10
export const GIFS_PAGE_SIZE = 200
export const VALIDATION_LIMIT = 100
/** GIFs whose links one call asks at most. Ours. */
export const SCAN_MAX = 500
export const VALIDATION_TIMEOUT_MS = 60_000
/**
 * What fetching links takes at most, from the inside out, so that each has an answer before whoever waits for it gives up: the
 * library's search at the provider's pace, the gateway's call to the library, the console's call to the gateway. Ours.
 */
export const LINK_FETCH_MS = { search: 45_000, call: 50_000, console: 55_000 } as const
/** Characters of a search text. Ours. */
export const SEARCH_MAX = 200

/** The console's tabs: slug and title, in their order. */
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
