import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { roughNow } from '../../../src/shared/time/now.js'

const HOUR_MS = 3_600_000

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

describe('the rough time', () => {
  test('is fresh for the first render of a screen after an hour without any that shows it', () => {
    roughNow.subscribe(() => undefined)()
    jest.advanceTimersByTime(HOUR_MS)
    expect(roughNow.get()).toBe(Date.now())
  })

  test('changes every ten seconds for its subscribers, and stays the same in between', () => {
    jest.advanceTimersByTime(2 * HOUR_MS)
    const seen: number[] = []
    const start = roughNow.get()
    const end = roughNow.subscribe(() => seen.push(roughNow.get() - start))
    jest.advanceTimersByTime(9_999)
    expect([roughNow.get(), seen]).toEqual([start, []])
    jest.advanceTimersByTime(10_001)
    expect(seen).toEqual([10_000, 20_000])
    end()
    expect(jest.getTimerCount()).toBe(0)
  })
})
