import { describe, expect, test } from '@jest/globals'
import { dueOf, isOthers, spanWords } from '../../../src/console/desk/queue.js'
import { jobView, NOW_MS } from './views.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const dueIn = (ms: number) => jobView(1, { due_at: new Date(NOW_MS + ms).toISOString() })

describe('spanWords', () => {
  test.each([
    [30_000, 'under 1 min'],
    [59 * MINUTE_MS, '59 min'],
    [2 * HOUR_MS + 40 * MINUTE_MS, '2 h'],
    [47 * HOUR_MS, '47 h'],
    [72 * HOUR_MS, '3 d'],
  ])('shows %p ms as %s', (ms, words) => {
    expect(spanWords(ms)).toBe(words)
  })
})

describe('dueOf', () => {
  test.each([
    [20 * MINUTE_MS, { words: 'due in 20 min', urgency: 'later' }],
    [15 * MINUTE_MS, { words: 'due in 15 min', urgency: 'soon' }],
    [0, { words: 'overdue under 1 min', urgency: 'overdue' }],
    [-HOUR_MS, { words: 'overdue 1 h', urgency: 'overdue' }],
  ] as const)('says when a job is due in %p ms', (ms, due) => {
    expect(dueOf(dueIn(ms), NOW_MS)).toEqual(due)
  })
})

describe('isOthers', () => {
  const claimed = (by: number, ms: number) => ({
    claimed_by_id: by,
    claimed_until: new Date(NOW_MS + ms).toISOString(),
  })

  test("is true while another administrator's claim holds", () => {
    expect(isOthers(claimed(2, 1), 1, NOW_MS)).toBe(true)
    expect(isOthers(claimed(1, 1), 1, NOW_MS)).toBe(false)
    expect(isOthers(claimed(2, 0), 1, NOW_MS)).toBe(false)
    expect(isOthers({ claimed_by_id: null, claimed_until: null }, 1, NOW_MS)).toBe(false)
  })
})
