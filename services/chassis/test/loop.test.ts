import { describe, expect, test } from '@jest/globals'
import { createLogger, createMetrics, repeat } from '../src/index.js'
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

  test('logs and measures the first of successive failures, again every ten minutes, and a failure after a success', async () => {
    const { begun, work, begins } = rounds()
    const metrics = createMetrics('test')
    let uptimeMs = 0
    const logged: unknown[] = []
    const repeated = repeat({
      name: 'sweep',
      work,
      everyMs: 1,
      log: { ...log, warn: (fields: unknown) => void logged.push(fields) },
      uptimeMs: () => uptimeMs,
    })
    /** Ends a round at a time; the answer is the gauge after it. */
    const endRound = async (atMs: number, outcome: 'end' | 'fail'): Promise<number | undefined> => {
      const at = begun.length
      uptimeMs = atMs
      begun[at - 1]?.[outcome]()
      await begins(at + 1)
      const { values } = (await metrics.registry.getSingleMetric('kla_work_failing_seconds')?.get()) ?? { values: [] }
      return values.find(({ labels }) => labels['work'] === 'sweep')?.value
    }
    await begins(1)
    expect(await endRound(1_000, 'end')).toBe(0)
    expect(await endRound(10_000, 'fail')).toBe(0)
    expect(await endRound(609_000, 'fail')).toBe(599)
    expect(logged).toEqual([expect.objectContaining({ work: 'sweep' })])
    expect(await endRound(610_000, 'fail')).toBe(600)
    expect(logged).toHaveLength(2)
    expect(await endRound(611_000, 'end')).toBe(0)
    expect(await endRound(612_000, 'fail')).toBe(0)
    expect(logged).toHaveLength(3)
    begun.at(-1)?.end()
    await repeated.stop()
    expect(await metrics.registry.metrics()).not.toContain('work="sweep"')
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
