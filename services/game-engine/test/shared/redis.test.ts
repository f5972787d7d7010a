import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createStoreClock, type StoreClock } from '../../src/shared/redis.js'

let clock: StoreClock
let aheadMs: number
/** An answer that was given so long ago. */
const observeAfter = (ms: number): void => clock.observe(Math.floor(performance.now() + aheadMs) - ms)
const behind = (): number => performance.now() + aheadMs - clock.nowMs()

beforeEach(() => {
  jest.useFakeTimers()
  aheadMs = 7_000_000
  clock = createStoreClock()
})
afterEach(() => {
  jest.useRealTimers()
})

describe('the clock of Redis', () => {
  test('follows the fastest answer, and is never ahead', () => {
    expect(clock.nowMs()).toBe(0)
    for (const ms of [30, 4, 12]) observeAfter(ms)
    expect(behind()).toBeGreaterThanOrEqual(4)
    expect(behind()).toBeLessThan(6)
    jest.advanceTimersByTime(700)
    observeAfter(50)
    expect(behind()).toBeGreaterThanOrEqual(4)
    expect(behind()).toBeLessThan(6)
  })

  test('follows a clock that was set back, within seconds', () => {
    observeAfter(1)
    aheadMs -= 10_000
    for (let at = 0; at < 30; at += 1) {
      jest.advanceTimersByTime(100)
      observeAfter(1)
    }
    expect(behind()).toBeGreaterThanOrEqual(1)
    expect(behind()).toBeLessThan(3)
  })

  test('continues without answers', () => {
    observeAfter(2)
    jest.advanceTimersByTime(60_000)
    expect(behind()).toBeLessThan(4)
  })
})
