import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Database } from '@kla/chassis'
import { BAN_SCOPES, TICKET_CATEGORIES, TICKET_PRIORITIES } from '@kla/proto/web'
import { type BanFilter, createBanStore } from '../../src/bans/store.js'
import { createTicketListStore, type TicketFilter } from '../../src/tickets/list-store.js'
import { createAuditTables } from '../support/audit-tables.js'
import { seedBans, seedTickets } from '../support/many-rows.js'

const ROWS = 100_000

let tables: Awaited<ReturnType<typeof createAuditTables>>
beforeAll(async () => {
  tables = await createAuditTables()
  const { database } = tables
  await seedBans(database, ROWS)
  await seedTickets(database, ROWS)
}, 240_000)
afterAll(() => tables.close())

/** A database that keeps the plans of what it is asked. */
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

describe(`createBanStore with ${ROWS} bans`, () => {
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

  test.each([0, 97_000])('uses an index for each filter, from row %i on', async (offset) => {
    for (const [what, filter] of filters) {
      const seen = watched(tables.database)
      await createBanStore(seen.database).list(filter, { limit: 50, offset }, Date.now())
      expect({ what, reads: seen.plans.filter((plan) => /Seq Scan on bans/.test(plan)) }).toEqual({ what, reads: [] })
    }
  })
})

describe(`createTicketListStore with ${ROWS} tickets`, () => {
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
  ]

  test.each([0, 97_000])('uses an index for each filter, from row %i on', async (offset) => {
    for (const [what, filter] of filters) {
      const seen = watched(tables.database)
      await createTicketListStore(seen.database).list(filter, { limit: 50, offset })
      expect({ what, reads: seen.plans.filter((plan) => /Seq Scan on tickets/.test(plan)) }).toEqual({
        what,
        reads: [],
      })
    }
  })

  test.each(searches)('uses the text index for %s', async (_what, filter) => {
    const seen = watched(tables.database)
    await createTicketListStore(seen.database).list(filter, { limit: 50, offset: 0 })
    for (const plan of seen.plans) expect(plan).not.toMatch(/Seq Scan on tickets/)
  })

  test.each(['%_%', 'a b c', 'zq', 'e', 'ф'])('scans once for %j, which no index can find', async (q) => {
    const seen = watched(tables.database)
    const found = await createTicketListStore(seen.database).list({ ...any, q }, { limit: 50, offset: 0 })
    expect((seen.plans.join().match(/Seq Scan on tickets/g) ?? []).length).toBeLessThanOrEqual(1)
    expect(found.tickets.every(({ ticket }) => `${ticket.subject}\n${ticket.message}`.toLowerCase().includes(q))).toBe(
      true,
    )
  })
})
