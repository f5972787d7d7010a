import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Report } from '@kla/proto'
import type { Permission } from '@kla/proto/web'
import { refusalOf } from '@kla/testkit'
import { isGrave } from '../../src/shared/rules.js'
import { seedReports } from '../support/many-reports.js'
import { seedBans, seedTickets } from '../support/many-rows.js'
import { createModeration, type Moderation } from '../support/moderation.js'

const ROWS = 500

let moderation: Moderation
beforeAll(async () => {
  moderation = await createModeration()
  await seedReports(moderation.database, ROWS)
  await seedTickets(moderation.database, ROWS)
  await seedBans(moderation.database, ROWS)
}, 60_000)
afterAll(() => moderation.close())

const everyReport = { q: '', status: '', category: '', reporterId: 0, reportedId: 0, page: 1, pageSize: 0, sort: '' }

async function exported(given: object, ...permissions: Permission[]) {
  const list = { ...everyReport, ...given }
  const reports: Report[] = []
  const totals = new Set<number>()
  for await (const part of moderation.client.exportReports({ list }, await moderation.may(...permissions))) {
    reports.push(...part.reports)
    totals.add(part.total)
  }
  return { reports, totals: [...totals] }
}

/** Runs a statement once a first page was read, before the second one is. */
function betweenPages(statement: string): void {
  const { client } = moderation.auth
  const { lookUpAccounts } = client
  Object.assign(client, {
    lookUpAccounts: async (...given: Parameters<typeof lookUpAccounts>) => {
      Object.assign(client, { lookUpAccounts })
      await moderation.database.query(statement)
      return lookUpAccounts(...given)
    },
  })
}

const idsOf = async (table: 'reports' | 'tickets'): Promise<number[]> =>
  (await moderation.database.query<{ id: number }>(`SELECT id FROM ${table}`)).rows.map(({ id }) => id).sort()

async function lastEntry() {
  const { rows } = await moderation.database.query<{ action: string; restricted: boolean; details: string }>(
    'SELECT action, restricted, details FROM audit_log ORDER BY at_ms DESC, seq DESC LIMIT 1',
  )
  return { ...rows[0]!, details: JSON.parse(rows[0]!.details) as unknown }
}

describe('ExportReports', () => {
  const lists = [{}, { sort: 'oldest' }, { sort: 'category' }, { sort: 'status', status: 'pending' }]
  test.each(lists)('streams what the list of %j has, newest first', async (given) => {
    const permissions = ['reports.read', 'reports.grave'] as const
    const listed = []
    for (let page = 1; page <= 3; page += 1) {
      const request = { ...everyReport, ...given, sort: 'newest', page, pageSize: 200 }
      listed.push(...(await moderation.client.listReports(request, await moderation.may(...permissions))).reports)
    }
    const { reports, totals } = await exported(given, ...permissions)
    expect(reports.map(({ id }) => id)).toEqual(listed.map(({ id }) => id))
    expect(totals).toEqual([listed.length])
    expect(await lastEntry()).toMatchObject({ action: 'reports.export', details: { rows: listed.length } })
  })

  test('has no grave report for someone who may not see them, and does not say that there are any', async () => {
    const { reports, totals } = await exported({}, 'reports.read')
    expect(reports.some(({ category }) => isGrave(category as never))).toBe(false)
    expect(totals).toEqual([reports.length])
    expect(await lastEntry()).toMatchObject({ restricted: false, details: { filters: {}, rows: reports.length } })
  })

  test('leaves a restricted entry only if grave reports are inside or were asked for', async () => {
    await exported({}, 'reports.read', 'reports.grave')
    expect(await lastEntry()).toMatchObject({ restricted: true })
    await exported({ category: 'possible_minor', reporterId: 999_999 }, 'reports.read', 'reports.grave')
    expect(await lastEntry()).toMatchObject({ restricted: true, details: { rows: 0 } })
    await exported({ category: 'spam', q: 'insult' }, 'reports.read', 'reports.grave')
    const entry = await lastEntry()
    expect(entry).toMatchObject({ restricted: false, details: { filters: { q: true, category: 'spam' } } })
    expect(JSON.stringify(entry)).not.toContain('insult')
  })

  test.each([
    ['status', `status = CASE status WHEN 'dismissed' THEN 'reviewed' ELSE 'dismissed' END::report_status
       WHERE status IN ('reviewed', 'dismissed')`],
    ['category', `category = CASE category WHEN 'abuse' THEN 'other' ELSE 'abuse' END::report_category
       WHERE category IN ('abuse', 'other')`],
  ])('has each report once, whatever changes between two pages of the order by %s', async (sort, change) => {
    betweenPages(`UPDATE reports SET ${change}`)
    const { reports } = await exported({ sort }, 'reports.read', 'reports.grave')
    expect(reports.map(({ id }) => id).sort()).toEqual(await idsOf('reports'))
  }) // oxfmt-ignore

  test('writes the entry before the first part', async () => {
    const as = await moderation.may('reports.read')
    for await (const _part of moderation.client.exportReports({ list: { ...everyReport, sort: 'oldest' } }, as)) {
      expect(await lastEntry()).toMatchObject({ action: 'reports.export', details: { sort: 'newest' } })
      break
    }
  })

  test('rejects invalid filters and callers without the permission', async () => {
    await expect(refusalOf(exported({ sort: 'reason' }, 'reports.read'))).resolves.toBe('INVALID_FIELD')
    await expect(refusalOf(exported({}, 'tickets.read'))).resolves.toBe('NOT_ALLOWED')
  })
})

test('ExportTickets streams tickets without e-mails', async () => {
  const list = { page: 1, pageSize: 0, q: '', category: 'Billing', priority: '', state: '', mine: false, sort: 'due' }
  let count = 0
  for await (const { tickets } of moderation.client.exportTickets({ list }, await moderation.may('tickets.read'))) {
    count += tickets.length
    expect(tickets.every(({ userEmail, category }) => userEmail === '' && category === 'Billing')).toBe(true)
  }
  expect(count).toBeGreaterThan(50)
  expect(await lastEntry()).toMatchObject({ action: 'tickets.export', details: { rows: count, category: 'Billing' } })
})

test('ExportTickets has each ticket once, whatever changes between two pages of those that are due', async () => {
  const list = { page: 1, pageSize: 0, q: '', category: '', priority: '', state: '', mine: false, sort: 'due' }
  betweenPages('UPDATE tickets SET resolved = NOT resolved')
  const ids: number[] = []
  for await (const { tickets } of moderation.client.exportTickets({ list }, await moderation.may('tickets.read')))
    ids.push(...tickets.map(({ id }) => id))
  expect(ids.sort()).toEqual(await idsOf('tickets'))
})

test('ExportBans streams bans with their names', async () => {
  const list = { limit: 0, offset: 0, userId: 0, scope: 'chat', active: true }
  const names: string[] = []
  for await (const { bans } of moderation.client.exportBans({ list }, await moderation.may('bans.read')))
    names.push(...bans.map(({ userName }) => userName))
  expect(names.length).toBeGreaterThan(10)
  expect(names.every((name) => name.startsWith('player'))).toBe(true)
  expect(await lastEntry()).toMatchObject({ action: 'bans.export', details: { rows: names.length, scope: 'chat' } })
})
