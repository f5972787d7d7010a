import { expect, test } from '@jest/globals'
import { deletedWords } from '../../../src/console/kit/text/deletion.js'
import { clockTime, shortDate } from '../../../src/console/kit/text/times.js'

const at = new Date(2026, 2, 7, 8, 5, 9)

test("writes days and times of day in the reader's own zone", () => {
  expect(shortDate(at)).toBe('2026-03-07')
  expect(clockTime(at)).toBe('08:05:09')
})

test('says when something deleted is erased, or that a hold keeps it', () => {
  expect(deletedWords({ erase_after: at.toISOString(), held: false })).toContain('2026')
  expect(deletedWords({ erase_after: at.toISOString(), held: true })).not.toContain('2026')
})
