import { describe, expect, test } from '@jest/globals'
import {
  createBus,
  createCachedReading,
  createDatabase,
  createMetrics,
  createRedis,
  type EventHandler,
  newId,
  tally,
} from '@kla/chassis'
import { EVENTS_STREAM, subjects } from '@kla/proto'
import { eventually, infrastructure, quietLogger, uniqueName } from '@kla/testkit'

const log = quietLogger()

describe('metrics', () => {
  test('report for each store whether it answers', async () => {
    const metrics = createMetrics('test')
    const database = createDatabase({ url: infrastructure().postgresUrl, schema: 'public', log, metrics })
    const redis = createRedis({ url: infrastructure().redisUrl, log, metrics })
    const bus = await createBus({ url: infrastructure().natsUrl, name: 'test', log, metrics })
    await redis.ping()
    const up = async (): Promise<object> => {
      const { values } = (await metrics.registry.getSingleMetric('kla_dependency_up')?.get()) ?? { values: [] }
      return Object.fromEntries(values.map(({ labels, value }) => [labels['dependency'], value]))
    }
    expect(await up()).toEqual({ postgres: 1, redis: 1, nats: 1 })
    expect(await metrics.registry.metrics()).toMatch(/kla_database_connections\{state="idle",.*\} 1\n/)
    await bus.close()
    redis.disconnect()
    await database.end()
    await eventually(async () => expect(await up()).toEqual({ postgres: 0, redis: 0, nats: 0 }))
  })

  test('count statements that wait for a connection, but not those that an idle one takes at once', async () => {
    const metrics = createMetrics('test')
    const url = infrastructure().postgresUrl
    const database = createDatabase({ url, schema: 'public', log, metrics, max: 1 })
    const waiting = async (): Promise<string | undefined> =>
      /kla_database_waiting\{.*\} (\d+)/.exec(await metrics.registry.metrics())?.[1]
    await database.query('SELECT 1')
    // The scrape asks each store whether it answers.
    expect(await waiting()).toBe('0')
    const statements = [1, 2, 3].map(() => database.query('SELECT pg_sleep(0.2)'))
    const { values } = (await metrics.registry.getSingleMetric('kla_database_waiting')?.get()) ?? { values: [] }
    expect(values.map(({ value }) => value)).toEqual([2])
    await Promise.all(statements)
    await database.end()
  })

  test('add a tally to its counter once per scrape', async () => {
    const metrics = createMetrics('test')
    const counted = tally(metrics, 'kla_test_total', 'What a test counts.', ['event', 'result'])
    const read = async (): Promise<unknown> => {
      const { values } = (await metrics.registry.getSingleMetric('kla_test_total')?.get()) ?? { values: [] }
      return values.map(({ labels, value }) => [labels['event'], labels['result'], value])
    }
    expect(await read()).toEqual([])
    const shown = counted.of('line', 'ok')
    shown.add()
    shown.add(2)
    counted.of('line', 'refused').add()
    expect(await read()).toEqual([
      ['line', 'ok', 3],
      ['line', 'refused', 1],
    ])
    shown.add()
    expect(await read()).toEqual([
      ['line', 'ok', 4],
      ['line', 'refused', 1],
    ])
    expect(await metrics.registry.metrics()).toContain('kla_test_total{event="line",result="ok",service="test"} 4\n')
  })

  /** A process' measures of one durable; a backlog that was read stands for seconds, so each reading is a process' first. */
  async function consuming(subject: string, durable: string, handle: EventHandler) {
    const metrics = createMetrics('test')
    const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }
    const bus = await createBus({ url: infrastructure().natsUrl, name: 'test', log, metrics, events })
    const consumer = await bus.consumeEvents({ subject, durable }, handle)
    const read = async (name: string): Promise<number | undefined> =>
      (await metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value
    const pending = (): Promise<number | undefined> => read('kla_events_pending')
    const redelivered = (): Promise<number | undefined> => read('kla_events_redelivered')
    const close = async (): Promise<void> => {
      await consumer.close()
      await bus.close()
    }
    return { metrics, bus, pending, redelivered, close }
  }

  test('count waiting and in-flight events as pending, but not handled ones', async () => {
    const subject = `kla.events.test.${uniqueName('s')}`
    const durable = uniqueName('d')
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    let begun = 0
    const one = await consuming(subject, durable, () => {
      begun++
      return held
    })
    for (let at = 0; at < 3; at++) await one.bus.publishEvent(subject, newId(), Buffer.from('event'))
    await eventually(() => expect(begun).toBe(1))
    expect(await one.pending()).toBe(3)
    letGo()
    const handled = new RegExp(
      `kla_events_handled_seconds_count\\{service="test",durable="${durable}",result="ok"\\} 3`,
    )
    await eventually(async () => expect(await one.metrics.registry.metrics()).toMatch(handled))
    const other = await consuming(subject, durable, async () => undefined)
    await eventually(async () => expect(await other.pending()).toBe(0))
    await Promise.all([one.close(), other.close()])
  })

  test('count an event that fails again and again as redelivered, while others are handled', async () => {
    const subject = `kla.events.test.${uniqueName('s')}`
    const durable = uniqueName('d')
    let [failures, successes] = [0, 0]
    const one = await consuming(subject, durable, async ({ data }) => {
      if (Buffer.from(data).toString() === 'bad') throw new Error(`failure ${(failures += 1)}`)
      successes += 1
    })
    await one.bus.publishEvent(subject, newId(), Buffer.from('bad'))
    await eventually(() => expect(failures).toBeGreaterThan(1), 10_000)
    await one.bus.publishEvent(subject, newId(), Buffer.from('good'))
    await eventually(() => expect(successes).toBe(1))
    expect(await one.redelivered()).toBe(1)
    await one.close()
  })
})

const nothing = { many: 0 }

describe('a reading', () => {
  test('is taken once per interval for all readers', async () => {
    let now = 0
    let taken = 0
    const read = createCachedReading(['many'], async () => ({ many: ++taken }), { everyMs: 100, now: () => now })
    expect(await Promise.all([read(), read()])).toEqual([{ many: 1 }, { many: 1 }])
    now = 99
    expect(await read()).toEqual({ many: 1 })
    now = 100
    expect(await read()).toEqual({ many: 2 })
  })

  test('is not a number when reading fails', async () => {
    let now = 0
    let fails = false
    const read = createCachedReading(['many'], async () => (fails ? Promise.reject(new Error('gone')) : nothing), {
      everyMs: 1,
      now: () => now,
    })
    expect(await read()).toEqual(nothing)
    fails = true
    now = 1
    expect(await read()).toEqual({ many: NaN })
  })
})
