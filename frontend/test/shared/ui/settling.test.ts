import { expect, test } from '@jest/globals'
import { SETTLES_WITHIN_MS, settlesInMs } from '../../../src/shared/ui/settling.js'

test('a control takes no press that began before it appeared, or soon after', () => {
  expect(settlesInMs({ appearedAtMs: 1_000, nowMs: 900 })).toBe(SETTLES_WITHIN_MS + 100)
  expect(settlesInMs({ appearedAtMs: 1_000, nowMs: 1_000 })).toBe(SETTLES_WITHIN_MS)
  expect(settlesInMs({ appearedAtMs: 1_000, nowMs: 1_000 + SETTLES_WITHIN_MS - 1 })).toBe(1)
})

test('a control that has settled takes presses', () => {
  expect(settlesInMs({ appearedAtMs: 1_000, nowMs: 1_000 + SETTLES_WITHIN_MS })).toBe(0)
  expect(settlesInMs({ appearedAtMs: 1_000, nowMs: 3_000 }, 2_000)).toBe(0)
})
