import { KlaError } from '@kla/chassis'
import type {
  Ban,
  ExportAuditResponse,
  ExportBansResponse,
  ExportReportsResponse,
  ExportTicketsResponse,
  Report,
  Subject,
  Ticket,
} from '@kla/proto'
import type { Reason } from '@kla/proto/web'
import type { Clients } from '../../src/shared/clients.js'
import { APPROVAL, AT_MS } from './fake-administrators.js'

type ModerationClient = Clients['moderation']
type Exports = 'exportReports' | 'exportBans' | 'exportTickets' | 'exportAudit'
type Answers = {
  -readonly [Name in Exclude<keyof ModerationClient, Exports>]: Awaited<ReturnType<ModerationClient[Name]>>
}
/** Parts that each export streams. */
interface Parts {
  exportReports: ExportReportsResponse[]
  exportBans: ExportBansResponse[]
  exportTickets: ExportTicketsResponse[]
  exportAudit: ExportAuditResponse[]
}

export interface FakeModeration {
  readonly client: ModerationClient
  /** Calls with request and principal. */
  readonly calls: { method: string; request: unknown; principal: string | undefined }[]
  /** What each method answers. */
  readonly answers: Answers
  readonly parts: Parts
  /** Reason with which every call is refused, if set. */
  refusal: Reason | undefined
  /** The only method to refuse, if set. */
  refusedMethod: keyof ModerationClient | undefined
}

export const NOTE_ID = '018f6b1e-7c1a-7000-8000-000000000008'
const changed = { version: 3, changedAtMs: AT_MS, changedBy: 'mod' }

export const REPORT: Report = {
  id: 42,
  createdAtMs: AT_MS,
  reporterId: 1,
  reportedId: 2,
  reporterName: 'ada',
  reportedName: '',
  category: 'abuse',
  categories: ['abuse', 'spam'],
  status: 'pending',
  reason: 'He shouted.',
  notes: '',
  reviewedAtMs: 0,
  reviewedBy: '',
  submissions: 1,
  held: false,
  ...changed,
}

export const BAN: Ban = {
  id: 7,
  userId: 2,
  userName: 'bob',
  scope: 'global',
  reason: '',
  notes: 'Twice.',
  evidenceJson: '{"clip":1}',
  bannedAtMs: AT_MS,
  expiresAtMs: 0,
  liftedAtMs: 0,
  bannedBy: 'mod',
  liftedBy: '',
  liftReason: '',
  held: false,
  ...changed,
  thread: { notes: [{ id: NOTE_ID, byId: 5, by: 'mod', atMs: AT_MS, text: 'Twice.' }] },
}

const CANNED = {
  id: NOTE_ID,
  title: 'Refund',
  text: 'Hello {player}.',
  version: 2,
  changedAtMs: AT_MS,
  changedBy: 'mod',
}

export const TICKET: Ticket = {
  id: 3,
  createdAtMs: AT_MS,
  userId: 1,
  userName: 'ada',
  userEmail: 'ada@example.com',
  subject: 'No sound',
  message: 'Nothing is to be heard.',
  category: 'Technical',
  priority: 'Normal',
  resolved: false,
  relatedStripeEmail: '',
  relatedRoomId: '',
  diagnosticsJson: '',
  entries: [
    { kind: 'note', text: 'Asked twice.', by: 'mod', atMs: AT_MS },
    { kind: 'answer', text: 'Try another browser.', by: 'mod', atMs: AT_MS },
    { kind: 'reply', text: 'That helped.', by: '', atMs: AT_MS },
  ],
  state: 'open',
  assigneeId: 4,
  assignee: 'mod',
  firstReplyAtMs: AT_MS,
  firstReplyDueMs: AT_MS,
  relatedOrderId: '',
  relatedBattleId: '',
  ...changed,
}

const BATCHED = { id: 42, createdAtMs: AT_MS, reportedId: 2, reportedName: 'bob', category: 'abuse' }
const BATCH = {
  id: NOTE_ID,
  reporterId: 1,
  status: 'dismissed',
  reportIds: [42],
  jobs: 1,
  closedAtMs: AT_MS,
  closedBy: 'mod',
  undoneAtMs: 0,
  leftIds: [],
}

const SUBJECT: Subject = {
  accountId: 2,
  username: 'bob',
  globalName: '',
  discordId: '1002',
  avatar: '',
  createdAtMs: AT_MS,
  reportsAbout: [REPORT],
  reportsBy: [],
  bans: [BAN],
  reportsAboutTotal: 1,
  reportsByTotal: 0,
  bansTotal: 1,
  ticketsTotal: 0,
}

const deletion = { eraseAfterMs: AT_MS, held: false }

const defaults = (): Answers => ({
  submitReport: { reportId: 42 },
  listOwnReports: {
    reports: [
      { id: 42, createdAtMs: AT_MS, category: 'abuse', reason: 'He shouted.', reviewed: true, outcome: 'acted' },
    ],
  },
  listOwnBans: { bans: [{ id: 7, scope: 'chat', reason: '', bannedAtMs: AT_MS, expiresAtMs: 0 }] },
  openTicket: { ticketId: 3 },
  listOwnTickets: { tickets: [TICKET] },
  keepLines: {},
  listReports: { reports: [REPORT], total: 1 },
  getReport: {
    report: REPORT,
    context: undefined,
    submissions: [{ submittedAtMs: AT_MS, category: 'spam', reason: 'He shouted.' }],
  },
  updateReport: REPORT,
  reviewReport: REPORT,
  addReportNote: REPORT,
  deleteReport: deletion,
  changeReports: { changed: 2 },
  previewReportBatch: {
    reporterId: 1,
    reporterName: 'ada',
    reports: [BATCHED],
    beyond: 3,
    leftOut: [{ report: { ...BATCHED, id: 43 }, why: 'claimed', by: 'day-mod' }],
    leftOutTotal: 1,
    digest: 'ab',
  },
  closeReportBatch: BATCH,
  undoReportBatch: { ...BATCH, undoneAtMs: AT_MS, leftIds: [42] },
  askForReportDeletion: APPROVAL,
  listReportApprovals: { approvals: [APPROVAL] },
  approveReportDeletion: APPROVAL,
  listDeletedReports: {
    reports: [{ report: REPORT, deletedAtMs: AT_MS, deletedById: 5, deletedBy: 'mod', eraseAfterMs: AT_MS }],
    total: 1,
  },
  restoreReport: REPORT,
  createBan: BAN,
  getBan: BAN,
  addBanNote: BAN,
  listBans: { bans: [BAN], total: 61 },
  findActiveBan: { ban: undefined },
  liftBan: BAN,
  liftAllBans: { lifted: 2 },
  deleteBan: deletion,
  getTicket: TICKET,
  addTicketNote: TICKET,
  replyToTicket: TICKET,
  lookAtTicket: { others: ['day-mod'] },
  listCannedAnswers: { answers: [CANNED] },
  putCannedAnswer: CANNED,
  deleteCannedAnswer: {},
  listTickets: { tickets: [TICKET], total: 1 },
  updateTicket: TICKET,
  getSubject: SUBJECT,
  placeHold: {},
  releaseHold: {},
  askForHoldRelease: APPROVAL,
  listHoldApprovals: { approvals: [APPROVAL] },
  approveHoldRelease: APPROVAL,
  listAudit: {
    entries: [
      {
        seq: 9,
        atMs: AT_MS,
        actor: 'mod',
        actorId: 5,
        action: 'bans.create',
        subjectKind: 'account',
        subjectId: '2',
        details: '{"scope":"global"}',
        requestId: 'r1',
      },
    ],
    next: 0,
  },
  listAuditFilters: { actors: ['mod'], actions: ['bans.create'], subjectKinds: ['account'] },
  verifyAudit: { checkedTo: 9, done: true, faultSeq: 0, fault: '', headHash: 'ab' },
})

/** Moderation in memory: has one of everything and records calls. */
export function createFakeModeration(): FakeModeration {
  const answers = defaults()
  const call =
    (method: keyof Answers) => async (request: unknown, context?: { readonly principal?: string | undefined }) => {
      fake.calls.push({ method, request, principal: context?.principal })
      if (fake.refusal && (fake.refusedMethod ?? method) === method) throw new KlaError(fake.refusal)
      return answers[method]
    }
  const stream = (method: Exports) =>
    async function* (request: unknown, context?: { readonly principal?: string | undefined }) {
      fake.calls.push({ method, request, principal: context?.principal })
      if (fake.refusal && (fake.refusedMethod ?? method) === method) throw new KlaError(fake.refusal)
      yield* fake.parts[method]
    }
  const methods = Object.keys(answers) as (keyof Answers)[]
  const parts: Parts = {
    exportReports: [{ reports: [REPORT], total: 1 }],
    exportBans: [{ bans: [BAN], total: 1 }],
    exportTickets: [{ tickets: [TICKET], total: 1 }],
    exportAudit: [{ entries: answers.listAudit.entries, total: 1 }],
  }
  const fake: FakeModeration = {
    client: Object.fromEntries([
      ...methods.map((method) => [method, call(method)]),
      ...(Object.keys(parts) as Exports[]).map((method) => [method, stream(method)]),
    ]),
    parts,
    calls: [],
    answers,
    refusal: undefined,
    refusedMethod: undefined,
  }
  return fake
}
