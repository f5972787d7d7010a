import { expect, test } from '@jest/globals'
import { auditQuery, NO_FILTERS } from '../../../src/console/audit/audit-query.js'

test('nothing is asked for by default', () => {
  expect(auditQuery(NO_FILTERS)).toEqual({})
})

test('times go out in UTC, and the page by the entry before it', () => {
  const from = '2026-11-21T08:05'
  expect(auditQuery({ ...NO_FILTERS, actor: ' noor ', from, trail: '900.850' })).toEqual({
    actor: 'noor',
    from: new Date(from).toISOString(),
    before: '850',
  })
})

test('a time that is none is left out', () => {
  expect(auditQuery({ ...NO_FILTERS, to: 'yesterday' })).toEqual({})
})
