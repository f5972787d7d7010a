import type { AuditEntry, Job } from '@kla/proto'
import { AppealsQuery, AuditQuery, DecisionsQuery, JobsQuery } from '@kla/proto/schemas'
import type { AppealView, DecisionView } from '@kla/proto/web'
import { accountByNumber } from '../../shared/numbers.js'
import { appealView, auditFilter, decisionView } from '../console-views.js'
import type { Columns } from '../csv.js'
import { flagOf, isoOf, isoOrNull, numberOr, numberOrNull, textOrNull } from '../values.js'
import type { Exports } from './exports-parts.js'

/** Ignored by exports. */
const PAGE = { after: '', limit: 0 } as const

/** Lists of the desk: jobs, decisions, appeals and the audit log. */
export const exportDesk: Exports = (csvRoute, { auth, desk, decisions, moderation }) => {
  csvRoute({
    path: 'jobs',
    permission: 'reports.read',
    summary: 'Open jobs as CSV',
    querystring: JobsQuery,
    columns: JOB_COLUMNS,
    list: ({ mine }) => ({ ...PAGE, mine: flagOf(mine) ?? false }),
    read: desk.exportJobs,
    rows: ({ jobs }) => jobs,
  })

  csvRoute({
    path: 'decisions',
    permission: 'reports.read',
    summary: 'Decisions as CSV',
    querystring: DecisionsQuery,
    columns: DECISION_COLUMNS,
    list: async ({ account }, { id: requestId }) => ({
      ...PAGE,
      accountId: await accountByNumber(auth, numberOr(account, 0), { requestId }),
    }),
    read: decisions.exportDecisions,
    rows: (answer) => answer.decisions.map(decisionView),
  })

  csvRoute({
    path: 'appeals',
    permission: 'reports.decide',
    summary: 'Appeals as CSV',
    querystring: AppealsQuery,
    columns: APPEAL_COLUMNS,
    list: ({ open }) => ({ ...PAGE, open: flagOf(open) ?? false }),
    read: decisions.exportAppeals,
    rows: ({ appeals }) => appeals.flatMap(appealView),
  })

  csvRoute({
    path: 'audit',
    permission: 'audit.read',
    summary: 'The audit log as CSV',
    querystring: AuditQuery,
    columns: AUDIT_COLUMNS,
    list: (query) => ({ ...auditFilter(query), before: 0, limit: 0 }),
    read: moderation.exportAudit,
    rows: ({ entries }) => entries,
  })
}

const JOB_COLUMNS: Columns<Job> = {
  id: ({ id }) => id,
  subject_id: ({ subjectId }) => subjectId,
  subject_name: ({ subjectName }) => textOrNull(subjectName),
  category: ({ category }) => category,
  opened_at: ({ openedAtMs }) => isoOf(openedAtMs),
  due_at: ({ dueAtMs }) => isoOf(dueAtMs),
  reports: ({ reports }) => reports,
  reporters: ({ reporters }) => reporters,
  claimed_by_id: ({ claimedById }) => numberOrNull(claimedById),
  claimed_by: ({ claimedBy }) => textOrNull(claimedBy),
  claimed_until: ({ claimedUntilMs }) => isoOrNull(claimedUntilMs),
  decisions: ({ decisions }) => decisions,
  signals: ({ signals }) => signals.map(({ rule }) => rule).join(' '),
}

const DECISION_COLUMNS: Columns<Omit<DecisionView, 'appeal'>> = {
  id: ({ id }) => id,
  account_id: ({ account_id }) => account_id,
  account_name: ({ account_name }) => account_name,
  job: ({ job }) => job,
  outcome: ({ outcome }) => outcome,
  rule: ({ rule }) => rule,
  facts: ({ facts }) => facts,
  basis: ({ basis }) => basis.join(' '),
  measures: ({ measures }) =>
    measures.map(({ kind, duration_ms }) => (duration_ms === null ? kind : `${kind}:${duration_ms}`)).join(' '),
  letter: ({ letter }) => letter,
  reports: ({ reports }) => reports.join(' '),
  decided_by: ({ decided_by }) => decided_by,
  decided_at: ({ decided_at }) => decided_at,
  approved_by: ({ approved_by }) => approved_by,
  state: ({ state }) => state,
  ended_at: ({ ended_at }) => ended_at,
  ended_by: ({ ended_by }) => ended_by,
  appeal_until: ({ appeal_until }) => appeal_until,
}

const APPEAL_COLUMNS: Columns<AppealView> = {
  id: ({ id }) => id,
  decision: ({ decision }) => decision.id,
  account_id: ({ decision }) => decision.account_id,
  account_name: ({ decision }) => decision.account_name,
  rule: ({ decision }) => decision.rule,
  text: ({ text }) => text,
  opened_at: ({ opened_at }) => opened_at,
  due_at: ({ due_at }) => due_at,
  state: ({ state }) => state,
  answer: ({ answer }) => answer,
  decided_by: ({ decided_by }) => decided_by,
  decided_at: ({ decided_at }) => decided_at,
}

const AUDIT_COLUMNS: Columns<AuditEntry> = {
  seq: ({ seq }) => seq,
  at: ({ atMs }) => isoOf(atMs),
  actor: ({ actor }) => actor,
  action: ({ action }) => action,
  subject_kind: ({ subjectKind }) => textOrNull(subjectKind),
  subject_id: ({ subjectId }) => textOrNull(subjectId),
  details: ({ details }) => details,
  request_id: ({ requestId }) => requestId,
}
