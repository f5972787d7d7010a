import { describe, expect, test } from '@jest/globals'
import { suggestedMeasure } from '@kla/proto/web'
import { TRAINING_CASES } from '../../../src/console/desk/training-cases.js'
import { agreementOf, isFullAgreement, measureOfAnswer } from '../../../src/console/desk/training-score.js'

const DAY_MS = 86_400_000
const breach = { breach: { rule: 'harassment', step: '24h' }, why: '' } as const
const acted = (kind: 'global' | 'chat' | 'warning', duration_ms: number | null, rule = 'harassment' as const) => ({
  outcome: 'acted' as const,
  rule,
  measures: [{ kind, duration_ms, ban_id: null }],
})
const dismissed = { outcome: 'dismissed' as const, rule: null, measures: [] }

describe('training cases', () => {
  test('are eight or more, each once, with both kinds of answers', () => {
    expect(TRAINING_CASES.length).toBeGreaterThanOrEqual(8)
    expect(new Set(TRAINING_CASES.map(({ id }) => id)).size).toBe(TRAINING_CASES.length)
    expect(new Set(TRAINING_CASES.map(({ answer }) => answer.breach === null)).size).toBe(2)
  })

  test.each(TRAINING_CASES.map((given) => [given.id, given] as const))(
    '%s answers with the step of the ladder',
    (_, { earlier, answer: { breach: found } }) => {
      expect(found && measureOfAnswer(found)).toEqual(found && suggestedMeasure(found.rule, earlier))
    },
  )
})

describe('agreementOf', () => {
  test.each([
    ['the same', acted('global', DAY_MS), { breach: true, rule: true, step: true }],
    ['another length', acted('global', 7 * DAY_MS), { breach: true, rule: true, step: false }],
    ['another place', acted('chat', DAY_MS), { breach: true, rule: true, step: false }],
    ['another rule', { ...acted('global', DAY_MS), rule: 'spam' as const }, { breach: true, rule: false, step: true }],
    ['a dismissal', dismissed, { breach: false, rule: false, step: false }],
  ])('compares %s', (_, decision, expected) => {
    expect(agreementOf(breach, decision)).toEqual(expected)
  })

  test('asks only for a dismissal where there is no breach', () => {
    expect(agreementOf({ breach: null, why: '' }, dismissed)).toEqual({ breach: true, rule: null, step: null })
    expect(isFullAgreement(agreementOf({ breach: null, why: '' }, dismissed))).toBe(true)
    expect(isFullAgreement(agreementOf({ breach: null, why: '' }, acted('warning', null)))).toBe(false)
  })
})
