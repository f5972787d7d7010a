import { expect, test } from '@jest/globals'
import { AuditQuery, BansQuery, MembersQuery, ReportsQuery, TicketsQuery } from '@kla/proto/schemas'
import {
  BAN_SCOPES,
  PAGE_SIZES,
  REPORT_CATEGORIES,
  REPORT_SORTS,
  REPORT_STATUSES,
  TICKET_CATEGORIES,
  TICKET_PRIORITIES,
} from '@kla/proto/web'
import { casesOf } from '../../src/console/cases.js'
import { FULL_SIZE } from '../../src/console/seed-data.js'

const cases = casesOf({ ...FULL_SIZE, firstAccount: 1, busyAccount: 42, reportId: 1 }, Date.UTC(2030, 0, 1))
const asked = cases.map(({ path }) => new URL(path, 'http://kla.test'))
const valuesOf = (path: string, name: string): Set<string | null> =>
  new Set(asked.filter(({ pathname }) => pathname === path).map(({ searchParams }) => searchParams.get(name)))

test.each([
  ['/admin/reports/', ReportsQuery],
  ['/admin/support_tickets', TicketsQuery],
  ['/admin/bans', BansQuery],
  ['/admin/membersandguilddata', MembersQuery],
  ['/admin/audit', AuditQuery],
])('covers every filter of %s', (path, { properties }) => {
  for (const name of Object.keys(properties)) expect([name, valuesOf(path, name).size]).not.toEqual([name, 1])
})

test.each<[string, string, readonly (string | number)[]]>([
  ['/admin/reports/', 'sort', REPORT_SORTS],
  ['/admin/reports/', 'status', REPORT_STATUSES],
  ['/admin/reports/', 'category', REPORT_CATEGORIES],
  ['/admin/reports/', 'pageSize', PAGE_SIZES],
  ['/admin/support_tickets', 'category', TICKET_CATEGORIES],
  ['/admin/support_tickets', 'priority', TICKET_PRIORITIES],
  ['/admin/support_tickets', 'resolved', [0, 1]],
  ['/admin/support_tickets', 'pageSize', PAGE_SIZES],
  ['/admin/bans', 'scope', BAN_SCOPES],
  ['/admin/bans', 'active', [0, 1]],
  ['/admin/bans', 'limit', PAGE_SIZES],
  ['/admin/audit', 'limit', PAGE_SIZES],
])('combines %s with every %s', (path, name, values) => {
  const found = valuesOf(path, name)
  for (const value of values) expect(found).toContain(String(value))
})

test('measures no case twice', () => {
  const keys = cases.map(({ path, who }) => `${who} ${path}`)
  const twice = keys.filter((key, at) => keys.indexOf(key) !== at)
  expect(twice).toEqual([])
})
