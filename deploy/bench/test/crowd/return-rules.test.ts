import { describe, expect, test } from '@jest/globals'
import { returnDelayMs } from '../../src/crowd/return-rules.js'

const losing = { tries: 0, isDrained: false, spreadMs: 0 }
const [least, middle, most] = [() => 0, () => 0.5, () => 1]

describe('returnDelayMs', () => {
  test.each([0, 1, 2, 3, 9])('doubles up to five seconds, and varies by half (%d tries)', (tries) => {
    const pauseMs = Math.min(5_000, 1_000 * 2 ** tries)
    const delays = [least, middle, most].map((random) => returnDelayMs({ ...losing, tries }, random))
    expect(delays).toEqual([pauseMs / 2, pauseMs, pauseMs * 1.5])
  })

  test('spreads the return over the time that the gateway has asked for', () => {
    expect([least, middle, most].map((random) => returnDelayMs({ ...losing, spreadMs: 4_000 }, random))).toEqual([
      500, 3_000, 5_500,
    ])
  })

  test('is nothing at first when the gateway drains', () => {
    expect(returnDelayMs({ ...losing, isDrained: true, spreadMs: 4_000 }, most)).toBe(0)
    expect(returnDelayMs({ ...losing, isDrained: true, tries: 1 }, middle)).toBe(2_000)
  })
})
