import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  ADDRESS,
  attempt,
  type Failures,
  forgive,
  type LockoutRule,
  NAME_ANYWHERE,
  NAME_AT_ADDRESS,
  networkOf,
  waitAfter,
} from '../../../src/administrators/rules/lockout.js'

const RULE: LockoutRule = { free: 3, firstMs: 1_000, longestMs: 10_000, forgetMs: 60_000 }
const DAY_MS = 24 * 3_600_000

/** Counts the attempts that proceed. `gaps`: milliseconds before each attempt. */
function looks(gaps: readonly number[], rule: LockoutRule): number {
  let known: Failures | undefined
  let nowMs = 1_000_000
  return gaps.filter((gap) => {
    nowMs += gap
    const outcome = attempt(known, rule, nowMs)
    if ('refused' in outcome) return false
    known = outcome.after
    return true
  }).length
}

describe('waitAfter', () => {
  test.each([
    [0, 0],
    [2, 0],
    [3, 1_000],
    [4, 2_000],
    [6, 8_000],
    [7, 10_000],
    [5_000, 10_000],
  ])('is %i failures: %i ms', (count, waitMs) => {
    expect(waitAfter(count, RULE)).toBe(waitMs)
  })

  test.each([
    ['a name at an address', NAME_AT_ADDRESS, 120],
    ['a name from everywhere', NAME_ANYWHERE, 320],
    ['an address', ADDRESS, 320],
  ])('allows few guesses a day at %s, however long the series', (_what, rule, most) => {
    const everySecond = Array<number>(DAY_MS / 1_000).fill(1_000)
    expect(looks(everySecond, rule)).toBeLessThan(most)
  })
})

describe('attempt', () => {
  test('proceeds only while attempts are free, in a burst of any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50 }), (burst) => {
        expect(looks(Array<number>(burst).fill(0), RULE)).toBe(Math.min(burst, RULE.free))
      }),
    )
  })

  test('waits when it comes early and proceeds after the wait', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 40 }), fc.integer({ min: 0, max: 59_999 }), (count, laterMs) => {
        const known = { count, lastAtMs: 5_000 }
        const waitMs = waitAfter(count, RULE) - laterMs
        const outcome = attempt(known, RULE, known.lastAtMs + laterMs)
        expect(outcome).toEqual(
          waitMs > 0
            ? { refused: 'RATE_LIMITED', waitMs }
            : { before: known, after: { count: count + 1, lastAtMs: known.lastAtMs + laterMs } },
        )
      }),
    )
  })

  test('starts again after a long time', () => {
    const known = { count: 30, lastAtMs: 0 }
    expect(attempt(known, RULE, RULE.forgetMs)).toEqual({
      before: undefined,
      after: { count: 1, lastAtMs: RULE.forgetMs },
    })
  })

  test('changes nothing when forgiven', () => {
    for (const known of [undefined, { count: 2, lastAtMs: 9_000 }, { count: 4, lastAtMs: 1_000 }]) {
      const outcome = attempt(known, RULE, 10_000)
      if ('refused' in outcome) throw new Error('it should have been looked at')
      expect(forgive(outcome.after, outcome)).toEqual(known)
    }
  })

  test('keeps concurrent failures when forgiven', () => {
    const counted = { before: { count: 1, lastAtMs: 1_000 }, after: { count: 2, lastAtMs: 2_000 } }
    expect(forgive({ count: 4, lastAtMs: 3_000 }, counted)).toEqual({ count: 3, lastAtMs: 3_000 })
    expect(forgive(undefined, counted)).toBeUndefined()
  })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['', ''],
  ['nonsense:', 'nonsense:'],
])('counts %j as %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
