import { describe, expect, test } from '@jest/globals'
import { isWorthNotifying } from '../../../src/features/quick-match/notify-rule.js'

const MOMENT = { before: 0, searching: 4, looking: false, nowMs: 1_000_000, notifiedAtMs: null }

describe('a notification that someone is searching', () => {
  test('is shown when the first search begins and the player looks elsewhere', () => {
    expect(isWorthNotifying(MOMENT)).toBe(true)
  })

  test.each([
    ['the player is looking', { looking: true }],
    ['someone searched already', { before: 4 }],
    ['the count before is not known', { before: undefined }],
    ['no one searches', { searching: 0 }],
    ['the count is not known', { searching: undefined }],
    ['one was shown less than five minutes ago', { notifiedAtMs: 1_000_000 - 299_999 }],
  ])('is not shown if %s', (_, change) => {
    expect(isWorthNotifying({ ...MOMENT, ...change })).toBe(false)
  })

  test('is shown again after five minutes', () => {
    expect(isWorthNotifying({ ...MOMENT, notifiedAtMs: 1_000_000 - 300_000 })).toBe(true)
  })
})
