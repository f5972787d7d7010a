import { describe, expect, test } from '@jest/globals'
import { auditQuery, beforeOf, newer, NO_FILTERS, older, pageOf } from '../../../src/console/audit/filters.js'

describe('auditQuery', () => {
  test('sends nothing by default', () => {
    expect(auditQuery(NO_FILTERS)).toEqual({})
  })

  test('sends times in UTC, and the sequence number before the page', () => {
    const from = '2026-11-21T08:05'
    expect(auditQuery({ ...NO_FILTERS, actor: ' noor ', from, trail: '900.850' })).toEqual({
      actor: 'noor',
      from: new Date(from).toISOString(),
      before: '850',
    })
  })

  test('omits an invalid time', () => {
    expect(auditQuery({ ...NO_FILTERS, to: 'yesterday' })).toEqual({})
  })
})

describe('trail', () => {
  test('sends no sequence number for the newest page', () => {
    expect(beforeOf('')).toBe('')
    expect(pageOf('')).toBe(1)
    expect(newer('')).toBe('')
  })

  test('returns through the same pages in reverse', () => {
    const third = older(older('', 900), 850)
    expect(beforeOf(third)).toBe('850')
    expect(pageOf(third)).toBe(3)
    expect(beforeOf(newer(third))).toBe('900')
    expect(newer(newer(third))).toBe('')
  })

  test.each(['x', '-1', '0', '1.x', "1';--"])('skips an invalid step: %j', (trail) => {
    expect(beforeOf(trail)).toBe(trail.startsWith('1.') ? '1' : '')
  })
})
