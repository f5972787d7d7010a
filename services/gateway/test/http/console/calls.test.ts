import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { GifCondition, GifState } from '@kla/proto'
import { REASONS } from '@kla/proto/web'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { GIF_BATCH } from '../../support/fake-gif-control.js'
import { BAN, NOTE_ID, REPORT } from '../../support/fake-moderation.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let app: FastifyInstance

beforeAll(async () => {
  world = await createWorld()
  app = (await world.gateway()).http
  world.auth.person(1)
  world.auth.aliases.set(300_300_300, 42)
})
afterAll(() => world.stop())
beforeEach(() => {
  world.moderation.calls.length = 0
  world.auth.administrators.calls.length = 0
  world.library.gifControl.calls.length = 0
  world.evidence.calls.length = 0
  world.decisions.calls.length = 0
  world.opinions.calls.length = 0
  world.desk.calls.length = 0
})

const AT = '2026-11-21T08:30:00.000Z'
const AFTER = '2026-11-21T08:30:00.001Z'
const changed = { version: 3, changed_at: AT, changed_by: 'mod' }
const reportView = {
  id: 42,
  created_at: AT,
  reporter_id: 1,
  reported_id: 2,
  reporter_name: 'ada',
  reported_name: '',
  category: 'abuse',
  categories: ['abuse', 'spam'],
  status: 'pending',
  reason: 'He shouted.',
  notes: '',
  thread: [],
  reviewed_at: null,
  reviewed_by: null,
  submissions: 1,
  held: false,
  ...changed,
}
const banView = {
  id: 7,
  user_id: 2,
  user_name: 'bob',
  scope: 'global',
  reason: null,
  notes: 'Twice.',
  thread: [{ id: NOTE_ID, by: 'mod', at: AT, text: 'Twice.' }],
  evidence: { clip: 1 },
  banned_at: AT,
  expires_at: null,
  lifted_at: null,
  banned_by: 'mod',
  lifted_by: null,
  lift_reason: null,
  held: false,
  ...changed,
}
/** A ticket that says no more than it must, as it is opened. */
const PLAIN_TICKET = {
  subject: 's',
  message: 'm',
  category: 'Technical',
  priority: 'Normal',
  relatedStripeEmail: '',
  relatedRoomId: '',
  relatedOrderId: '',
  relatedBattleId: '',
  diagnosticsJson: '',
}
const diagnostics = {
  route: 'relayed',
  seconds: { excellent: 9, good: 0, fair: 0, poor: 0, lost: 0 },
  steps: [{ at: 4, step: 'ice-restart', outcome: 'done', side: 'yours' }],
}
const ticketView = {
  id: 3,
  created_at: AT,
  user_id: 1,
  user_name: 'ada',
  user_email: 'ada@example.com',
  subject: 'No sound',
  message: 'Nothing is to be heard.',
  category: 'Technical',
  priority: 'Normal',
  resolved: false,
  related_stripe_email: null,
  related_room_id: null,
  diagnostics: null,
  entries: [
    { kind: 'note', text: 'Asked twice.', by: 'mod', at: AT },
    { kind: 'answer', text: 'Try another browser.', by: 'mod', at: AT },
    { kind: 'reply', text: 'That helped.', by: '', at: AT },
  ],
  state: 'open',
  assignee_id: 4,
  assignee: 'mod',
  first_reply_at: AT,
  first_reply_due: AT,
  related_order_id: null,
  related_battle_id: null,
  ...changed,
}
const cannedView = {
  id: NOTE_ID,
  title: 'Refund',
  text: 'Hello {player}.',
  version: 2,
  changed_at: AT,
  changed_by: 'mod',
}
const administratorView = {
  id: 5,
  name: 'mod',
  role: 'moderator',
  child_safety: false,
  totp_enabled: true,
  passkeys: 1,
  disabled: false,
  player_id: 42,
  created_at: AT,
  last_seen_at: null,
}
const gifView = {
  id: 4,
  gif_url: 'https://clips.example/4.mp4',
  thumbnail: '',
  tags: ['default'],
  visible: 1,
  flashes: false,
  state: 'live',
  condition: 'live',
  broken: false,
  refusal: '',
  acts: null,
  created_at: AT,
  ...changed,
}
const openingView = {
  id: '018f6b1e-7c1a-7000-8000-000000000009',
  report_id: 42,
  reason: 'He says he recorded her.',
  asked_by_id: 5,
  asked_by: 'mod',
  asked_at: AT,
  approved_by_id: null,
  approved_by: null,
  until: AT,
}
const approvalView = {
  id: '018f6b1e-7c1a-7000-8000-000000000009',
  action: 'administrators.update',
  params: { administrator: 7, disabled: true },
  reason: 'Has left.',
  asked_by_id: 5,
  asked_by: 'mod',
  asked_at: AT,
  approved_by: null,
  until: AT,
}
const decisionId = '018f6b1e-7c1a-7000-8000-0000000dec1d'
const appealFields = {
  id: 5,
  text: 'I did not.',
  opened_at: AT,
  due_at: AFTER,
  state: 'open',
  answer: null,
  decided_by: null,
  decided_at: null,
}
const decisionView = {
  id: decisionId,
  account_id: 2,
  account_name: 'bob',
  job: 7,
  outcome: 'acted',
  rule: 'threats',
  facts: 'Threatened the opponent.',
  basis: ['chat'],
  measures: [{ kind: 'global', duration_ms: 604_800_000, ban_id: 3 }],
  letter: '',
  reports: [42],
  decided_by_id: 1,
  decided_by: 'mod',
  decided_at: AT,
  approved_by: null,
  state: 'in_force',
  ended_at: null,
  ended_by: null,
  appeal: null,
  appeal_until: AFTER,
}
const decisionApproval = {
  id: '018f6b1e-7c1a-7000-8000-0000000a9990',
  action: 'decisions.decide',
  params: {},
  reason: '',
  asked_by_id: 1,
  asked_by: 'mod',
  asked_at: AT,
  approved_by: null,
  until: AFTER,
}
const standingView = {
  decisions: [
    {
      id: decisionId,
      decided_at: AT,
      rule: 'threats',
      facts: 'Threatened the opponent.',
      letter: '',
      measures: [{ kind: 'global', until: AFTER, lifted: false }],
      state: 'in_force',
      appeal_until: AFTER,
      appeal: null,
    },
  ],
}
/** An order as the page sends it, and as the service gets it. */
const order = {
  id: decisionId,
  job: 7,
  claim: 'c',
  outcome: 'acted',
  rule: 'threats',
  facts: 'Threatened the opponent.',
  basis: ['chat'],
  measures: [
    { kind: 'warning' },
    { kind: 'global', durationMs: 604_800_000, expected: null },
    { kind: 'chat', durationMs: null, expected: { id: 3, version: 2, then: 'extend' } },
  ],
  letter: 'Be kind.',
  note: 'Twice.',
  versions: { 42: 3 },
}
const sentOrder = {
  id: decisionId,
  jobId: 7,
  claim: 'c',
  outcome: 'acted',
  rule: 'threats',
  facts: 'Threatened the opponent.',
  basis: ['chat'],
  measures: [
    { kind: 'warning', durationMs: 0, banId: 0, expected: undefined },
    { kind: 'global', durationMs: 604_800_000, banId: 0, expected: { id: 0, version: 0, then: '' } },
    { kind: 'chat', durationMs: 0, banId: 0, expected: { id: 3, version: 2, then: 'extend' } },
  ],
  letter: 'Be kind.',
  note: 'Twice.',
  seen: { versions: [{ id: 42, version: 3 }] },
}
const batchedView = { id: 42, created_at: AT, reported_id: 2, reported_name: 'bob', category: 'abuse' }
const batchView = {
  id: NOTE_ID,
  reporter_id: 1,
  status: 'dismissed',
  reports: [42],
  jobs: 1,
  closed_at: AT,
  closed_by: 'mod',
  undone_at: null,
  left: [],
}
const opinionView = {
  id: 12,
  category: 'threat',
  asked_at: AT,
  lapses_at: AT,
  account_id: 2,
  account_name: 'bob',
  reports: [reportView],
  earlier: [],
  given: null,
  decision: null,
}
const deletion = { success: true, erase_after: AT, held: false }
const jobView = {
  id: 7,
  subject_id: 2,
  subject_name: 'bob',
  category: 'threat',
  opened_at: AT,
  due_at: '2026-11-21T09:30:00.000Z',
  reports: 1,
  reporters: 1,
  claimed_by_id: null,
  claimed_by: null,
  claimed_until: null,
  claim: null,
  decisions: 0,
  closed_at: null,
}
const jobDetailView = { ...jobView, pending: [], decided: [], bans_in_force: [] }
const rulesView = {
  results: [
    { rule: 'new_account', acting: false, changed_at: null, changed_by: null, raised: 4, decided: 3, breaches: 2 },
  ],
  all: { decided: 9, breaches: 3 },
}
const deskView = {
  jobs: 1,
  breached: 0,
  oldest_at: AT,
  tickets: 2,
  appeals: 0,
  approvals: 0,
  on_duty: [],
  grave_covered: null,
  handover: null,
}
const fetched = { entries: [{ hd: 'h', sd: 's', thumbnail: 't' }], broken_off: REASONS.PROVIDER_BUSY.text }

type Method = NonNullable<InjectOptions['method']>
interface Row {
  readonly call: `${Method} ${string}`
  readonly payload?: object
  /** Expected requests by method. */
  readonly asks: Readonly<Record<string, object>>
  readonly answers: unknown
}

const CONSOLE: readonly Row[] = [
  {
    call: 'GET /admin/reports?q=shout&status=pending&category=abuse&reporter_id=1&reported_id=2&page=3&pageSize=25&sort=oldest',
    asks: {
      listReports: {
        q: 'shout',
        status: 'pending',
        category: 'abuse',
        reporterId: 1,
        reportedId: 2,
        page: 3,
        pageSize: 25,
        sort: 'oldest',
      },
    },
    answers: { results: [reportView], total: 1, page: 3, next: null },
  },
  {
    call: 'GET /admin/reports?after=c1&pageSize=25&sort=status',
    asks: {
      listReports: {
        q: '',
        status: '',
        category: '',
        reporterId: 0,
        reportedId: 0,
        page: 1,
        pageSize: 25,
        sort: 'status',
        after: 'c1',
      },
    },
    answers: { results: [reportView], total: null, page: 1, next: null },
  },
  {
    call: 'GET /admin/reports/deleted?after=c1&pageSize=25',
    asks: { listDeletedReports: { page: 1, pageSize: 25, after: 'c1' } },
    answers: expect.objectContaining({ total: null, next: null }),
  },
  {
    call: 'GET /admin/membersandguilddata?after=c1',
    asks: { listMembers: { q: '', page: 1, pageSize: 10, after: 'c1' }, listTopGuilds: {} },
    answers: expect.objectContaining({ total: null, next: null }),
  },
  {
    call: 'GET /admin/support_tickets?after=c1',
    asks: {
      listTickets: {
        page: 1,
        pageSize: 50,
        q: '',
        resolved: undefined,
        category: '',
        priority: '',
        state: '',
        mine: false,
        sort: '',
        after: 'c1',
      },
    },
    answers: { results: [ticketView], total: null, page: 1, next: null },
  },
  {
    call: 'GET /admin/reports/42',
    asks: { getReport: { id: 42 } },
    answers: {
      ...reportView,
      context: null,
      said: [{ submitted_at: AT, category: 'spam', reason: 'He shouted.' }],
      evidence_offered: false,
    },
  },
  {
    call: 'PATCH /admin/reports/42',
    payload: { category: 'possible_minor', notes: null },
    asks: { updateReport: { id: 42, category: 'possible_minor', status: undefined, notes: '' } },
    answers: reportView,
  },
  {
    call: 'PATCH /admin/reports/42',
    payload: { status: 'dismissed' },
    asks: { updateReport: { id: 42, category: undefined, status: 'dismissed', notes: undefined } },
    answers: reportView,
  },
  {
    call: 'POST /admin/reports/42/review',
    payload: { action: 'dismiss', notes: 'No.' },
    asks: { reviewReport: { id: 42, action: 'dismiss', notes: 'No.' } },
    answers: reportView,
  },
  {
    call: 'POST /admin/reports/42/review',
    payload: { action: 'review', notes: null },
    asks: { reviewReport: { id: 42, action: 'review', notes: undefined } },
    answers: reportView,
  },
  { call: 'DELETE /admin/reports/42', asks: { deleteReport: { id: 42 } }, answers: deletion },
  {
    call: 'POST /admin/reports/bulk',
    payload: { ids: [1, 512340987], op: 'status', status: 'reviewed' },
    asks: { changeReports: { ids: [1, 512340987], op: 'status', status: 'reviewed' } },
    answers: { success: true, changed: 2 },
  },
  {
    call: 'GET /admin/reports/batches/preview?reporter_id=1&seen=42,43',
    asks: { previewReportBatch: { reporterId: 1, seenIds: [42, 43] } },
    answers: {
      reporter_id: 1,
      reporter_name: 'ada',
      reports: [batchedView],
      beyond: 3,
      left_out: [{ ...batchedView, id: 43, why: 'claimed', by: 'day-mod' }],
      left_out_total: 1,
      digest: 'ab',
    },
  },
  {
    call: 'GET /admin/reports/batches/preview?reporter_id=1&seen=',
    asks: { previewReportBatch: { reporterId: 1, seenIds: [] } },
    answers: expect.objectContaining({ reporter_id: 1 }),
  },
  {
    call: 'POST /admin/reports/batches',
    payload: { id: decisionId, reporter_id: 1, status: 'dismissed', reason: 'Baits.', digest: 'ab' },
    asks: {
      closeReportBatch: { id: decisionId, reporterId: 1, status: 'dismissed', reason: 'Baits.', digest: 'ab' },
    },
    answers: batchView,
  },
  {
    call: `POST /admin/reports/batches/${decisionId}/undo`,
    asks: { undoReportBatch: { id: decisionId } },
    answers: { ...batchView, undone_at: AT, left: [42] },
  },
  { call: 'GET /admin/reports/approvals', asks: { listReportApprovals: {} }, answers: { approvals: [approvalView] } },
  {
    call: 'POST /admin/reports/approvals',
    payload: { ids: [1, 2], reason: 'Spam.' },
    asks: { askForReportDeletion: { ids: [1, 2], reason: 'Spam.' } },
    answers: approvalView,
  },
  {
    call: `POST /admin/reports/approvals/${approvalView.id}/approve`,
    asks: { approveReportDeletion: { id: approvalView.id } },
    answers: approvalView,
  },
  {
    call: 'GET /admin/reports/deleted?page=2&pageSize=25',
    asks: { listDeletedReports: { page: 2, pageSize: 25 } },
    answers: {
      results: [{ ...reportView, deleted_at: AT, deleted_by_id: 5, deleted_by: 'mod', erase_after: AT }],
      total: 1,
      page: 2,
      next: null,
    },
  },
  { call: 'POST /admin/reports/42/restore', asks: { restoreReport: { id: 42 } }, answers: reportView },
  {
    call: 'GET /admin/decisions/preview?account=2&rule=spam',
    asks: { previewDecision: { accountId: 2, rule: 'spam' } },
    answers: { earlier: 0, suggested: [{ kind: 'warning', duration_ms: null, ban_id: null }], bans_in_force: [] },
  },
  { call: 'POST /admin/decisions', payload: order, asks: { decide: sentOrder }, answers: decisionView },
  {
    call: 'POST /admin/decisions',
    payload: { id: decisionId, job: 7, claim: 'c', outcome: 'dismissed', versions: { 42: 3 } },
    asks: {
      decide: {
        ...sentOrder,
        outcome: 'dismissed',
        rule: '',
        facts: '',
        basis: [],
        measures: [],
        letter: '',
        note: '',
      },
    },
    answers: decisionView,
  },
  {
    call: `POST /admin/decisions/${decisionId}/undo`,
    asks: { undoDecision: { id: decisionId } },
    answers: { ...decisionView, state: 'undone', ended_at: AT, ended_by: 'mod' },
  },
  {
    call: `GET /admin/decisions?account=2&after=${decisionId}&limit=25`,
    asks: { listDecisions: { accountId: 2, after: decisionId, limit: 25 } },
    answers: { results: [decisionView], next: null },
  },
  {
    call: 'GET /admin/decisions?account=&after=&limit=',
    asks: { listDecisions: { accountId: 0, after: '', limit: 50 } },
    answers: { results: [decisionView], next: null },
  },
  {
    call: 'GET /admin/decisions/approvals',
    asks: { listDecisionApprovals: {} },
    answers: { approvals: [decisionApproval] },
  },
  {
    call: 'POST /admin/decisions/approvals',
    payload: order,
    asks: { askForDecision: { decision: sentOrder } },
    answers: decisionApproval,
  },
  {
    call: `POST /admin/decisions/approvals/${decisionApproval.id}/approve`,
    asks: { approveDecision: { id: decisionApproval.id } },
    answers: decisionApproval,
  },
  {
    call: 'GET /admin/opinions',
    asks: { listOpinions: {} },
    answers: {
      open: [{ id: 12, category: 'threat', reports: 1, asked_at: AT, lapses_at: AT }],
      open_total: 1,
      given: 20,
      agreed: 18,
      differing: [{ id: 11, given_at: AT }],
    },
  },
  { call: 'GET /admin/opinions/12', asks: { getOpinion: { id: 12 } }, answers: opinionView },
  {
    call: 'GET /admin/opinions/12/reports/42',
    asks: { getOpinionReport: { id: 12, reportId: 42 } },
    answers: { ...reportView, context: null, said: [], evidence_offered: false },
  },
  {
    call: 'POST /admin/opinions/12',
    payload: {
      outcome: 'acted',
      rule: 'threats',
      measures: [{ kind: 'warning' }, { kind: 'chat', durationMs: 5 }, { kind: 'global', durationMs: null }],
      reason: 'Threats.',
    },
    asks: {
      giveOpinion: {
        id: 12,
        outcome: 'acted',
        rule: 'threats',
        measures: [
          { kind: 'warning', durationMs: 0, banId: 0, expected: undefined },
          { kind: 'chat', durationMs: 5, banId: 0, expected: undefined },
          { kind: 'global', durationMs: 0, banId: 0, expected: undefined },
        ],
        reason: 'Threats.',
      },
    },
    answers: {
      ...opinionView,
      given: {
        outcome: 'dismissed',
        rule: null,
        measures: [],
        reason: 'A joke between friends.',
        by_id: 6,
        by: 'day-mod',
        at: AT,
        agrees: false,
      },
      decision: decisionView,
    },
  },
  {
    call: 'POST /admin/opinions/12',
    payload: { outcome: 'dismissed', reason: 'A joke.' },
    asks: { giveOpinion: { id: 12, outcome: 'dismissed', rule: '', measures: [], reason: 'A joke.' } },
    answers: expect.objectContaining({ id: 12 }),
  },
  {
    call: 'GET /admin/appeals?open=1&after=4&limit=25',
    asks: { listAppeals: { open: true, after: '4', limit: 25 } },
    answers: { results: [{ ...appealFields, decision: decisionView }], next: null },
  },
  {
    call: 'POST /admin/appeals/5',
    payload: { outcome: 'upheld', answer: 'It stays.' },
    asks: { decideAppeal: { id: 5, outcome: 'upheld', answer: 'It stays.' } },
    answers: {
      ...appealFields,
      state: 'upheld',
      answer: 'It stays.',
      decided_by: 'other',
      decided_at: AT,
      decision: decisionView,
    },
  },
  {
    call: 'GET /admin/jobs?after=threat.1.2&limit=25&mine=1',
    asks: { listJobs: { after: 'threat.1.2', limit: 25, mine: true } },
    answers: { results: [jobView], next: null, total: 1 },
  },
  {
    call: 'GET /admin/jobs?after=&limit=',
    asks: { listJobs: { after: '', limit: 50, mine: false } },
    answers: { results: [jobView], next: null, total: 1 },
  },
  { call: 'GET /admin/jobs/7', asks: { getJob: { id: 7 } }, answers: jobDetailView },
  { call: 'POST /admin/jobs/claim', asks: { claimJob: { id: 0 } }, answers: jobDetailView },
  { call: 'POST /admin/jobs/7/claim', asks: { claimJob: { id: 7 } }, answers: jobDetailView },
  {
    call: 'POST /admin/jobs/7/renew',
    payload: { claim: 'c' },
    asks: { renewClaim: { id: 7, claim: 'c' } },
    answers: jobView,
  },
  {
    call: 'POST /admin/jobs/7/release',
    payload: { claim: 'c' },
    asks: { releaseJob: { id: 7, claim: 'c' } },
    answers: jobView,
  },
  {
    call: 'GET /admin/desk',
    asks: { getDesk: {}, listOpenings: {}, listAdministratorApprovals: {} },
    answers: deskView,
  },
  { call: 'PUT /admin/desk/duty', payload: { on: false }, asks: { setDuty: { on: false } }, answers: deskView },
  {
    call: 'PUT /admin/desk/duty',
    payload: { on: true, renews: true },
    asks: { setDuty: { on: true, renews: true } },
    answers: deskView,
  },
  {
    call: 'POST /admin/desk/handover',
    payload: { id: NOTE_ID, text: 'Quiet.' },
    asks: { leaveHandover: { noteId: NOTE_ID, text: 'Quiet.' } },
    answers: deskView,
  },
  { call: 'POST /admin/desk/break', asks: { takeBreak: {} }, answers: deskView },
  { call: 'GET /admin/desk/rules', asks: { getRules: {} }, answers: rulesView },
  {
    call: 'PUT /admin/desk/rules/independent_reporters',
    payload: { acting: true },
    asks: { setRule: { rule: 'independent_reporters', acting: true } },
    answers: rulesView,
  },
  {
    call: 'GET /admin/administrators/approvals',
    asks: { listAdministratorApprovals: {} },
    answers: { approvals: [approvalView] },
  },
  {
    call: 'POST /admin/administrators/approvals',
    payload: { name: 'eve', role: 'moderator', reason: 'She joins us.' },
    asks: { askForAdministrator: { name: 'eve', role: 'moderator', childSafety: false, reason: 'She joins us.' } },
    answers: approvalView,
  },
  {
    call: 'POST /admin/administrators/7/approvals',
    payload: { password: true, player_id: 300_300_300, reason: 'Lost it.' },
    asks: {
      askForAdministratorChange: {
        id: 7,
        playerId: 42,
        password: true,
        resetTotp: false,
        resetPasskeys: false,
        reason: 'Lost it.',
      },
    },
    answers: approvalView,
  },
  {
    call: `POST /admin/administrators/approvals/${approvalView.id}/approve`,
    asks: { approveAdministratorChange: { id: approvalView.id } },
    answers: approvalView,
  },
  {
    call: 'POST /admin/bans',
    payload: { userId: 2, reason: ' Threats ', scope: 'chat', durationMs: 3600000, notes: null, evidenceJson: '{ }' },
    asks: {
      createBan: {
        userId: 2,
        reason: 'Threats',
        scope: 'chat',
        durationMs: 3600000,
        notes: '',
        evidenceJson: '{}',
      },
    },
    answers: banView,
  },
  {
    call: 'POST /admin/bans',
    payload: { userId: 2, durationMs: 1.1 * 86_400_000 },
    asks: {
      createBan: { userId: 2, reason: '', scope: 'global', durationMs: 95_040_000, notes: '', evidenceJson: '' },
    },
    answers: banView,
  },
  {
    call: 'POST /admin/bans',
    payload: { userId: 2, durationMs: null },
    asks: { createBan: { userId: 2, reason: '', scope: 'global', durationMs: 0, notes: '', evidenceJson: '' } },
    answers: banView,
  },
  {
    call: 'GET /admin/bans',
    asks: { listBans: { limit: 50, offset: 0, userId: 0, scope: '', active: undefined } },
    answers: [banView],
  },
  {
    call: 'GET /admin/bans?limit=25&offset=75&userId=2&scope=rooms&active=0',
    asks: { listBans: { limit: 25, offset: 75, userId: 2, scope: 'rooms', active: false } },
    answers: [banView],
  },
  { call: 'GET /admin/bans/2/active?scope=', asks: { findActiveBan: { userId: 2, scope: '' } }, answers: {} },
  {
    call: 'PATCH /admin/bans/7/lift',
    payload: { liftReason: ' Appeal. ' },
    asks: { liftBan: { id: 7, liftReason: 'Appeal.' } },
    answers: banView,
  },
  {
    call: 'POST /admin/bans/2/lift-all',
    payload: { scope: null, liftReason: null },
    asks: { liftAllBans: { userId: 2, scope: '', liftReason: '' } },
    answers: { success: true, lifted: 2 },
  },
  { call: 'DELETE /admin/bans/7', asks: { deleteBan: { id: 7 } }, answers: deletion },
  {
    call: 'GET /admin/subjects/2',
    asks: { getSubject: { accountId: 2 } },
    answers: {
      id: 2,
      username: 'bob',
      global_name: null,
      discord_id: '1002',
      avatar: null,
      create_time: AT,
      player_name: null,
      under_player_name: false,
      reports_about: [reportView],
      reports_by: [],
      bans: [banView],
      totals: { reports_about: 1, reports_by: 0, bans: 1, tickets: 0 },
    },
  },
  {
    call: 'GET /admin/support_tickets?q=sound&resolved=0&category=Technical&priority=Normal&state=open&mine=1&sort=due&page=2&pageSize=100',
    asks: {
      listTickets: {
        page: 2,
        pageSize: 100,
        q: 'sound',
        resolved: false,
        category: 'Technical',
        priority: 'Normal',
        state: 'open',
        mine: true,
        sort: 'due',
      },
    },
    answers: { results: [ticketView], total: 1, page: 2, next: null },
  },
  {
    call: 'PATCH /admin/support_tickets/3',
    payload: { resolved: 1, note: 'Asked.', append: true },
    asks: { updateTicket: { id: 3, resolved: true, note: 'Asked.', append: true } },
    answers: { ticket: ticketView },
  },
  {
    call: 'PATCH /admin/support_tickets/3',
    payload: { resolved: false, note: null, answer: 'Done.', taken: true },
    asks: { updateTicket: { id: 3, resolved: false, append: false, answer: 'Done.', taken: true } },
    answers: { ticket: ticketView },
  },
  {
    call: 'POST /admin/support_tickets/3/looking',
    payload: { looking: true },
    asks: { lookAtTicket: { id: 3, looking: true } },
    answers: { others: ['day-mod'] },
  },
  {
    call: 'GET /admin/canned_answers',
    asks: { listCannedAnswers: {} },
    answers: { results: [cannedView] },
  },
  {
    call: `PUT /admin/canned_answers/${NOTE_ID}`,
    payload: { title: 'Refund', text: 'Hello {player}.', version: 1 },
    asks: { putCannedAnswer: { id: NOTE_ID, title: 'Refund', text: 'Hello {player}.', version: 1 } },
    answers: cannedView,
  },
  {
    call: `DELETE /admin/canned_answers/${NOTE_ID}?version=2`,
    asks: { deleteCannedAnswer: { id: NOTE_ID, version: 2 } },
    answers: { success: true },
  },
  {
    call: 'PUT /admin/holds',
    payload: { kind: 'report', id: 42, reason: ' Police. ' },
    asks: { placeHold: { kind: 'report', id: 42, reason: 'Police.' } },
    answers: { success: true },
  },
  {
    call: 'PUT /admin/holds',
    payload: { kind: 'gif', id: 4, reason: 'Police.' },
    asks: { setGifHold: { id: 4, held: true, reason: 'Police.' } },
    answers: { success: true },
  },
  {
    call: 'DELETE /admin/holds/ban/7',
    asks: { releaseHold: { kind: 'ban', id: 7 } },
    answers: { success: true },
  },
  { call: 'GET /admin/holds/approvals', asks: { listHoldApprovals: {} }, answers: { approvals: [approvalView] } },
  {
    call: 'POST /admin/holds/approvals',
    payload: { kind: 'report', id: 42, reason: 'Closed.' },
    asks: { askForHoldRelease: { kind: 'report', id: 42, reason: 'Closed.' } },
    answers: approvalView,
  },
  {
    call: `POST /admin/holds/approvals/${approvalView.id}/approve`,
    asks: { approveHoldRelease: { id: approvalView.id } },
    answers: approvalView,
  },
  {
    call: 'DELETE /admin/holds/gif/4',
    asks: { setGifHold: { id: 4, held: false, reason: '' } },
    answers: { success: true },
  },
  {
    call: 'GET /admin/audit?before=10&limit=25&actor=mod&action=bans.create&subject_kind=account&subject_id=2&from=2026-11-21T08:30:00Z&to=2026-11-21T10:30:00%2B02:00',
    asks: {
      listAudit: {
        before: 10,
        limit: 25,
        actor: 'mod',
        action: 'bans.create',
        subjectKind: 'account',
        subjectId: '2',
        fromMs: Date.parse(AT),
        toMs: Date.parse(AT),
        changesOnly: false,
      },
    },
    answers: {
      names: {},
      entries: [
        {
          seq: 9,
          at: AT,
          actor: 'mod',
          action: 'bans.create',
          subject_kind: 'account',
          subject_id: '2',
          details: { scope: 'global' },
          request_id: 'r1',
        },
      ],
      next: null,
    },
  },
  {
    call: 'GET /admin/audit/filters',
    asks: { listAuditFilters: {} },
    answers: { actors: ['mod'], actions: ['bans.create'], subject_kinds: ['account'] },
  },
  {
    call: 'GET /admin/audit/verify?from=5',
    asks: { verifyAudit: { fromSeq: 5 } },
    answers: { checked_to: 9, done: true, fault: null, head_hash: 'ab' },
  },
  {
    call: 'GET /admin/membersandguilddata',
    asks: { listMembers: { q: '', page: 1, pageSize: 1000 }, listTopGuilds: {} },
    answers: {
      users: [
        {
          id: 1,
          username: 'ada',
          global_name: null,
          email: 'ada@example.com',
          discriminator: null,
          avatar: 'a1',
          discord_id: '1001',
          create_time: AT,
          player_name: null,
          under_player_name: false,
          age_locked_at: null,
        },
      ],
      total: 41,
      page: 1,
      next: null,
      topGuildsByAppUsers: [{ guild_id: '9', guild_name: 'Night', icon: null, common_users: 3, last_seen: AT }],
    },
  },
  {
    call: 'GET /admin/membersandguilddata?q=ada&page=2',
    asks: { listMembers: { q: 'ada', page: 2, pageSize: 10 }, listTopGuilds: {} },
    answers: expect.objectContaining({ page: 2, total: 41 }),
  },
  {
    call: 'GET /admin/administrators',
    asks: { listAdministrators: {} },
    answers: { administrators: [administratorView], second_person: true },
  },
  {
    call: 'POST /admin/administrators',
    payload: { name: 'eve', password: 'long enough', role: 'support' },
    asks: { createAdministrator: { name: 'eve', password: 'long enough', role: 'support', childSafety: false } },
    answers: administratorView,
  },
  {
    call: 'PATCH /admin/administrators/5',
    payload: { child_safety: true, reset_totp: true, player_id: null },
    asks: { updateAdministrator: { id: 5, childSafety: true, playerId: 0, resetTotp: true, resetPasskeys: false } },
    answers: administratorView,
  },
  {
    call: 'GET /admin/gifs',
    asks: { listGifs: { page: 1, pageSize: 200, category: '', state: GifState.UNSPECIFIED } },
    answers: {
      items: [gifView, { ...gifView, id: 5, visible: 0, state: 'hidden', condition: 'hidden' }],
      total: 2,
      pageNumber: 1,
      next: null,
      counts: { live: 2 },
    },
  },
  {
    call: 'GET /admin/gifs?page=2&pageSize=7&category=default&state=blocked',
    asks: { listGifs: { page: 2, pageSize: 7, category: 'default', state: GifState.BLOCKED } },
    answers: expect.objectContaining({ pageNumber: 2 }),
  },
  {
    call: 'POST /admin/gifs/bulk',
    payload: { urls: ['https://a.example/1.mp4'], visible: 0, tags: ['trans'] },
    asks: { addGifs: { urls: ['https://a.example/1.mp4'], visible: false, tags: ['trans'], acts: undefined } },
    answers: { inserted: 1, skipped: 2 },
  },
  {
    call: 'POST /admin/gifs/bulk',
    payload: { urls: ['https://a.example/1.mp4'], visible: 0, acts: [] },
    asks: { addGifs: { urls: ['https://a.example/1.mp4'], visible: false, tags: [], acts: { acts: [] } } },
    answers: { inserted: 1, skipped: 2 },
  },
  {
    call: 'GET /admin/gifs?condition=checking',
    asks: {
      listGifs: {
        page: 1,
        pageSize: 200,
        category: '',
        state: GifState.UNSPECIFIED,
        condition: GifCondition.CHECKING,
      },
    },
    answers: expect.objectContaining({ total: 2 }),
  },
  {
    call: 'PATCH /admin/gifs/bulk',
    payload: { ids: [4, 9], op: 'state', state: 'hidden', versions: { 4: 7 } },
    asks: {
      changeGifs: {
        gifs: [
          { id: 4, version: 7 },
          { id: 9, version: undefined },
        ],
        change: { $case: 'state', value: GifState.HIDDEN },
      },
    },
    answers: {
      results: [
        { id: 4, code: null, error: null, gif: gifView },
        { id: 9, code: 'GIF_BLOCKED', error: expect.stringMatching(/./), gif: null },
      ],
      batch: GIF_BATCH,
    },
  },
  {
    call: `POST /admin/gifs/bulk/${GIF_BATCH}/undo`,
    asks: { undoGifChange: { batchId: GIF_BATCH } },
    answers: { undone: [4], left: [9], undone_at: AT },
  },
  {
    call: 'PATCH /admin/gifs/bulk',
    payload: { ids: [4], op: 'acts', acts: null },
    asks: {
      changeGifs: {
        gifs: [{ id: 4, version: undefined }],
        change: { $case: 'labels', value: { acts: undefined } },
      },
    },
    answers: expect.objectContaining({ results: expect.any(Array) }),
  },
  {
    call: 'PATCH /admin/gifs/bulk',
    payload: { ids: [4], op: 'delete', batch: GIF_BATCH },
    asks: {
      changeGifs: {
        gifs: [{ id: 4, version: undefined }],
        change: { $case: 'deleted', value: true },
        batchId: GIF_BATCH,
      },
    },
    answers: expect.objectContaining({ results: expect.any(Array) }),
  },
  {
    call: 'PATCH /admin/gifs/4',
    payload: { state: 'blocked' },
    asks: { setGifState: { id: 4, state: GifState.BLOCKED } },
    answers: gifView,
  },
  { call: 'DELETE /admin/gifs/4', asks: { deleteGif: { id: 4 } }, answers: deletion },
  {
    call: 'GET /gifs/find-broken',
    asks: { findBrokenGifs: { limit: 100, offset: 0 } },
    answers: {
      results: [{ id: 4, url: gifView.gif_url, ok: false, visible: 1, status: null, contentType: null }],
      checked: 1,
    },
  },
  {
    call: 'PUT /admin/gifs/4/acts',
    payload: { acts: ['kissing'] },
    asks: { setGifActs: { id: 4, acts: { acts: ['kissing'] } } },
    answers: { ...gifView, acts: ['kissing'] },
  },
  {
    call: 'PUT /admin/gifs/4/acts',
    payload: { acts: null },
    asks: { setGifActs: { id: 4, acts: undefined } },
    answers: { ...gifView, acts: ['kissing'] },
  },
  {
    call: 'GET /admin/reports/42/evidence',
    asks: { describeEvidence: { reportId: 42 } },
    answers: {
      items: [
        { id: openingView.id, stored_at: AT, bytes: 9, sha256: 'ab', expires_at: AT, held: false, has_stills: true },
      ],
      openings: [openingView],
    },
  },
  {
    call: 'POST /admin/reports/42/evidence/openings',
    payload: { reason: ' He says he recorded her. ' },
    asks: { requestOpening: { reportId: 42, reason: 'He says he recorded her.' } },
    answers: openingView,
  },
  {
    call: 'GET /admin/reports/42/evidence/blind',
    asks: { describeEvidence: { reportId: 42 } },
    answers: {
      items: [{ id: openingView.id, stored_at: AT, has_stills: true }],
      opening: { state: 'waiting', own: true, until: AT },
    },
  },
  {
    call: 'POST /admin/reports/42/evidence/blind/openings',
    payload: { reason: ' A second opinion. ' },
    asks: { requestOpening: { reportId: 42, reason: 'A second opinion.' } },
    answers: { state: 'waiting', own: true, until: AT },
  },
  { call: 'GET /admin/evidence/openings', asks: { listOpenings: {} }, answers: { openings: [openingView] } },
  {
    call: `POST /admin/evidence/openings/${openingView.id}/approve`,
    asks: { approveOpening: { id: openingView.id } },
    answers: { ...openingView, approved_by_id: 6, approved_by: 'owner' },
  },
  {
    call: 'GET /admin/reports/42/evidence/stills?sharp=1',
    asks: { openEvidence: { reportId: 42, sharp: true } },
    answers: {
      stills: [{ evidence_id: openingView.id, taken_at: AT, jpeg: Buffer.from('a still').toString('base64') }],
    },
  },
  {
    call: 'POST /gifs/scan-and-delete?limit=20&offset=40',
    asks: { scanAndDeleteGifs: { limit: 20, offset: 40, ids: [] } },
    answers: { deleted: 1, checked: 3 },
  },
  {
    call: 'POST /gifs/scan-and-delete?limit=20',
    payload: { limit: 5, offset: 0, ids: [7, 9] },
    asks: { scanAndDeleteGifs: { limit: 5, offset: 0, ids: [7, 9] } },
    answers: { deleted: 1, checked: 3 },
  },
  {
    call: 'GET /gifs/fetch?category=default',
    asks: { listProviderCategory: { category: 'default' } },
    answers: fetched,
  },
  {
    call: 'GET /gifs/fetch?category=&text=two%20cats',
    asks: { searchProvider: { text: 'two cats' } },
    answers: fetched,
  },
  { call: 'GET /admin/battlepasseditor', asks: {}, answers: { tab: 'battlepasseditor' } },
]

const OF_PLAYERS: readonly Row[] = [
  {
    call: 'POST /report',
    payload: { reportedId: '2', category: 'harassment', reason: 'He shouted.' },
    asks: {
      submitReport: { reportedId: 2, reportedAlias: 2, category: 'harassment', reason: 'He shouted.', incident: '' },
    },
    answers: { success: true },
  },
  {
    call: 'POST /report',
    payload: { reportedId: 2, reportedAlias: 2, category: 'threat', incident: 'incident-1-2' },
    asks: {
      submitReport: { reportedId: 2, reportedAlias: 2, category: 'threat', reason: '', incident: 'incident-1-2' },
    },
    answers: { success: true },
  },
  {
    call: 'POST /user/support_ticket',
    payload: {
      subject: 'No sound',
      message: 'None.',
      related_stripe_email: ' a@b.example ',
      related_order_id: 'order-1',
    },
    asks: {
      openTicket: {
        subject: 'No sound',
        message: 'None.',
        category: 'Technical',
        priority: 'Normal',
        relatedStripeEmail: 'a@b.example',
        relatedRoomId: '',
        relatedOrderId: 'order-1',
        relatedBattleId: '',
        diagnosticsJson: '',
      },
    },
    answers: { ticketId: 3 },
  },
  {
    call: 'POST /user/support_ticket',
    payload: { subject: 's' },
    asks: {
      openTicket: { ...PLAIN_TICKET, message: '' },
    },
    answers: { ticketId: 3 },
  },
  {
    call: 'POST /user/support_ticket',
    payload: { subject: 's', message: 'm', diagnostics },
    asks: {
      openTicket: { ...PLAIN_TICKET, diagnosticsJson: JSON.stringify(diagnostics) },
    },
    answers: { ticketId: 3 },
  },
  {
    call: 'POST /user/support_tickets/3/replies',
    payload: { id: NOTE_ID, text: 'That helped.' },
    asks: { replyToTicket: { id: 3, replyId: NOTE_ID, text: 'That helped.' }, listOwnTickets: {} },
    answers: {
      tickets: [
        {
          id: 3,
          created_at: AT,
          subject: 'No sound',
          message: 'Nothing is to be heard.',
          category: 'Technical',
          priority: 'Normal',
          resolved: false,
          answers: [{ text: 'Try another browser.', at: AT }],
          state: 'open',
          thread: [
            { by: 'support', text: 'Try another browser.', at: AT },
            { by: 'player', text: 'That helped.', at: AT },
          ],
        },
      ],
    },
  },
  {
    call: 'GET /user/support_tickets',
    asks: { listOwnTickets: {} },
    answers: {
      tickets: [
        {
          id: 3,
          created_at: AT,
          subject: 'No sound',
          message: 'Nothing is to be heard.',
          category: 'Technical',
          priority: 'Normal',
          resolved: false,
          answers: [{ text: 'Try another browser.', at: AT }],
          state: 'open',
          thread: [
            { by: 'support', text: 'Try another browser.', at: AT },
            { by: 'player', text: 'That helped.', at: AT },
          ],
        },
      ],
    },
  },
  {
    call: 'GET /user/reports',
    asks: { listOwnReports: {} },
    answers: {
      reports: [{ id: 42, created_at: AT, category: 'abuse', reason: 'He shouted.', reviewed: true, outcome: 'acted' }],
    },
  },
  { call: 'GET /user/standing', asks: { listOwnDecisions: {} }, answers: standingView },
  {
    call: `POST /user/decisions/${decisionId}/appeal`,
    payload: { text: 'It was not me.' },
    asks: { openAppeal: { decisionId, text: 'It was not me.' }, listOwnDecisions: {} },
    answers: standingView,
  },
  {
    call: 'GET /user/bans',
    asks: { listOwnBans: {} },
    answers: { bans: [{ id: 7, scope: 'chat', reason: null, banned_at: AT, expires_at: null }] },
  },
  {
    call: 'GET /user/battles',
    asks: {},
    answers: { battles: [{ id: '018f6b1e-7c1a-7000-8000-0000000ba771', mode: 'rush', ended_at: AT }] },
  },
]

const asked = () => [
  ...world.moderation.calls,
  ...world.decisions.calls,
  ...world.opinions.calls,
  ...world.desk.calls,
  ...world.evidence.calls,
  ...world.auth.administrators.calls,
  ...world.library.gifControl.calls.map(({ method, request, context }) => ({
    method,
    request,
    principal: context?.principal,
  })),
]

async function run({ call, payload, asks, answers }: Row, headers: Record<string, string>, principal: string) {
  const [method, url] = call.split(' ') as [Method, string]
  const response = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  expect(response.json()).toEqual(answers)
  expect(response.statusCode).toBe(200)
  expect(asked()).toEqual(Object.entries(asks).map(([name, request]) => ({ method: name, request, principal })))
}

const owner = { authorization: 'Bearer owner' }

test.each(CONSOLE)('an administrator: $call $payload', (row) => run(row, owner, 'administrator-owner'))
test.each(OF_PLAYERS)('a player: $call', (row) => run(row, { cookie: 'kla=session-1' }, 'principal-1-adult'))

describe('reports', () => {
  test('include what the server knew at the time', async () => {
    const person = { accountId: 2, username: 'bob', discordId: '1002' }
    const atMs = Date.parse(AT)
    world.moderation.answers.getReport = {
      report: { ...REPORT, reviewedAtMs: atMs, reviewedBy: 'mod' },
      evidenceOffered: true,
      submissions: [{ submittedAtMs: atMs, category: 'spam', reason: 'Links.' }],
      context: {
        roomId: 'r1',
        roomName: 'Late',
        mode: 'rush',
        category: 'default',
        battleId: '',
        phase: 'waiting',
        round: 0,
        takenAtMs: atMs,
        people: [person],
        lines: [{ accountId: 2, username: 'bob', message: 'Boo', saidAtMs: atMs }],
        receivedGif: '',
        reveals: [{ epoch: 3, openedAtMs: atMs, closedAtMs: atMs, closedBy: 2, closedWhy: 'withdrawn' }],
      },
    }
    const response = await app.inject({ url: '/admin/reports/42', headers: owner })
    expect(response.json()).toEqual({
      ...reportView,
      reviewed_at: AT,
      reviewed_by: 'mod',
      said: [{ submitted_at: AT, category: 'spam', reason: 'Links.' }],
      evidence_offered: true,
      context: {
        room_id: 'r1',
        room_name: 'Late',
        mode: 'rush',
        category: 'default',
        battle_id: null,
        phase: 'waiting',
        round: 0,
        taken_at: AT,
        people: [{ id: 2, username: 'bob', discord_id: '1002' }],
        lines: [{ id: 2, username: 'bob', message: 'Boo', said_at: AT }],
        received_gif: null,
        reveals: [{ opened_at: AT, closed_at: AT, closed_by: 2, closed_why: 'withdrawn' }],
      },
    })
  })

  test('are not found in the same way whether missing or hidden', async () => {
    world.moderation.refusal = 'REPORT_NOT_FOUND'
    const response = await app.inject({ url: '/admin/reports/512340987', headers: owner })
    world.moderation.refusal = undefined
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ error: "We can't find that report.", code: 'REPORT_NOT_FOUND' })
  })
})

describe('bans', () => {
  test('return the total in a header', async () => {
    expect((await app.inject({ url: '/admin/bans', headers: owner })).headers['x-total-count']).toBe('61')
  })

  test('continue after a cursor, with the next one in a header and without a total', async () => {
    world.moderation.answers.listBans = { bans: [BAN], total: 0, next: 'c2' }
    const { headers } = await app.inject({ url: '/admin/bans?after=c1&limit=25', headers: owner })
    expect(headers).toMatchObject({ 'x-next-cursor': 'c2' })
    expect(headers).not.toHaveProperty('x-total-count')
    expect(world.moderation.calls.at(-1)).toMatchObject({ method: 'listBans', request: { after: 'c1', limit: 25 } })
  })

  test('return the active ban in full', async () => {
    world.moderation.answers.findActiveBan = { ban: { ...BAN, expiresAtMs: Date.parse(AT), evidenceJson: '' } }
    const response = await app.inject({ url: '/admin/bans/2/active', headers: owner })
    expect(response.json()).toEqual({ ...banView, expires_at: AT, evidence: null })
  })
})

describe('audit log', () => {
  test('shows the content of an altered entry', async () => {
    const [entry] = world.moderation.answers.listAudit.entries
    world.moderation.answers.listAudit = { entries: [{ ...entry!, details: '{"scope":' }], next: 9 }
    const response = await app.inject({ url: '/admin/audit', headers: owner })
    expect(response.json()).toMatchObject({ entries: [{ details: '{"scope":' }], next: 9 })
  })

  test('asks for changes only', async () => {
    world.moderation.calls.length = 0
    await app.inject({ url: '/admin/audit?changes=1', headers: owner })
    expect(world.moderation.calls).toMatchObject([{ request: { changesOnly: true } }])
  })

  test('names the accounts in entries', async () => {
    const [entry] = world.moderation.answers.listAudit.entries
    const [about, by] = [world.auth.person(71), world.auth.person(72)]
    const details = JSON.stringify({ reported_id: about.id, reporter_id: by.id, account_id: 987_654, bans: [2] })
    world.moderation.answers.listAudit = { entries: [{ ...entry!, subjectKind: 'report', details }], next: 0 }
    const named = await app.inject({ url: '/admin/audit', headers: owner })
    expect(named.json()).toMatchObject({ names: { 71: 'player71', 72: 'player72' } })
  })

  test('names the entry at which the chain is broken', async () => {
    world.moderation.answers.verifyAudit = { checkedTo: 7, done: true, faultSeq: 7, fault: 'altered', headHash: 'cd' }
    const response = await app.inject({ url: '/admin/audit/verify', headers: owner })
    expect(response.json()).toEqual({
      checked_to: 7,
      done: true,
      fault: { seq: 7, what: 'altered' },
      head_hash: 'cd',
    })
  })
})

test('members are listed without guilds while those cannot be counted', async () => {
  world.auth.administrators.refusal = 'UNAVAILABLE'
  try {
    const response = await app.inject({ url: '/admin/membersandguilddata', headers: owner })
    expect(response.json()).toMatchObject({ users: [{ username: 'ada' }], topGuildsByAppUsers: [] })
  } finally {
    world.auth.administrators.refusal = undefined
  }
})

test('a check of GIF URLs has a minute and is not retried', async () => {
  await app.inject({ url: '/gifs/find-broken', headers: owner })
  await app.inject({ method: 'POST', url: '/gifs/scan-and-delete', headers: owner })
  const deadline = { deadlineMs: 60_000, attemptMs: 60_000 }
  expect(world.library.gifControl.calls).toMatchObject([{ context: deadline }, { context: deadline }])
})

test('an unknown tab is not found', async () => {
  const response = await app.inject({ url: '/admin/secrets', headers: owner })
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ code: 'NOT_FOUND' })
})
