import type {
  AdministratorIdentity,
  Appeal,
  Approval,
  Ban,
  Decision,
  Deletion,
  Note,
  Report,
  ReportContext,
  ReportDetail,
  Thread,
} from '@kla/proto'
import type { AuditQuery } from '@kla/proto/schemas'
import type {
  AdminSession,
  AppealView,
  ApprovalView,
  BanScope,
  BanView,
  DecisionView,
  DeletionView,
  NoteView,
  ReportCategory,
  ReportContextView,
  ReportDetailView,
  ReportStatus,
  ReportView,
} from '@kla/proto/web'
import { type AdministratorRole, PERMISSIONS } from '@kla/proto/web'
import type { Static } from 'typebox'
import { flagOf, isoOf, isoOrNull, millisecondsOf, numberOrNull, textOrNull } from './values.js'

export const sessionView = (identity: AdministratorIdentity): AdminSession => ({
  id: identity.id,
  name: identity.name,
  role: identity.role as AdministratorRole,
  permissions: PERMISSIONS.filter((permission) => identity.permissions.includes(permission)),
  expires_at: isoOf(identity.expiresAtMs),
  totp_enabled: identity.totpEnabled,
  totp_setup_required: identity.totpSetupRequired,
  password_change_required: identity.passwordChangeRequired,
  passkey_setup_required: identity.passkeySetupRequired,
  passkeys: identity.passkeys,
  fresh_until: isoOrNull(identity.freshUntilMs),
})

/** How a page continues. Pages after a cursor count nothing. */
export const pagedView = ({ total, page, next, after }: Paged) => ({
  total: after === undefined ? total : null,
  page,
  next: next ?? null,
})

interface Paged {
  readonly total: number
  readonly page: number
  readonly next?: string | undefined
  readonly after: string | undefined
}

/** The cursor of a query; undefined for a page by its number. */
export const cursorOf = ({ after }: { readonly after?: string }): string | undefined => after || undefined

export const approvalView = (approval: Approval): ApprovalView => ({
  id: approval.id,
  action: approval.action,
  params: JSON.parse(approval.params) as ApprovalView['params'],
  reason: approval.reason,
  asked_by_id: approval.askedById,
  asked_by: approval.askedBy,
  asked_at: isoOf(approval.askedAtMs),
  approved_by: textOrNull(approval.approvedBy),
  until: isoOf(approval.untilMs),
})

export const deletionView = ({ eraseAfterMs, held }: Deletion): DeletionView => ({
  success: true,
  erase_after: isoOf(eraseAfterMs),
  held,
})

interface Versioned {
  readonly version?: number | undefined
  readonly changedAtMs?: number | undefined
  readonly changedBy?: string | undefined
}

export const versionView = ({ version, changedAtMs = 0, changedBy = '' }: Versioned) => ({
  version: version ?? 0,
  changed_at: isoOrNull(changedAtMs),
  changed_by: textOrNull(changedBy),
})

export const threadView = (thread: Thread | undefined): NoteView[] => (thread?.notes ?? []).map(noteView)

export const noteView = ({ id, by, atMs, text }: Note): NoteView => ({
  id,
  by: textOrNull(by),
  at: isoOf(atMs),
  text,
})

/** The console's view of a decision, with its appeal. */
export const decisionView = (decision: Decision): DecisionView => ({
  id: decision.id,
  account_id: decision.accountId,
  account_name: decision.accountName,
  job: decision.jobId,
  outcome: decision.outcome as DecisionView['outcome'],
  rule: textOrNull(decision.rule) as DecisionView['rule'],
  facts: decision.facts,
  basis: decision.basis as DecisionView['basis'],
  measures: decision.measures.map(({ kind, durationMs, banId }) => ({
    kind: kind as DecisionView['measures'][number]['kind'],
    duration_ms: numberOrNull(durationMs),
    ban_id: numberOrNull(banId),
  })),
  letter: decision.letter,
  reports: decision.reportIds,
  decided_by_id: decision.decidedById,
  decided_by: decision.decidedBy,
  decided_at: isoOf(decision.decidedAtMs),
  approved_by: textOrNull(decision.approvedBy),
  state: decision.state as DecisionView['state'],
  ended_at: isoOrNull(decision.endedAtMs),
  ended_by: textOrNull(decision.endedBy),
  appeal: decision.appeal ? appealOf(decision.appeal) : null,
  appeal_until: isoOf(decision.appealUntilMs),
})

const appealOf = (appeal: Appeal): Omit<AppealView, 'decision'> => ({
  id: appeal.id,
  text: appeal.text,
  opened_at: isoOf(appeal.openedAtMs),
  due_at: isoOf(appeal.dueAtMs),
  state: appeal.state as AppealView['state'],
  answer: textOrNull(appeal.answer),
  decided_by: textOrNull(appeal.decidedBy),
  decided_at: isoOrNull(appeal.decidedAtMs),
})

export const banView = (ban: Ban): BanView => ({
  id: ban.id,
  user_id: ban.userId,
  user_name: ban.userName,
  scope: ban.scope as BanScope,
  reason: textOrNull(ban.reason),
  notes: textOrNull(ban.notes),
  thread: threadView(ban.thread),
  evidence: ban.evidenceJson === '' ? null : (JSON.parse(ban.evidenceJson) as unknown),
  banned_at: isoOf(ban.bannedAtMs),
  expires_at: isoOrNull(ban.expiresAtMs),
  lifted_at: isoOrNull(ban.liftedAtMs),
  banned_by: ban.bannedBy,
  lifted_by: textOrNull(ban.liftedBy),
  lift_reason: textOrNull(ban.liftReason),
  held: ban.held,
  ...versionView(ban),
})

export const reportView = (report: Report): ReportView => ({
  id: report.id,
  created_at: isoOf(report.createdAtMs),
  reporter_id: report.reporterId,
  reported_id: report.reportedId,
  reporter_name: report.reporterName,
  reported_name: report.reportedName,
  category: report.category as ReportCategory,
  categories: report.categories as ReportCategory[],
  status: report.status as ReportStatus,
  reason: report.reason,
  notes: report.notes,
  thread: threadView(report.thread),
  reviewed_at: isoOrNull(report.reviewedAtMs),
  reviewed_by: textOrNull(report.reviewedBy),
  submissions: report.submissions,
  held: report.held,
  ...versionView(report),
})

/** The console's view of a report with its evidence. */
export const reportDetailView = (
  { context, evidenceOffered, submissions }: ReportDetail,
  report: Report,
): ReportDetailView => ({
  ...reportView(report),
  context: context ? contextView(context) : null,
  said: submissions.map(({ submittedAtMs, category, reason }) => ({
    submitted_at: isoOf(submittedAtMs),
    category: category as ReportCategory,
    reason,
  })),
  evidence_offered: evidenceOffered ?? false,
})

const contextView = (context: ReportContext): ReportContextView => ({
  room_id: context.roomId,
  room_name: context.roomName,
  mode: context.mode,
  category: context.category,
  battle_id: textOrNull(context.battleId),
  phase: context.phase,
  round: context.round,
  taken_at: isoOf(context.takenAtMs),
  people: context.people.map(({ accountId, username, discordId }) => ({
    id: accountId,
    username,
    discord_id: discordId,
  })),
  lines: context.lines.map(({ accountId, username, message, saidAtMs }) => ({
    id: accountId,
    username,
    message,
    said_at: isoOf(saidAtMs),
  })),
  received_gif: textOrNull(context.receivedGif),
  reveals: context.reveals.map(({ openedAtMs, closedAtMs, closedBy, closedWhy }) => ({
    opened_at: isoOf(openedAtMs),
    closed_at: closedAtMs === 0 ? null : isoOf(closedAtMs),
    closed_by: closedBy === 0 ? null : closedBy,
    closed_why: closedWhy,
  })),
})

/** The console's view of an appeal with its decision; none without one. */
export const appealView = ({ decision, ...appeal }: Appeal): AppealView[] => {
  if (!decision) return []
  const { appeal: view, ...about } = decisionView({ ...decision, appeal: { ...appeal, decision: undefined } })
  return view ? [{ ...view, decision: { ...about, appeal: null } }] : []
}

/** Filters of the audit log. */
export const auditFilter = ({
  actor = '',
  action = '',
  subject_kind: subjectKind = '',
  subject_id: subjectId = '',
  from,
  to,
  changes,
}: Static<typeof AuditQuery>) => ({
  actor,
  action,
  subjectKind,
  subjectId,
  fromMs: millisecondsOf(from),
  toMs: millisecondsOf(to),
  changesOnly: flagOf(changes) ?? false,
})
