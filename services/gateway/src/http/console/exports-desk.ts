import type { AuditEntry, Job } from '@kla/proto'
import { AppealsQuery, AuditQuery, DecisionsQuery, JobsQuery } from '@kla/proto/schemas'
import type { AppealView, DecisionView } from '@kla/proto/web'
import { accountByNumber } from '../../shared/numbers.js'
import { appealView, auditFilter, decisionView } from '../console-views.js'
import { type Columns, sendCsv } from '../csv.js'
import { onBehalfOf } from '../plugins/access.js'
import { consoleCall } from '../route.js'
import { flagOf, isoOf, isoOrNull, numberOr, numberOrNull, textOrNull } from '../values.js'
import { CsvText, DEADLINE, type Exports, partsOf } from './exports-parts.js'

/** Ignored by exports. */
const PAGE = { after: '', limit: 0 } as const

/** Lists of the desk: jobs, decisions, appeals and the audit log. */
export const exportDesk: Exports = (app, { auth, desk, decisions, moderation, now }, preHandler) => {
  app.get(
    '/admin/jobs.csv',
    {
      preHandler,
      config: { access: { permission: 'reports.read' } },
      schema: consoleCall('Open jobs as CSV', CsvText, { querystring: JobsQuery }),
    },
    async (request, reply) => {
      const list = { ...PAGE, mine: flagOf(request.query.mine) ?? false }
      const parts = (signal: AbortSignal) =>
        partsOf(desk.exportJobs({ list }, { ...onBehalfOf(request), ...DEADLINE, signal }), ({ jobs }) => jobs)
      return sendCsv(reply, { name: 'jobs', columns: JOB_COLUMNS, parts, nowMs: now() })
    },
  )

  app.get(
    '/admin/decisions.csv',
    {
      preHandler,
      config: { access: { permission: 'reports.read' } },
      schema: consoleCall('Decisions as CSV', CsvText, { querystring: DecisionsQuery }),
    },
    async (request, reply) => {
      const accountId = await accountByNumber(auth, numberOr(request.query.account, 0), { requestId: request.id })
      const list = { ...PAGE, accountId }
      const parts = (signal: AbortSignal) =>
        partsOf(decisions.exportDecisions({ list }, { ...onBehalfOf(request), ...DEADLINE, signal }), (answer) =>
          answer.decisions.map(decisionView),
        )
      return sendCsv(reply, { name: 'decisions', columns: DECISION_COLUMNS, parts, nowMs: now() })
    },
  )

  app.get(
    '/admin/appeals.csv',
    {
      preHandler,
      config: { access: { permission: 'reports.decide' } },
      schema: consoleCall('Appeals as CSV', CsvText, { querystring: AppealsQuery }),
    },
    async (request, reply) => {
      const list = { ...PAGE, open: flagOf(request.query.open) ?? false }
      const parts = (signal: AbortSignal) =>
        partsOf(decisions.exportAppeals({ list }, { ...onBehalfOf(request), ...DEADLINE, signal }), ({ appeals }) =>
          appeals.flatMap(appealView),
        )
      return sendCsv(reply, { name: 'appeals', columns: APPEAL_COLUMNS, parts, nowMs: now() })
    },
  )

  app.get(
    '/admin/audit.csv',
    {
      preHandler,
      config: { access: { permission: 'audit.read' } },
      schema: consoleCall('The audit log as CSV', CsvText, { querystring: AuditQuery }),
    },
    async (request, reply) => {
      const list = { ...auditFilter(request.query), before: 0, limit: 0 }
      const parts = (signal: AbortSignal) =>
        partsOf(
          moderation.exportAudit({ list }, { ...onBehalfOf(request), ...DEADLINE, signal }),
          ({ entries }) => entries,
        )
      return sendCsv(reply, { name: 'audit', columns: AUDIT_COLUMNS, parts, nowMs: now() })
    },
  )
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
