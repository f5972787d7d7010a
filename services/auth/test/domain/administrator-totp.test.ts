import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { TOTP_STEP_MS, usableStep } from '../../src/domain/administrator-totp.js'

const NOW_MS = 1_000 * TOTP_STEP_MS + 12_345

test.each([
  ['of now', 0, 0, { step: 1_000 }],
  ['of the step before', -1, 0, { step: 999 }],
  ['of the step to come', 1, 0, { step: 1_001 }],
  ['of none near', undefined, 0, { refused: 'WRONG_CODE' }],
  ['of two steps before', -2, 0, { refused: 'WRONG_CODE' }],
  ['of two steps to come', 2, 0, { refused: 'WRONG_CODE' }],
  ['that was used', 0, 1_000, { refused: 'WRONG_CODE' }],
  ['of a step before the one that was used', -1, 1_000, { refused: 'WRONG_CODE' }],
  ['of the step after the one that was used', 1, 1_000, { step: 1_001 }],
])('a code %s', (_what, delta, lastStep, outcome) => {
  expect(usableStep(delta, NOW_MS, lastStep)).toEqual(outcome)
})

test('no step is ever used twice, whatever codes come when', () => {
  const attempt = fc.record({ passMs: fc.nat(40_000), delta: fc.option(fc.integer({ min: -3, max: 3 }), { nil: undefined }) })
  fc.assert(
    fc.property(fc.array(attempt, { maxLength: 60 }), (attempts) => {
      const used: number[] = []
      let nowMs = NOW_MS
      for (const { passMs, delta } of attempts) {
        nowMs += passMs
        const outcome = usableStep(delta, nowMs, used.at(-1) ?? 0)
        if (!('refused' in outcome)) used.push(outcome.step)
      }
      expect(used).toEqual([...new Set(used)].sort((a, b) => a - b))
    }),
  )
})
