import { describe, expect, test } from '@jest/globals'
import { DECISION_RULES } from '@kla/proto/web'
import { writeLetter } from '../../../../services/moderation/src/mails/rules/letter.js'
import {
  decisionOf,
  decisionRequestWords,
  lengthWords,
  measureWords,
  outcomeWords,
} from '../../../src/console/entities/decisions.js'
import { RULE_NAMES } from '../../../src/texts/settings.js'

const HOUR_MS = 3_600_000

describe('words of decisions', () => {
  test.each([
    [HOUR_MS, '1 hour'],
    [24 * HOUR_MS, '1 day'],
    [7 * 24 * HOUR_MS, '7 days'],
    [36 * HOUR_MS, '36 hours'],
  ])('name %p ms %s', (ms, words) => {
    expect(lengthWords(ms)).toBe(words)
  })

  test('name measures and outcomes', () => {
    expect(measureWords({ kind: 'warning', duration_ms: null })).toBe('Warning')
    expect(measureWords({ kind: 'global', duration_ms: null })).toBe('Ban, permanent')
    expect(measureWords({ kind: 'chat', duration_ms: 24 * HOUR_MS })).toBe('Chat ban for 1 day')
    expect(outcomeWords({ outcome: 'dismissed', measures: [] })).toBe('No action')
  })

  test('describe a request for a second person', () => {
    const params = { job: 7, rule: 'minors', basis: 'stills', measures: 'global:0' }
    expect(decisionOf({ params })).toBe(7)
    expect(decisionRequestWords({ params })).toBe('Ban, permanent: Minors')
    expect(decisionRequestWords({ params: { measures: 'warning:0 chat:86400000' } })).toBe(
      'Warning, Chat ban for 1 day',
    )
    expect(decisionRequestWords({ params: {} })).toBe('Decision')
  })
})

test.each(DECISION_RULES)('the player reads the rule “%s” in the same words in the settings and by e-mail', (rule) => {
  const content = { ...{ facts: '', letter: '', measures: [], decidedAtMs: 0, appealUntilMs: 0 }, isOver: false }
  const letter = writeLetter({ kind: 'decision', rule, ...content }, { siteUrl: 'https://kla.example', contact: '' })
  expect(letter?.text).toContain(`Rule: ${RULE_NAMES[rule]}\n`)
})
