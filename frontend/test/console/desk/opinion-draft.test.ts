import { describe, expect, test } from '@jest/globals'
import { OpinionOrder } from '@kla/proto/schemas'
import { Compile } from 'typebox/compile'
import {
  agreementWords,
  EMPTY_OPINION,
  type OpinionDraft,
  opinionErrors,
  opinionOrder,
} from '../../../src/console/desk/opinion-draft.js'

const order = Compile(OpinionOrder)
const draft = (part: Partial<OpinionDraft>): OpinionDraft => ({ ...EMPTY_OPINION, reason: 'Insults.', ...part })

describe('opinionErrors', () => {
  test('asks for an outcome first, then for each field and the reason', () => {
    expect(opinionErrors(EMPTY_OPINION)).toEqual({ outcome: 'Choose Breach or No breach first.' })
    expect(opinionErrors(draft({ outcome: 'acted', reason: ' ' }))).toEqual({
      rule: 'Choose the rule.',
      measure: 'Choose what follows.',
      reason: 'A reason is required.',
    })
    expect(opinionErrors(draft({ outcome: 'acted', rule: 'spam', measure: 'custom', days: 'x' }))).toEqual({
      days: 'Enter a number of days above 0.',
    })
    expect(opinionErrors(draft({ outcome: 'acted', rule: 'spam', measure: 'warning' }))).toEqual({})
    expect(opinionErrors(draft({ outcome: 'dismissed' }))).toEqual({})
  })
})

describe('opinionOrder', () => {
  test('sends no rule and measure without a breach', () => {
    const sent = opinionOrder(draft({ outcome: 'dismissed', rule: 'spam', measure: 'warning' }))
    expect(sent).toEqual({ outcome: 'dismissed', reason: 'Insults.' })
    expect(order.Check(sent)).toBe(true)
  })

  test.each([
    ['warning', '', { kind: 'warning', durationMs: null }],
    ['24h', '', { kind: 'global', durationMs: 86_400_000 }],
    ['permanent', 'chat', { kind: 'chat', durationMs: null }],
  ] as const)('sends the measure %s in %s', (measure, scope, expected) => {
    const sent = opinionOrder(draft({ outcome: 'acted', rule: 'spam', measure, scope }))
    expect(sent).toEqual({ outcome: 'acted', rule: 'spam', measures: [expected], reason: 'Insults.' })
    expect(order.Check(sent)).toBe(true)
  })
})

test('agreementWords says nothing while none was given', () => {
  expect(agreementWords({ given: 0, agreed: 0 })).toBeNull()
  expect(agreementWords({ given: 20, agreed: 18 })).toBe('Second opinions: 18 of 20 agree.')
})
