import { expect, test } from '@jest/globals'
import { auditQuery, beforeOf, newer, NO_FILTERS, older, pageOf } from '../../../src/console/audit/filters.js'

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

test('the newest page has no entry before it', () => {
  expect(beforeOf('')).toBe('')
  expect(pageOf('')).toBe(1)
  expect(newer('')).toBe('')
})

test('whoever goes back through the pages comes the same way again', () => {
  const third = older(older('', 900), 850)
  expect(beforeOf(third)).toBe('850')
  expect(pageOf(third)).toBe(3)
  expect(beforeOf(newer(third))).toBe('900')
  expect(newer(newer(third))).toBe('')
})

test.each(['x', '-1', '0', '1.x', "1';--"])('what no page begins with is passed over: %j', (trail) => {
  expect(beforeOf(trail)).toBe(trail.startsWith('1.') ? '1' : '')
})
