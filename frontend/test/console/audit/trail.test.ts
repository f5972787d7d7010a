import { expect, test } from '@jest/globals'
import { beforeOf, newer, older, pageOf } from '../../../src/console/audit/trail.js'

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
