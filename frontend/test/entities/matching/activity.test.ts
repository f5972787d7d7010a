import { describe, expect, test } from '@jest/globals'
import { activityOf, activityWords, isLively } from '../../../src/entities/matching/activity.js'

const pool = (searching: number, playing: number) =>
  ({ mode: 'rush', category: 'gay', searching, playing, estimatedWaitMs: null }) as const

describe('activityWords', () => {
  test.each([
    [5, 12, '5 searching, 12 playing'],
    [4, 0, 'fewer than 5 searching'],
    [0, 4, 'fewer than 5 playing'],
    [4, 6, 'fewer than 5 searching, 6 playing'],
  ])('says of %i and %i “%s”', (searching, playing, words) => {
    expect(activityWords(pool(searching, playing))).toBe(words)
  })
})

describe('isLively', () => {
  test('is false only where no one searches or plays', () => {
    expect([pool(0, 0), pool(4, 0), pool(0, 4)].map(isLively)).toEqual([false, true, true])
  })
})

describe('activityOf', () => {
  test('finds the mode and category, and nothing while counts are not known', () => {
    const wish = { mode: 'rush', category: 'gay' } as const
    expect(activityOf([pool(4, 0)], wish)).toEqual(pool(4, 0))
    expect(activityOf([pool(4, 0)], { ...wish, mode: 'stamina' })).toBeUndefined()
    expect(activityOf([], wish)).toBeUndefined()
  })
})
