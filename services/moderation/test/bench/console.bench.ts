import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DecisionsServiceService, PeopleServiceService } from '@kla/proto'
import type { Permission } from '@kla/proto/web'
import { createTestClient, vacuum } from '@kla/testkit'
import { AUDIT_ENTRIES, BUSY_ACCOUNT, seedDesk } from '../support/many-jobs.js'
import { createModeration, type Moderation } from '../support/moderation.js'

// `npm run bench:console`. Needs minutes, so it is no part of the tests: those compare plans, which do not vary with load.
const REPORTS = 100_000
const ENTRIES = 1_000_000
const CALLS = 60
const WARM_UP = 5
const DAY_MS = 86_400_000
/** Inside what AUDIT_ENTRIES seeds. */
const AUDIT_FROM_MS = 1_700_400_000_000

const PERMISSIONS: Permission[] = [
  'reports.read',
  'reports.decide',
  'reports.grave',
  'bans.read',
  'tickets.read',
  'members.read',
  'audit.read',
  'reports.delete',
]

let moderation: Moderation
let clients: ReturnType<typeof clientsOf>

const clientsOf = ({ service }: Moderation) => {
  const options = { address: `127.0.0.1:${service.ports.grpc}`, deadlineMs: 15_000 }
  return {
    decisions: createTestClient({ definition: DecisionsServiceService, ...options }),
    people: createTestClient({ definition: PeopleServiceService, ...options }),
  }
}

beforeAll(async () => {
  moderation = await createModeration()
  clients = clientsOf(moderation)
  const { database } = moderation
  await seedDesk(database, REPORTS)
  const client = await database.connect()
  try {
    await client.query('SET session_replication_role = replica')
    await client.query('SET statement_timeout = 0')
    await client.query(AUDIT_ENTRIES, [ENTRIES])
    await client.query(
      'INSERT INTO audit_groups SELECT DISTINCT actor, action, subject_kind, restricted FROM audit_log ON CONFLICT DO NOTHING',
    )
  } finally {
    client.release(true)
  }
  await vacuum(database, 'audit_log')
}, 600_000)
afterAll(async () => {
  for (const client of Object.values(clients)) client.close()
  await moderation.close()
})

type Call = (as: { principal: string }) => Promise<unknown>

/** Follows `next` until a page far behind. */
async function deep(pages: number, page: (after: string) => Promise<{ next: string }>): Promise<string> {
  let after = ''
  for (let at = 0; at < pages; at += 1) {
    const { next } = await page(after)
    if (next === '') break
    after = next
  }
  return after
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN

async function measure(call: Call): Promise<{ p50: number; p95: number }> {
  const as = await moderation.may(...PERMISSIONS)
  for (let at = 0; at < WARM_UP; at += 1) await call(as)
  const times: number[] = []
  for (let at = 0; at < CALLS; at += 1) {
    const from = performance.now()
    await call(as)
    times.push(performance.now() - from)
  }
  times.sort((one, other) => one - other)
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) }
}

test(`lists of the console answer over ${REPORTS} reports and ${ENTRIES} audit entries`, async () => {
  const { client, desk, database } = moderation
  const { decisions, people } = clients
  const as = await moderation.may(...PERMISSIONS)
  const [limit, accountId] = [50, BUSY_ACCOUNT]
  const farJobs = await deep(60, (after) => desk.listJobs({ after, limit, mine: false }, as))
  const farDecisions = await deep(15, (after) => decisions.listDecisions({ accountId, after, limit }, as))
  const farAppeals = await deep(100, (after) => decisions.listAppeals({ open: false, after, limit }, as))
  const { rows } = await database.query<{ id: number }>(
    'SELECT id FROM jobs WHERE subject_id = $1 AND closed_at IS NULL AND NOT grave',
    [BUSY_ACCOUNT],
  )
  const id = rows[0]!.id
  const tickets = { q: '', category: '', priority: '', state: '', mine: false, pageSize: limit, sort: 'due' }
  const reports = { q: '', status: '', category: '', reporterId: 0, reportedId: 0, pageSize: limit, sort: 'status' }
  const { next: farTickets } = await client.listTickets({ ...tickets, page: 1_900 }, as)
  const { next: farReports } = await client.listReports({ ...reports, page: 1_900 }, as)
  const audit = {
    before: 0,
    limit,
    actor: '',
    action: '',
    subjectKind: '',
    subjectId: '',
    fromMs: 0,
    toMs: 0,
    changesOnly: true,
  }
  const bans = { limit, offset: 0, userId: 0, scope: '' }
  const deleted = { page: 1, pageSize: limit }
  let after = 0
  for (let at = 0; at < 200; at += 1) after = (await people.listAccountHistory({ accountId, after }, as)).next || after

  const calls: [string, Call][] = [
    ['desk', (as) => desk.getDesk({}, as)],
    ['jobs, first page', (as) => desk.listJobs({ after: '', limit, mine: false }, as)],
    ['jobs, deep page', (as) => desk.listJobs({ after: farJobs, limit, mine: false }, as)],
    ['jobs, mine', (as) => desk.listJobs({ after: '', limit, mine: true }, as)],
    ['job of 300 reports', (as) => desk.getJob({ id }, as)],
    ['decisions, all', (as) => decisions.listDecisions({ accountId: 0, after: '', limit }, as)],
    ['decisions of an account', (as) => decisions.listDecisions({ accountId, after: '', limit }, as)],
    ['decisions of an account, deep', (as) => decisions.listDecisions({ accountId, after: farDecisions, limit }, as)],
    ['appeals, open', (as) => decisions.listAppeals({ open: true, after: '', limit }, as)],
    ['appeals, deep', (as) => decisions.listAppeals({ open: false, after: farAppeals, limit }, as)],
    ['tickets by due', (as) => client.listTickets({ ...tickets, page: 1 }, as)],
    ['tickets by due, deep page', (as) => client.listTickets({ ...tickets, page: 1_900 }, as)],
    ['tickets by due, after a cursor', (as) => client.listTickets({ ...tickets, page: 1, after: farTickets }, as)],
    ['reports, first page', (as) => client.listReports({ ...reports, page: 1 }, as)],
    ['reports, deep page', (as) => client.listReports({ ...reports, page: 1_900 }, as)],
    ['reports, after a cursor', (as) => client.listReports({ ...reports, page: 1, after: farReports }, as)],
    ['tickets open by due', (as) => client.listTickets({ ...tickets, page: 1, state: 'open' }, as)],
    ['reports of a person', (as) => people.getAccountReports({ accountId }, as)],
    ['bans of a person', (as) => people.listAccountBans({ accountId }, as)],
    ['tickets of a person', (as) => people.listAccountTickets({ accountId }, as)],
    ['history of a person', (as) => people.listAccountHistory({ accountId, after: 0 }, as)],
    ['reports found by a word', (as) => client.listReports({ ...reports, page: 1, q: '#47110' }, as)],
    ['tickets found by a word', (as) => client.listTickets({ ...tickets, page: 1, q: 'needle' }, as)],
    ['reports deleted', (as) => client.listDeletedReports(deleted, as)],
    ['bans, first page', (as) => client.listBans(bans, as)],
    ['bans active', (as) => client.listBans({ ...bans, active: true }, as)],
    ['bans of an account', (as) => client.listBans({ ...bans, userId: accountId }, as)],
    ['audit, changes only', (as) => client.listAudit(audit, as)],
    ['audit, deep', (as) => client.listAudit({ ...audit, before: 10_000 }, as)],
    ['audit of an administrator', (as) => client.listAudit({ ...audit, actor: 'mod7' }, as)],
    ['audit of a rare pair', (as) => client.listAudit({ ...audit, actor: 'mod7', action: 'action.8' }, as)],
    [
      'audit of an account',
      (as) => client.listAudit({ ...audit, subjectKind: 'account', subjectId: String(accountId) }, as),
    ],
    ['audit of a day', (as) => client.listAudit({ ...audit, fromMs: AUDIT_FROM_MS, toMs: AUDIT_FROM_MS + DAY_MS }, as)],
    ['audit, words to choose from', (as) => client.listAuditFilters({}, as)],
    ['history of a person, deep', (as) => people.listAccountHistory({ accountId, after }, as)],
  ]
  const lines: string[] = []
  for (const [what, call] of calls) {
    const { p50, p95 } = await measure(call)
    lines.push(`${what.padEnd(32)} p50 ${p50.toFixed(1).padStart(7)} ms   p95 ${p95.toFixed(1).padStart(7)} ms`)
  }
  process.stdout.write(`\n${lines.join('\n')}\n`)
  expect(lines).toHaveLength(calls.length)
}, 600_000)
