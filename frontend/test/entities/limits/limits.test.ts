import { describe, expect, test } from '@jest/globals'
import { ACTS } from '@kla/proto/web'
import {
  actsByGroup,
  CAUTIOUS_WORDS,
  cautiously,
  choicesBetween,
  isSameCard,
  summaryOf,
  toLimits,
  withChoices,
} from '../../../src/entities/limits/limits.js'

describe('the limits card', () => {
  test('sends only the limited acts', () => {
    expect(toLimits({ feet: 'no', food: 'soft', kissing: 'yes' })).toEqual({
      limits: [
        { act: 'feet', limit: 'no' },
        { act: 'food', limit: 'soft' },
      ],
    })
  })

  test('sends an act that only a newer page knows', () => {
    const card = { 'an act of tomorrow': 'no', feet: 'soft' } as Parameters<typeof toLimits>[0]
    expect(toLimits(card).limits).toHaveLength(2)
  })

  test.each([
    ['yes', 'no', 'yes', 'no'],
    ['no', 'yes', 'no', 'yes'],
    ['no', 'yes', 'soft', 'soft'],
    ['yes', 'soft', 'no', 'no'],
    ['soft', 'no', 'yes', 'no'],
  ] as const)('takes a choice from %s to %s on a card that says %s as %s', (from, to, now, limit) => {
    expect(withChoices({ food: 'soft', feet: now }, { feet: { from, to } })).toEqual({ food: 'soft', feet: limit })
  })

  test('becomes another card by the choices between them', () => {
    const [before, after] = [
      { feet: 'no', food: 'soft' },
      { food: 'no', drawn: 'soft' },
    ] as const
    const choices = choicesBetween(before, after)
    expect(Object.keys(choices).toSorted()).toEqual(['drawn', 'feet', 'food'])
    expect(isSameCard(withChoices(before, choices), after)).toBe(true)
  })

  test('is the same card whether an act is welcome or not mentioned', () => {
    expect(isSameCard({ feet: 'yes' }, {})).toBe(true)
    expect(isSameCard({ feet: 'soft' }, {})).toBe(false)
  })

  test('becomes only stricter by the cautious set', () => {
    const card = cautiously({ feet: 'no', food: 'soft', anal: 'soft' })
    expect(card).toMatchObject({ feet: 'no', food: 'soft', anal: 'no', rough: 'no' })
    expect(isSameCard(cautiously(card), card)).toBe(true)
    expect(toLimits(cautiously({})).limits).toHaveLength(CAUTIOUS_WORDS.length)
  })

  test('shows each act in one group', () => {
    expect(actsByGroup.flatMap(({ acts }) => acts)).toHaveLength(ACTS.length)
  })

  test.each([
    [{}, 'no limits'],
    [{ feet: 'no', food: 'no', drawn: 'soft' } as const, '2 never, 1 rather not'],
  ])('is summed up in words: %j', (card, words) => {
    expect(summaryOf(card)).toBe(words)
  })
})
