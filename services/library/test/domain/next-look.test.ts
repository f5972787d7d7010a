import { expect, test } from '@jest/globals'
import { nextLookMs } from '../../src/domain/next-look.js'

test('looks grow rarer, up to every six hours, and end after some days', () => {
  const minutes = Array.from({ length: 30 }, (_, at) => nextLookMs(at + 1)).map((ms) => ms && ms / 60_000)
  expect(minutes.slice(0, 4)).toEqual([1, 2, 4, 8])
  expect(Math.max(...minutes.map((each) => each ?? 0))).toBe(360)
  expect(minutes.indexOf(undefined)).toBe(23)
})
