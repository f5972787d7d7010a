import { afterEach, expect, jest, test } from '@jest/globals'
import { dayWords, whenWords } from '../../../src/lib/time/when-words.js'

afterEach(() => void jest.restoreAllMocks())

test('a format is made when it is asked for, and once', () => {
  const make = jest.spyOn(Intl, 'DateTimeFormat')
  expect(make).not.toHaveBeenCalled()
  expect(dayWords('2026-11-21T12:00:00Z')).toBe(dayWords('2026-11-21T12:00:00Z'))
  expect(make).toHaveBeenCalledTimes(1)
  expect(whenWords('2026-11-21T12:00:00Z')).toContain('2026')
  expect(make).toHaveBeenCalledTimes(2)
})
