import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { reconnectDelayMs, retryDelayMs } from '../../../src/shared/realtime/reconnect-delay.js'

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
