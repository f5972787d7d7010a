import { describe, expect, test } from '@jest/globals'
import { GIF_STATES, nextExaminationMs, review, type ReviewedGif } from '../../src/rotation/rules.js'

const gif = (state: ReviewedGif['state'], about: Partial<ReviewedGif> = {}): ReviewedGif => ({
  state,
  broken: false,
  flashes: false,
  contentKnown: true,
  ...about,
})

describe('review', () => {
  test.each(GIF_STATES.filter((state) => state !== 'blocked'))('keeps a blocked GIF from becoming %s', (to) => {
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
    [gif('hidden', { contentKnown: false }), 'live', 'examine-then-set'],
    [gif('hidden', { broken: true }), 'live', 'examine-then-set'],
    [gif('live', { broken: true }), 'live', 'examine-then-set'],
    [gif('hidden', { flashes: true }), 'live', 'examine-then-set'],
  ] as const)('maps %j to %s: %s', (from, to, todo) => expect(review(from, to)).toBe(todo))
})

test('nextExaminationMs doubles the pause up to six hours, and stops after some days', () => {
  const minutes = Array.from({ length: 30 }, (_, at) => nextExaminationMs(at + 1)).map((ms) => ms && ms / 60_000)
  expect(minutes.slice(0, 4)).toEqual([1, 2, 4, 8])
  expect(Math.max(...minutes.map((each) => each ?? 0))).toBe(360)
  expect(minutes.indexOf(undefined)).toBe(23)
})
