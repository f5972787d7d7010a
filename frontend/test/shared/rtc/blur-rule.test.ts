import { expect, test } from '@jest/globals'
import { isTooSlow } from '../../../src/shared/rtc/blur-rule.js'
import { medianOf } from '../../../src/shared/rtc/median.js'

test('medianOf takes the value in the middle', () => {
  expect(medianOf([])).toBe(0)
  expect(medianOf([9, 1, 5])).toBe(5)
})

test('isTooSlow judges the middle frame of a second against 20 ms', () => {
  const frames = (durationMs: number, count = 24) => new Array<number>(count).fill(durationMs)
  expect(isTooSlow(frames(20))).toBe(false)
  expect(isTooSlow(frames(20.1))).toBe(true)
  expect(isTooSlow(frames(200, 4))).toBe(true)
  expect(isTooSlow([...frames(8), ...frames(90, 6)])).toBe(false)
  expect(isTooSlow(frames(200, 2))).toBe(false)
})
