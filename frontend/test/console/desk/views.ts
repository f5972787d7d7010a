import type { BanView, DecisionView, DeskView, JobDetailView, JobView, ReportView } from '@kla/proto/web'

/** Views as the gateway answers, for tests of the desk. */

export const NOW_MS = Date.parse('2026-11-28T12:00:00Z')
const MINUTE_MS = 60_000

const at = (minutes: number, nowMs: number): string => new Date(nowMs + minutes * MINUTE_MS).toISOString()

export const jobView = (id: number, part: Partial<JobView> = {}, nowMs = NOW_MS): JobView => ({
  id,
  subject_id: 100 + id,
  subject_name: `player${id}`,
  category: 'harassment',
  opened_at: at(-120, nowMs),
  due_at: at(20, nowMs),
  reports: 1,
  reporters: 1,
  claimed_by_id: null,
  claimed_by: null,
  claimed_until: null,
  claim: null,
  decisions: 0,
  closed_at: null,
  ...part,
})

export const reportView = (id: number, part: Partial<ReportView> = {}, nowMs = NOW_MS): ReportView => ({
  id,
  created_at: at(-60, nowMs),
  reporter_id: 900 + id,
  reported_id: 101,
  reporter_name: `reporter${id}`,
  reported_name: 'player1',
  category: 'harassment',
  categories: ['harassment'],
  status: 'pending',
  reason: `reason ${id}`,
  notes: '',
  thread: [],
  reviewed_at: null,
  reviewed_by: null,
  submissions: 1,
  held: false,
  version: 3,
  changed_at: null,
  changed_by: null,
  ...part,
})

/** The first is report 11. */
export const reportViews = (count: number): ReportView[] =>
  Array.from({ length: count }, (_, index) => reportView(11 + index))

export const detailView = (job: JobView, pending: ReportView[], part: Partial<JobDetailView> = {}): JobDetailView => ({
  ...job,
  reports: pending.length,
  pending,
  decided: [],
  bans_in_force: [],
  ...part,
})

export const banView = (part: Partial<BanView> = {}): BanView => ({
  id: 5,
  user_id: 101,
  user_name: 'player1',
  scope: 'global',
  reason: 'Spam',
  notes: null,
  thread: [],
  evidence: null,
  banned_at: '2026-11-20T00:00:00Z',
  expires_at: null,
  lifted_at: null,
  banned_by: 'day-mod',
  lifted_by: null,
  lift_reason: null,
  held: false,
  version: 2,
  changed_at: null,
  changed_by: null,
  ...part,
})

export const decisionView = (part: Partial<DecisionView> = {}, nowMs = NOW_MS): DecisionView => ({
  id: '7a0c8f5e-64b5-4c62-9d51-6f7d5c3f0a11',
  account_id: 101,
  account_name: 'player1',
  job: 1,
  outcome: 'acted',
  rule: 'harassment',
  facts: 'Insulted an opponent in three battles.',
  basis: ['chat'],
  measures: [{ kind: 'global', duration_ms: 7 * 24 * 60 * MINUTE_MS, ban_id: 5 }],
  letter: '',
  reports: [1],
  decided_by_id: 2,
  decided_by: 'day-mod',
  decided_at: at(-600, nowMs),
  approved_by: null,
  state: 'in_force',
  ended_at: null,
  ended_by: null,
  appeal: null,
  appeal_until: at(200_000, nowMs),
  ...part,
})

export const deskView = (part: Partial<DeskView> = {}): DeskView => ({
  jobs: 0,
  breached: 0,
  oldest_at: null,
  tickets: 0,
  appeals: 0,
  approvals: 0,
  on_duty: [],
  grave_covered: null,
  handover: null,
  ...part,
})
