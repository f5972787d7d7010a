import { expect, test } from '@jest/globals'
import { REPORT_CATEGORIES } from '@kla/proto/web'
import { REPORT_CHOICES } from '../../../src/features/room/reporting/report-words.js'

test('every category can be chosen, in words of its own', () => {
  expect(REPORT_CHOICES.map(({ value }) => value).sort()).toEqual([...REPORT_CATEGORIES].sort())
  expect(new Set(REPORT_CHOICES.map(({ label }) => label)).size).toBe(REPORT_CATEGORIES.length)
})
