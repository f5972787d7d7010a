import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { paced } from '../../../src/console/entities/desk.js'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

describe('paced', () => {
  test('runs at once, then once for all calls of an interval', () => {
    let runs = 0
    const { call } = paced(1_000, () => (runs += 1))
    call()
    call()
    call()
    expect(runs).toBe(1)
    jest.advanceTimersByTime(1_000)
    expect(runs).toBe(2)
    jest.advanceTimersByTime(10_000)
    expect(runs).toBe(2)
  })

  test('runs nothing after it was stopped', () => {
    let runs = 0
    const { call, stop } = paced(1_000, () => (runs += 1))
    call()
    call()
    stop()
    jest.advanceTimersByTime(5_000)
    expect(runs).toBe(1)
  })
})
