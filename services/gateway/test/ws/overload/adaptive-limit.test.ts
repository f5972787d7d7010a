import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { AdaptiveLimit } from '../../../src/ws/overload/adaptive-limit.js'

const BOUNDS = { min: 2, max: 12, start: 4, targetMs: 100, tooSlowMs: 1_000 } as const

function build() {
  const limit = new AdaptiveLimit(BOUNDS)
  let nowMs = 0
  /** Runs as many calls as the limit allows, all of the same duration. */
  const window = (tookMs: number, failed = false): void => {
    const calls = limit.limit
    const beganAtMs = nowMs
    for (let call = 0; call < calls; call++) limit.begin()
    nowMs += tookMs
    for (let call = 0; call < calls; call++) {
      limit.end({ beganAtMs, nowMs, failed })
      limit.begin()
    }
    for (let call = 0; call < calls; call++) limit.end({ beganAtMs: nowMs, nowMs: nowMs + 500, failed: false })
  }
  return { limit, window }
}

describe('AdaptiveLimit', () => {
  test('grows by one for each full window of quick successes, up to its maximum', () => {
    const { limit, window } = build()
    window(50)
    expect(limit.limit).toBe(5)
    window(100)
    expect(limit.limit).toBe(6)
    for (let more = 0; more < 20; more++) window(50)
    expect(limit.limit).toBe(BOUNDS.max)
  })

  test('stays the same while successes are slower than the target', () => {
    const { limit, window } = build()
    window(101)
    expect(limit.limit).toBe(4)
  })

  test.each([
    ['fails', 50, true],
    ['answers far too late', 1_001, false],
  ])('shrinks once for all calls of a window when the service %s, down to its minimum', (_, tookMs, failed) => {
    const { limit, window } = build()
    for (let more = 0; more < 20; more++) window(50)
    window(tookMs, failed)
    expect(limit.limit).toBe(8)
    for (let more = 0; more < 20; more++) window(tookMs, failed)
    expect(limit.limit).toBe(BOUNDS.min)
  })

  test('does not grow while most of it is unused', () => {
    const { limit } = build()
    for (let call = 0; call < 100; call++) {
      limit.begin()
      limit.end({ beganAtMs: call, nowMs: call, failed: false })
    }
    expect(limit.limit).toBe(4)
  })

  test('stays within its bounds however its calls end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ tookMs: fc.integer({ min: 0, max: 2_000 }), failed: fc.boolean() })),
        (windows) => {
          const { limit, window } = build()
          for (const { tookMs, failed } of windows) {
            window(tookMs, failed)
            expect(limit.limit).toBeGreaterThanOrEqual(BOUNDS.min)
            expect(limit.limit).toBeLessThanOrEqual(BOUNDS.max)
            expect(limit.running).toBe(0)
          }
        },
      ),
    )
  })
})
