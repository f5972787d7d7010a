import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { Bus } from '@kla/chassis'
import { BattleUpdate } from '@kla/proto'
import { type BattlePublisher, createBattlePublisher } from '../../src/battle/effects.js'

let publisher: BattlePublisher
let published: string[]
let connected: boolean
let outages: number
let flush: () => Promise<void>

const tell = (roomId: string): void => publisher.publishUpdate(BattleUpdate.fromPartial({ roomId, seq: 1 }))

beforeEach(() => {
  jest.useFakeTimers()
  ;[published, connected, outages, flush] = [[], true, 0, () => Promise.resolve()]
  const bus: Partial<Bus> = {
    connected: () => connected,
    publish: (subject) => void published.push(subject),
    flush: () => flush(),
  }
  publisher = createBattlePublisher(bus as Bus, () => outages)
})
afterEach(() => {
  jest.useRealTimers()
})

describe('createBattlePublisher', () => {
  test('publishes updates immediately and confirms them when the server has responded', async () => {
    let answer = (): void => undefined
    flush = () => new Promise((resolve) => (answer = resolve))
    tell('one')
    tell('two')
    expect(published).toHaveLength(2)
    let confirmed = false
    const confirming = publisher.confirm().then(() => (confirmed = true))
    await jest.advanceTimersByTimeAsync(100)
    expect(confirmed).toBe(false)
    answer()
    await confirming
  })

  test('publishes nothing while NATS is down', () => {
    connected = false
    expect(() => tell('one')).toThrow('NATS is not connected')
    expect(published).toEqual([])
  })

  test('does not confirm without a response of the server', async () => {
    flush = () => new Promise(() => undefined)
    tell('one')
    const confirming = expect(publisher.confirm()).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    await jest.advanceTimersByTimeAsync(5_000)
    await confirming
  })

  test('does not confirm what was published before a reconnect', async () => {
    tell('one')
    outages += 1
    await expect(publisher.confirm()).rejects.toThrow('away')
    tell('two')
    await publisher.confirm()
  })

  test('does not confirm across a reconnect during the flush', async () => {
    flush = async () => void (outages += 1)
    tell('one')
    await expect(publisher.confirm()).rejects.toThrow('away')
    // Whatever was told before that outage, and not asked after then.
    flush = () => Promise.resolve()
    await expect(publisher.confirm()).rejects.toThrow('away')
    await publisher.confirm()
  })
})
