import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { createDeskNotices } from '../../src/jobs/notices.js'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('publishes the first change at once, and those within a second as one more notice', () => {
  const publish = jest.fn()
  const notices = createDeskNotices(publish, async () => undefined)
  for (let change = 0; change < 5; change += 1) notices.changed()
  expect(publish).toHaveBeenCalledTimes(1)
  jest.advanceTimersByTime(999)
  expect(publish).toHaveBeenCalledTimes(1)
  jest.advanceTimersByTime(1)
  expect(publish).toHaveBeenCalledTimes(2)
  jest.advanceTimersByTime(10_000)
  expect(publish).toHaveBeenCalledTimes(2)
})

test('publishes nothing after it is stopped', () => {
  const publish = jest.fn()
  const notices = createDeskNotices(publish, async () => undefined)
  notices.changed()
  notices.changed()
  notices.stop()
  jest.advanceTimersByTime(10_000)
  expect(publish).toHaveBeenCalledTimes(1)
})
