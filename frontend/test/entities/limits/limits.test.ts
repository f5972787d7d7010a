import { describe, expect, test } from '@jest/globals'
import { ACTS } from '@kla/proto/web'
import {
  actsByGroup,
  CAUTIOUS_WORDS,
  cautiously,
  isSameCard,
  summaryOf,
  toLimits,
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
