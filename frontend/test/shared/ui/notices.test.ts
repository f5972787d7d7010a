import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { hideNotice, notices, showNotice } from '../../../src/shared/ui/notices.js'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => {
  for (const { id } of notices.get().notices) hideNotice(id)
  jest.useRealTimers()
})

const texts = () => notices.get().notices.map(({ text }) => text)

test('shows the latest notice of an id, after older ones of others', () => {
  showNotice('Your camera was disconnected.', { id: 'camera' })
  showNotice('Spectators are out.')
  showNotice('Your camera is back.', { id: 'camera' })
  expect(texts()).toEqual(['Spectators are out.', 'Your camera is back.'])
})

test('stays until it is dismissed', () => {
  showNotice('Spectators are out.', { id: 'out' })
  jest.advanceTimersByTime(600_000)
  expect(texts()).toEqual(['Spectators are out.'])
  hideNotice('out')
  expect(texts()).toEqual([])
})

test('goes after a while when it is passing, counted from the latest', () => {
  showNotice('Your camera was disconnected.', { id: 'camera', passing: true })
  jest.advanceTimersByTime(9_000)
  showNotice('Your camera is back.', { id: 'camera', passing: true })
  jest.advanceTimersByTime(9_000)
  expect(texts()).toEqual(['Your camera is back.'])
  jest.advanceTimersByTime(1_000)
  expect(texts()).toEqual([])
})
