import { describe, expect, test } from '@jest/globals'
import { ACTS } from '@kla/proto/web'
import { actsByGroup, isSameCard, summaryOf, toLimits } from '../../../src/features/settings/limits.js'

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
