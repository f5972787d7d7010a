import { describe, expect, test } from '@jest/globals'
import { JOB_CLOCKS_MS, REPORT_CATEGORIES } from '@kla/proto/web'
import { waitingUntil } from '../../src/openings/rules.js'

const NOW_MS = 1_764_000_000_000
const MINUTE_MS = 60_000

describe('waitingUntil', () => {
  test.each(REPORT_CATEGORIES)('ends with the clock of %s', (category) => {
    expect(waitingUntil(category, NOW_MS)).toBe(NOW_MS + JOB_CLOCKS_MS[category])
  })

  test('leaves a second person 15 minutes when the clock is shorter', () => {
    expect(waitingUntil('threat', NOW_MS, { threat: MINUTE_MS })).toBe(NOW_MS + 15 * MINUTE_MS)
  })

  test('gives an unknown category the longest clock', () => {
    expect(waitingUntil('newer', NOW_MS)).toBe(NOW_MS + Math.max(...Object.values(JOB_CLOCKS_MS)))
  })
})
