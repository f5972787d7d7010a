import { describe, expect, test } from '@jest/globals'
import { createRestJudge } from '../../src/measure/rest.js'

const judge = () => createRestJudge({ cores: 0.25, forMs: 1_000 })
const sample = (atMs: number, gatewayMs: number, redisMs = 0) => ({
  atMs,
  micros: { gateway: gatewayMs * 1_000, redis: redisMs * 1_000 },
})

describe('createRestJudge', () => {
  test('judges nothing before samples cover the whole time', () => {
    const { isAtRest } = judge()
    expect([0, 500, 999].map((atMs) => isAtRest(sample(atMs, 0)))).toEqual([false, false, false])
    expect(isAtRest(sample(1_000, 0))).toBe(true)
  })

  test('adds up all processes', () => {
    const { isAtRest } = judge()
    isAtRest(sample(0, 0))
    expect(isAtRest(sample(1_000, 200, 100))).toBe(false)
  })

  test('forgets what was longer ago', () => {
    const { isAtRest } = judge()
    isAtRest(sample(0, 0))
    expect(isAtRest(sample(1_000, 900))).toBe(false)
    expect(isAtRest(sample(1_500, 1_000))).toBe(false)
    expect(isAtRest(sample(2_500, 1_100))).toBe(true)
  })

  test('says what each process used of a core', () => {
    const rest = judge()
    rest.isAtRest(sample(0, 0))
    rest.isAtRest(sample(2_000, 1_000, 100))
    expect(rest.shares).toEqual({ gateway: 0.5, redis: 0.05 })
  })
})
