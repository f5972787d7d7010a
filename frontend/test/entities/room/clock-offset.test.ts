import { expect, test } from '@jest/globals'
import { clockOffsetMs, sampleClock } from '../../../src/entities/room/clock-offset.js'

test('is zero until the server has sent its time', () => {
  expect(clockOffsetMs([])).toBe(0)
})

test('uses the sample with the shortest delay', () => {
  const sentAt = 100_000
  const aheadMs = 3_000
  const samples = [400, 30, 900].reduce<number[]>(
    (before, delayMs) => sampleClock(before, sentAt + aheadMs, sentAt + delayMs),
    [],
  )
  expect(clockOffsetMs(samples)).toBe(aheadMs - 30)
})

test('forgets samples from before a clock was set', () => {
  let samples = sampleClock([], 1_000_000, 0)
  for (let n = 0; n < 12; n++) samples = sampleClock(samples, 50, 100)
  expect(clockOffsetMs(samples)).toBe(-50)
})
