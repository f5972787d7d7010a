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

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Time within which a report should be decided. Safety design W7, corrected. */
export const JOB_CLOCKS_MS: Readonly<Record<ReportCategory, number>> = {
  possible_minor: HOUR_MS,
  threat: HOUR_MS,
  self_harm: HOUR_MS,
  illegal_content: 4 * HOUR_MS,
  non_consensual: 12 * HOUR_MS,
  recorded_me: 12 * HOUR_MS,
  harassment: DAY_MS,
  abuse: DAY_MS,
  cheating: DAY_MS,
  name: DAY_MS,
  spam: 3 * DAY_MS,
  other: 3 * DAY_MS,
}
/** A claim lapses without renewal. Safety design W7. */
export const JOB_CLAIM_MS = 10 * 60_000
/** Pages renew a claim this often while they are used. Ours. */
export const JOB_RENEW_MS = 60_000
/** Reports in one answer about a job; ours. */
export const JOB_REPORTS_MAX = 200
/** A duty ends automatically; ours. */
export const DUTY_MS = 12 * HOUR_MS
/** A duty counts only if its administrator was at work within this time. Ours. */
export const DUTY_SEEN_MS = HOUR_MS / 2
/** Pages in use renew the duty of their administrator this often. Ours. */
export const DUTY_RENEW_MS = 10 * 60_000
/** Hand-over notes that the desk shows: of this time, and at most so many. Ours. */
export const HANDOVERS_MS = DAY_MS
export const HANDOVERS_MAX = 20
/** Jobs with a clock this short are hard to look at. Ours. */
export const HARD_CLOCK_MS = 12 * HOUR_MS
/** Hard jobs within this time suggest a break, and so does a hard job in this much duty without one. Safety design W7. */
export const BREAK_AFTER_JOBS = 6
export const BREAK_WITHIN_MS = HOUR_MS
export const BREAK_DUTY_MS = 2 * HOUR_MS
export const BREAK_REASONS = ['jobs', 'time'] as const
/** Why a break is suggested. */
export type BreakReason = (typeof BREAK_REASONS)[number]

/** Rules that may put a job first within its category, once an owner lets them act. Safety design, corrections. */
export const DESK_RULES = ['independent_reporters', 'new_account'] as const
/** Rule for the order of the queue. */
export type DeskRule = (typeof DESK_RULES)[number]
/** Reporters that raise a job if they met its player independently, and the time within which they reported. Ours. */
export const INDEPENDENT_REPORTERS_MIN = 3
export const INDEPENDENT_WITHIN_MS = 7 * DAY_MS
/** An account is new this long; so many people met in a day are many. Ours. */
export const NEW_ACCOUNT_MS = 2 * DAY_MS
export const MANY_MET_MIN = 15
/** Days of the numbers by which an owner judges a rule. Ours. */
export const DESK_RULE_DAYS = 30

/** Rules that a decision names. Ours. */
export const DECISION_RULES = [
  'minors',
  'illegal_content',
  'consent',
  'recording',
  'threats',
  'harassment',
  'cheating',
  'name',
  'spam',
  'evasion',
  'other',
] as const
/** Rule that a player has broken. */
export type DecisionRule = (typeof DECISION_RULES)[number]
export const DECISION_OUTCOMES = ['acted', 'dismissed'] as const
/** Result of judging a job. */
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number]
/** What a decision rests on. Permanent measures on stills alone need a second person: safety design W8, corrected. */
export const DECISION_BASES = ['chat', 'stills', 'metadata', 'reports', 'own_words'] as const
/** Kind of evidence behind a decision. */
export type DecisionBasis = (typeof DECISION_BASES)[number]
export const DECISION_STATES = ['in_force', 'undone', 'overturned'] as const
export const DECISION_TEXT_MAX = 2000
/** A second opinion lapses after this time. Safety design W7. */
export const OPINION_LAPSES_MS = 7 * DAY_MS
/** Agreement of second opinions is counted over this time. Ours. */
export const OPINIONS_COUNTED_MS = 90 * DAY_MS
/** Decisions can be undone, and letters wait, for this time. Safety design, corrections. */
export const UNDO_MS = 60_000
/** Players can appeal for six months, which have up to 184 days. Safety design W8. */
export const APPEAL_WINDOW_MS = 184 * DAY_MS
/** Time within which an appeal should be decided. Safety design W7. */
export const APPEAL_CLOCK_MS = 5 * DAY_MS
export const APPEAL_TEXT_MAX = 2000
export const APPEAL_STATES = ['open', 'upheld', 'overturned'] as const
/** State of an appeal. */
export type AppealState = (typeof APPEAL_STATES)[number]
export const REPORT_OUTCOMES = ['received', 'looked_at', 'acted', 'not_acted'] as const
/** What its reporter learns of a report. */
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number]

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
/** Reports that are read one by one: never closed with others of their reporter. Ours. */
export const ONE_BY_ONE_CATEGORIES = [
  'possible_minor',
  'threat',
  'self_harm',
] as const satisfies readonly ReportCategory[]
/** How reports by one reporter are closed together. Ours. */
export const BATCH_STATUSES = ['dismissed', 'reviewed'] as const satisfies readonly ReportStatus[]
export type BatchStatus = (typeof BATCH_STATUSES)[number]
export const LEFT_OUT_WHYS = ['one_by_one', 'claimed', 'decided'] as const
/** Why a report stays as it is when the others of its reporter are closed. */
export type LeftOutWhy = (typeof LEFT_OUT_WHYS)[number]
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
/** Null is permanent; custom durations are days. */
export const BAN_DURATIONS = {
  permanent: null,
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '30d': 30 * 24 * HOUR_MS,
} as const satisfies Record<string, number | null>
export const MEASURE_KINDS = ['warning', ...BAN_SCOPES] as const
/** A warning, or where a ban applies. */
export type MeasureKind = (typeof MEASURE_KINDS)[number]
/** A measure that a rule suggests; null is permanent. */
export interface SuggestedMeasure {
  readonly kind: MeasureKind
  readonly durationMs: number | null
}
// Without calls, so that pages that need none of it do not load it.
const WARNING = { kind: 'warning', durationMs: null } as const
const DAY = { kind: 'global', durationMs: DAY_MS } as const
const WEEK = { kind: 'global', durationMs: 7 * DAY_MS } as const
const MONTH = { kind: 'global', durationMs: 30 * DAY_MS } as const
const FOR_EVER = { kind: 'global', durationMs: null } as const
const MILD = [WARNING, DAY, WEEK, MONTH] as const
const SERIOUS = [WEEK, MONTH, FOR_EVER] as const
const GRAVEST = [FOR_EVER] as const
/** Suggested measure by rule, for the first time, the second and so on; the last one stays. Ours. */
export const SUGGESTED_MEASURES: Readonly<Record<DecisionRule, readonly [SuggestedMeasure, ...SuggestedMeasure[]]>> = {
  minors: GRAVEST,
  illegal_content: GRAVEST,
  consent: SERIOUS,
  recording: SERIOUS,
  threats: SERIOUS,
  harassment: MILD,
  cheating: MILD,
  name: MILD,
  spam: MILD,
  evasion: GRAVEST,
  other: MILD,
}
/** Suggests a measure by the number of earlier decisions for the rule. */
export function suggestedMeasure(rule: DecisionRule, earlier: number): SuggestedMeasure {
  const steps = SUGGESTED_MEASURES[rule]
  return steps[Math.min(earlier, steps.length - 1)] ?? steps[0]
}
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
export const TICKET_STATES = ['open', 'waiting', 'resolved'] as const
/** State of a ticket; waiting for its player. Ours. */
export type TicketState = (typeof TICKET_STATES)[number]
export const TICKET_SORTS = ['newest', 'due'] as const
/** Time within which a ticket should have its first answer. Ours; the specification promises 1 to 5 business days. */
export const TICKET_CLOCKS_MS: Readonly<Record<TicketPriority, number>> = {
  Urgent: 4 * HOUR_MS,
  High: 8 * HOUR_MS,
  Normal: DAY_MS,
  Low: 3 * DAY_MS,
}
/** An open ticket is announced this long without renewal. Ours. */
export const TICKET_LOOK_MS = 45_000
export const TICKET_REPLIES_PER_HOUR = 10
export const CANNED_ANSWERS_MAX = 200
export const CANNED_TITLE_MAX = 80
/** Fields of canned answers, which pages fill. */
export const CANNED_FIELDS = ['player', 'ticket', 'subject', 'me'] as const
export const TICKET_SUBJECT_MAX = 120
export const TICKET_MESSAGE_MAX = 5000
export const TICKETS_PER_HOUR = 10

export const TICKET_SUBJECT_SHOWN = 60
export const TICKET_MESSAGE_SHOWN = 120

export const PAGE_SIZES = [25, 50, 100, 200] as const
export const PAGE_SIZE_DEFAULT = 50
/** Rows of a CSV file at most. */
export const EXPORT_ROWS_MAX = 50_000
export const MEMBERS_PAGE_SIZE = 10
/** Each GIF has exactly one: a broken one whatever its state, a draft that is examined to go live is `checking`. */
export const GIF_CONDITIONS = ['checking', 'broken', 'draft', 'live', 'hidden', 'blocked'] as const
export const GIF_STATES = ['draft', 'live', 'hidden', 'blocked'] as const
export const GIFS_PAGE_SIZE = 200
export const VALIDATION_LIMIT = 100
export const SCAN_MAX = 500
export const VALIDATION_TIMEOUT_MS = 60_000
/** Each layer answers before its caller gives up. Ours. */
export const LINK_FETCH_MS = { search: 45_000, call: 50_000, console: 55_000 } as const
export const SEARCH_MAX = 200

/**
 * Audited actions that only show lists and records. Looks that take a step of their own (an e-mail address, stills, a
 * watched battle) are not among them.
 */
export const AUDIT_READS = [
  'administrators.list',
  'appeals.list',
  'audit.list',
  'audit.verify',
  'bans.list',
  'bans.read',
  'batches.preview',
  'cups.list',
  'cups.read',
  'decisions.list',
  'decisions.preview',
  'evidence.read',
  'guilds.list',
  'jobs.list',
  'jobs.read',
  'members.list',
  'opinions.read',
  'people.read',
  'people.search',
  'reports.deleted',
  'reports.list',
  'reports.read',
  'standings.list',
  'subjects.read',
  'tickets.list',
  'tickets.read',
] as const

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

/** How long a challenge for a passkey is good. */
export const PASSKEY_CHALLENGE_MS = 5 * 60_000
export const PASSKEY_NAME_MAX = 60
/** Passkeys of one administrator at most. */
export const PASSKEYS_MAX = 10
export const RECOVERY_CODES = 10
/** How long a sign-in or step-up counts as fresh (W9). */
export const STEP_UP_MS = 5 * 60_000
