import { describe, expect, test } from '@jest/globals'
import { reconnectDelayMs, retryDelayMs } from '@kla/proto/web'
import fc from 'fast-check'

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('reconnectDelayMs', () => {
  test('is between half a second and one and a half when few are connected', () => {
    fc.assert(
      fc.property(share, (random) => {
        const delayMs = reconnectDelayMs(() => random, 0)
        expect(delayMs).toBeGreaterThanOrEqual(500)
        expect(delayMs).toBeLessThanOrEqual(1_500)
      }),
    )
  })

  test.each([0, 1, 2, 3, 9])('doubles up to five seconds, and varies by half (%d tries)', (tries) => {
    const delayMs = Math.min(5_000, 1_000 * 2 ** tries)
    const delays = [0, 0.5, 1].map((random) => reconnectDelayMs(() => random, 0, tries))
    expect(delays).toEqual([delayMs / 2, delayMs, delayMs * 1.5])
  })

  test('fills the time over which a large gateway asks its clients to return', () => {
    const delays = Array.from({ length: 100 }, (_, index) => reconnectDelayMs(() => index / 100, 5_000))
    expect(Math.min(...delays)).toBe(500)
    expect(Math.max(...delays)).toBeCloseTo(1_490 + 4_950)
  })
})

test('retryDelayMs is between half and one and a half of what the gateway asked for', () => {
  fc.assert(
    fc.property(share, fc.integer({ min: 1, max: 60_000 }), (random, afterMs) => {
      const delayMs = retryDelayMs(() => random, afterMs)
      expect(delayMs).toBeGreaterThanOrEqual(afterMs / 2)
      expect(delayMs).toBeLessThanOrEqual(afterMs * 1.5)
    }),
  )
})
