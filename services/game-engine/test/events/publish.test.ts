import type { Bus } from '@kla/chassis'
import { BattleNews } from '@kla/proto'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { createEffectPublisher, type EffectPublisher } from '../../src/events/publish.js'

let publisher: EffectPublisher
let published: string[]
let flushes: number
let outages: number
let flush: () => Promise<void>
/** What became of each piece of news: whether it is known to have arrived. */
let arrived: Record<string, boolean>

function tell(roomId: string): void {
  publisher.news(BattleNews.fromPartial({ roomId, seq: 1 })).then(
    () => (arrived[roomId] = true),
    () => (arrived[roomId] = false),
  )
}

beforeEach(() => {
  jest.useFakeTimers()
  ;[published, flushes, outages, arrived, flush] = [[], 0, 0, {}, () => Promise.resolve()]
  const bus: Partial<Bus> = {
    connected: () => true,
    publish: (subject) => void published.push(subject),
    flush() {
      flushes += 1
      return flush()
    },
  }
  publisher = createEffectPublisher(bus as Bus, () => outages)
})
afterEach(() => {
  jest.useRealTimers()
})

test('news are told at once, and those of a moment confirmed together', async () => {
  tell('one')
  await jest.advanceTimersByTimeAsync(10)
  tell('two')
  expect(published).toHaveLength(2)
  expect(arrived).toEqual({})
  await jest.advanceTimersByTimeAsync(100)
  expect(arrived).toEqual({ one: true, two: true })
  expect(flushes).toBe(1)
  tell('three')
  await jest.advanceTimersByTimeAsync(100)
  expect(flushes).toBe(2)
})

test('what NATS does not confirm has not arrived, as far as anybody knows', async () => {
  flush = () => new Promise(() => undefined)
  tell('one')
  await jest.advanceTimersByTimeAsync(5_000)
  expect(arrived).toEqual({ one: false })
})

test('a connection that came later confirms nothing that was told before', async () => {
  tell('one')
  await jest.advanceTimersByTimeAsync(10)
  outages += 1
  tell('two')
  await jest.advanceTimersByTimeAsync(100)
  expect(arrived).toEqual({ one: false, two: false })
  tell('three')
  await jest.advanceTimersByTimeAsync(100)
  expect(arrived).toMatchObject({ three: true })
})
