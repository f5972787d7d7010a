import { describe, expect, test } from '@jest/globals'
import { createLogger, repeat } from '../src/index.js'
import { createPollSchedule } from '../src/loop.js'

const HOUR_MS = 3_600_000
const log = createLogger({ service: 'test', level: 'fatal' })

/** Work whose rounds end on command. */
function rounds() {
  const begun: { end(): void; fail(): void }[] = []
  let notify: () => void = () => undefined
  const work = () =>
    new Promise<void>((resolve, reject) => {
      begun.push({ end: () => resolve(), fail: () => reject(new Error('this round')) })
      notify()
    })
  const begins = async (count: number): Promise<void> => {
    while (begun.length < count) await new Promise<void>((resolve) => (notify = resolve))
  }
  return { begun, work, begins }
}

describe('repeat', () => {
  test('begins a round at once and another one after the pause, even when the first failed', async () => {
    const { begun, work, begins } = rounds()
    const repeated = repeat({ name: 'test', work, everyMs: 1, log })
    await begins(1)
    begun[0]?.fail()
    await begins(2)
    begun[1]?.end()
    await begins(3)
    begun[2]?.end()
    await repeated.stop()
  })

  test('signals its stop to the round in flight', async () => {
    const ends: string[] = []
    const work = (stopping: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        stopping.addEventListener('abort', () => {
          ends.push('by the signal')
          resolve()
        })
      })
    await repeat({ name: 'test', work, everyMs: 1, log }).stop()
    expect(ends).toEqual(['by the signal'])
  })

  test('logs the first of successive failures, and a failure after a success', async () => {
    const { begun, work, begins } = rounds()
    const logged: unknown[] = []
    const repeated = repeat({
      name: 'test',
      work,
      everyMs: 1,
      log: { ...log, warn: (fields: unknown) => void logged.push(fields) },
    })
    const endRound = async (at: number, outcome: 'end' | 'fail'): Promise<void> => {
      await begins(at + 1)
      begun[at]?.[outcome]()
    }
    await endRound(0, 'fail')
    await endRound(1, 'fail')
    await begins(3)
    expect(logged).toEqual([expect.objectContaining({ work: 'test' })])
    await endRound(2, 'end')
    await endRound(3, 'fail')
    await begins(5)
    expect(logged).toHaveLength(2)
    begun[4]?.end()
    await repeated.stop()
  })

  test('ends the pause on a poke, keeps a poke during a round and never overlaps rounds', async () => {
    const { begun, work, begins } = rounds()
    const repeated = repeat({ name: 'test', work, everyMs: HOUR_MS, log })
    await begins(1)
    repeated.poke()
    repeated.poke()
    expect(begun).toHaveLength(1)
    begun[0]?.end()
    await begins(2)
    begun[1]?.end()
    await new Promise((resolve) => setImmediate(resolve))
    expect(begun).toHaveLength(2)
    repeated.poke()
    await begins(3)
    begun[2]?.end()
    await repeated.stop()
    expect(begun).toHaveLength(3)
  })

  test('waits for the current round and ends the pause on stop', async () => {
    const { begun, work, begins } = rounds()
    const repeated = repeat({ name: 'test', work, everyMs: HOUR_MS, log })
    await begins(1)
    let stopped = false
    const stopping = repeated.stop().then(() => (stopped = true))
    await new Promise((resolve) => setImmediate(resolve))
    expect(stopped).toBe(false)
    begun[0]?.end()
    await stopping
    expect(begun).toHaveLength(1)
  })
})

describe('a polled place', () => {
  test('is due when an item falls due, and after the longest interval', () => {
    let uptimeMs = 5
    const places = ['a', 'b', 'c']
    const looking = createPollSchedule<string>({ atMostMs: 1_000, uptimeMs: () => uptimeMs })
    expect(looking.due(places)).toEqual(places)
    looking.looked('a', 300)
    looking.looked('b', Infinity)
    // No look at "c" has succeeded.
    expect(looking.due(places)).toEqual(['c'])
    looking.looked('c', -20)
    expect(looking.due(places)).toEqual(['c'])
    uptimeMs = 305
    expect(looking.due(places)).toEqual(['a', 'c'])
    uptimeMs = 1_005
    expect(looking.due(places)).toEqual(places)
  })
})
