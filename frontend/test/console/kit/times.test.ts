import { expect, test } from '@jest/globals'
import { deletedWords } from '../../../src/console/kit/text/deletion.js'
import { clockTime, shortDate, shortTime } from '../../../src/console/kit/text/times.js'

const at = new Date(2026, 2, 7, 8, 5, 9)

test("writes times in the reader's own zone, so that they sort as they read", () => {
  expect(shortTime(at)).toBe('2026-03-07 08:05')
  expect(shortDate(at)).toBe('2026-03-07')
  expect(clockTime(at)).toBe('08:05:09')
})

test('says when something deleted is erased, or that a hold keeps it', () => {
  expect(deletedWords({ erase_after: at.toISOString(), held: false })).toContain('erased on 2026-03-07')
  expect(deletedWords({ erase_after: at.toISOString(), held: true })).not.toContain('2026')
})
