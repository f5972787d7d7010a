import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { Bus } from '@kla/chassis'
import { BattleUpdate, messageOf } from '@kla/proto'
import { type BattlePublisher, createBattlePublisher } from '../../src/battle/effects.js'

let publisher: BattlePublisher
let published: string[]
let connected: boolean
let backAtMs: number
let uptimeMs: number
let flush: () => Promise<void>

const tell = (roomId: string): void => publisher.publishUpdate(messageOf(BattleUpdate, { roomId, seq: 1 }))

beforeEach(() => {
  jest.useFakeTimers()
  ;[published, connected, backAtMs, uptimeMs] = [[], true, -Infinity, 60_000]
  flush = () => Promise.resolve()
  const bus: Partial<Bus> = {
    connected: () => connected,
    publish: (subject) => void published.push(subject),
    flush: () => flush(),
  }
  publisher = createBattlePublisher(
    bus as Bus,
    () => backAtMs,
    () => uptimeMs,
  )
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
    backAtMs = uptimeMs
    uptimeMs += 10_000
    await expect(publisher.confirm()).rejects.toThrow('NATS was away')
    tell('two')
    await publisher.confirm()
  })

  test('does not confirm across a reconnect during the flush', async () => {
    flush = async () => void (backAtMs = uptimeMs)
    tell('one')
    await expect(publisher.confirm()).rejects.toThrow('NATS was away')
    uptimeMs += 10_000
    // Whatever was told before that outage, and not asked after then.
    flush = () => Promise.resolve()
    await expect(publisher.confirm()).rejects.toThrow('NATS was away')
    await publisher.confirm()
  })

  test('confirms nothing until gateways have had 3 s to reconnect', async () => {
    backAtMs = uptimeMs
    await expect(publisher.confirm()).rejects.toThrow('NATS was away')
    uptimeMs += 2_999
    tell('one')
    await expect(publisher.confirm()).rejects.toThrow('a gateway may still be away')
    expect(publisher.reachesAll()).toBe(false)
    uptimeMs += 1
    await publisher.confirm()
    expect(publisher.reachesAll()).toBe(true)
    connected = false
    expect(publisher.reachesAll()).toBe(false)
  })
})
