import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Database } from '@kla/chassis'
import { BAN_SCOPES, TICKET_CATEGORIES, TICKET_PRIORITIES } from '@kla/proto/web'
import { createBanListStore, type BanFilter } from '../../src/store/ban-list-store.js'
import { createTicketListStore, type TicketFilter } from '../../src/store/ticket-list-store.js'
import { createAuditTables } from '../support/audit-tables.js'
import { seedBans, seedTickets } from '../support/many-rows.js'

const ROWS = 100_000
/** Several times what it takes here, as machines that test are busy. */
const QUICK_MS = 400

let tables: Awaited<ReturnType<typeof createAuditTables>>
beforeAll(async () => {
  tables = await createAuditTables()
  const { database } = tables
  await seedBans(database, ROWS)
  await seedTickets(database, ROWS)
}, 240_000)
afterAll(() => tables.close())

/** A database that keeps the plans of what it is asked, and the answers' median time. */
function watched(database: Database) {
  const plans: string[] = []
  const query = async (text: string, values: unknown[]) => {
    if (!text.includes('ticket_entries')) {
      const { rows } = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    return database.query(text, values)
  }
  return { plans, database: { query } as unknown as Database }
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < 5; at++) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return times.sort((one, other) => one - other)[2] ?? Infinity
}

function show(what: string, ms: number): void {
  if (process.env['SHOW_TIMES']) process.stdout.write(`${what}: ${ms.toFixed(1)} ms\n`)
}

describe(`of ${ROWS} bans`, () => {
  const any: BanFilter = { accountId: undefined, scope: undefined, active: undefined }
  const filters: [string, BanFilter][] = [
    ['all', any],
    ['those in force', { ...any, active: true }],
    ['those over', { ...any, active: false }],
    ...BAN_SCOPES.map((scope): [string, BanFilter] => [`those in force of ${scope}`, { ...any, scope, active: true }]),
    ['those of a scope', { ...any, scope: 'api' }],
    ['those over of a scope', { ...any, scope: 'api', active: false }],
    ['those of one person', { ...any, accountId: 77 }],
    ['those in force of one person', { ...any, accountId: 77, active: true, scope: 'chat' }],
  ]

  test.each(filters)('%s are found in an index, and quickly', async (what, filter) => {
    const seen = watched(tables.database)
    await createBanListStore(seen.database).list(filter, { limit: 50, offset: 0 }, Date.now())
    expect(seen.plans).toHaveLength(2)
    for (const plan of seen.plans) expect(plan).not.toMatch(/Seq Scan on bans/)
    const lists = createBanListStore(tables.database)
    const ms = await median(() => lists.list(filter, { limit: 200, offset: 0 }, Date.now()))
    show(`bans, ${what}`, ms)
    expect(ms).toBeLessThan(QUICK_MS)
  })

  test('the last page is found as quickly', async () => {
    const lists = createBanListStore(tables.database)
    const ms = await median(() => lists.list(any, { limit: 200, offset: 97_000 }, Date.now()))
    show('bans, the last page', ms)
    expect(ms).toBeLessThan(QUICK_MS)
  })
})

describe(`of ${ROWS} tickets`, () => {
  const any: TicketFilter = { q: '', resolved: undefined, category: undefined, priority: undefined }
  const filters: [string, TicketFilter][] = [
    ['all', any],
    ['unresolved ones', { ...any, resolved: false }],
    ['resolved ones', { ...any, resolved: true }],
    ...TICKET_CATEGORIES.map((category): [string, TicketFilter] => [category, { ...any, category }]),
    ...TICKET_PRIORITIES.map((priority): [string, TicketFilter] => [priority, { ...any, priority }]),
    ['of all filters', { ...any, resolved: false, category: 'Other', priority: 'Urgent' }],
  ]
  const searches: [string, TicketFilter][] = [
    ['a rare word', { ...any, q: 'needle' }],
    ['a common word', { ...any, q: 'camera' }],
    ['a common word, unresolved', { ...any, q: 'camera', resolved: false }],
    ['two words', { ...any, q: 'slow broken' }],
    ['nothing there', { ...any, q: 'xyzzy' }],
    ['wildcards', { ...any, q: '%_%' }],
    ['short words', { ...any, q: 'a b c' }],
    ['two characters', { ...any, q: 'zq' }],
    ['two common characters', { ...any, q: 'ca' }],
    ['one character', { ...any, q: 'ф' }],
    ['other scripts', { ...any, q: 'ПРИВЕТ' }],
  ]

  async function answeredFromIndexes(what: string, filter: TicketFilter): Promise<void> {
    const seen = watched(tables.database)
    const { total } = await createTicketListStore(seen.database).list(filter, { limit: 50, offset: 0 })
    expect(seen.plans).toHaveLength(2)
    for (const plan of seen.plans) expect(plan).not.toMatch(/Seq Scan on tickets/)
    const lists = createTicketListStore(tables.database)
    const ms = await median(() => lists.list(filter, { limit: 200, offset: 0 }))
    show(`tickets, ${what} (${total})`, ms)
    expect(ms).toBeLessThan(QUICK_MS)
  }

  test.each(filters)('%s are found in an index, and quickly', answeredFromIndexes)
  test.each(searches)('%s are searched for in an index, and quickly', answeredFromIndexes)

  test('the last page is found as quickly', async () => {
    const lists = createTicketListStore(tables.database)
    const ms = await median(() => lists.list(any, { limit: 200, offset: ROWS - 200 }))
    show('tickets, the last page', ms)
    expect(ms).toBeLessThan(QUICK_MS)
  })
})
