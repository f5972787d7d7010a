import { describe, expect, test } from '@jest/globals'
import { GIF_STATES, review, type Reviewed } from '../../src/domain/gif-state.js'

const gif = (state: Reviewed['state'], about: Partial<Reviewed> = {}): Reviewed => ({
  ...{ state, broken: false, contentKnown: true },
  ...about,
})

describe('review', () => {
  test.each(GIF_STATES.filter((state) => state !== 'blocked'))('lets a blocked GIF not become %s', (to) => {
    expect(review(gif('blocked'), to)).toEqual({ refused: 'GIF_BLOCKED' })
  })

  test.each([
    [gif('blocked'), 'blocked', 'nothing'],
    [gif('live'), 'blocked', 'block'],
    [gif('draft', { contentKnown: false }), 'blocked', 'block'],
    [gif('live'), 'hidden', 'set'],
    [gif('draft'), 'draft', 'set'],
    [gif('live'), 'live', 'nothing'],
    [gif('hidden'), 'live', 'set'],
    [gif('hidden', { contentKnown: false }), 'live', 'look-then-set'],
    [gif('hidden', { broken: true }), 'live', 'look-then-set'],
    [gif('live', { broken: true }), 'live', 'look-then-set'],
  ] as const)('of %j to %s: %s', (from, to, todo) => expect(review(from, to)).toBe(todo))
})
