import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import {
  createDatabase,
  createMetrics,
  createOutbox,
  type Database,
  insertEvent,
  inTransaction,
  type Metrics,
  type OutboxEvent,
  type OutboxOptions,
} from '@kla/chassis'
import { isolatedSchema, quietLogger } from '@kla/testkit'

let tables: Awaited<ReturnType<typeof isolatedSchema>>
let database: Database
beforeAll(async () => {
  tables = await isolatedSchema(fileURLToPath(new URL('support/outbox-tables', import.meta.url)), 'outbox')
  database = createDatabase({ url: tables.url, schema: tables.schema, log: quietLogger() })
})
afterEach(() => database.query('DELETE FROM outbox'))
afterAll(async () => {
  await database.end()
  await tables.drop()
})

const eventOf = (eventId: string): OutboxEvent => ({
  subject: `about.${eventId}`,
  eventId,
  payload: Buffer.from(eventId),
})
const lay = (...eventIds: readonly string[]): Promise<void> =>
  inTransaction(database, async (tx) => {
    for (const eventId of eventIds) await insertEvent(tx, eventOf(eventId))
  })
async function valueOf({ registry }: Metrics, name: string): Promise<number | undefined> {
  return (await registry.getSingleMetric(name)?.get())?.values[0]?.value
}
/** A bus on which `publish` decides what happens to an event. */
const busWith = (publish: (eventId: string) => void | Promise<void>, connected = true): OutboxOptions['bus'] => ({
  connected: () => connected,
  streamWholeSinceMs: async () => 0,
  publishEvent: async (_subject, eventId) => publish(eventId),
})
/** What is not sent yet; it is afterwards. */
async function drain(): Promise<string[]> {
  const left: string[] = []
  await createOutbox({ database, bus: busWith((eventId) => void left.push(eventId)) }).relay()
  return left
}

describe('the outbox', () => {
  test('publishes an event once, as it was stored', async () => {
    await lay('a')
    const published: unknown[] = []
    const bus: OutboxOptions['bus'] = {
      ...busWith(() => undefined),
      publishEvent: async (...event) => void published.push(event),
    }
    const outbox = createOutbox({ database, bus })
    await outbox.relay()
    await outbox.relay()
    expect(published).toEqual([['about.a', 'a', Buffer.from('a')]])
  })

  test('drops an event with its transaction', async () => {
    const work = inTransaction(database, async (tx) => {
      await insertEvent(tx, eventOf('a'))
      throw new Error('its transaction failed')
    })
    await expect(work).rejects.toThrow('its transaction failed')
    expect(await drain()).toEqual([])
  })

  test('keeps an event that could not be published, and all after it, in order', async () => {
    await lay('a', 'b', 'c')
    const received: string[] = []
    const upToB = busWith((eventId) => {
      if (eventId === 'b') throw new Error('NATS is away')
      received.push(eventId)
    })
    await createOutbox({ database, bus: upToB }).relay()
    expect(received).toEqual(['a'])
    expect(await drain()).toEqual(['b', 'c'])
  })

  test('lets one process at a time publish an event', async () => {
    await lay('a', 'b')
    const received: string[] = []
    const bus = busWith(async (eventId) => {
      expect(await drain()).toEqual([])
      received.push(eventId)
    })
    await createOutbox({ database, bus }).relay()
    expect(received).toEqual(['a', 'b'])
  })

  test('relays until nothing is left and measures published and waiting events', async () => {
    const eventIds = Array.from({ length: 250 }, (_, at) => `event-${at}`)
    await lay(...eventIds)
    await database.query(`UPDATE outbox SET created_at = now() - interval '90 seconds' WHERE event_id = 'event-0'`)
    const received: string[] = []
    const metrics = createMetrics('test')
    const bus = busWith((eventId) => void received.push(eventId))
    const outbox = createOutbox({ database, bus, metrics })
    expect(await valueOf(metrics, 'kla_outbox_unsent')).toBe(250)
    expect(await valueOf(metrics, 'kla_outbox_oldest_seconds')).toBeGreaterThanOrEqual(90)
    await outbox.relay()
    expect(received).toEqual(eventIds)
    expect(await valueOf(metrics, 'kla_outbox_sent_total')).toBe(250)
  })

  test('publishes nothing without a connection', async () => {
    await lay('a')
    const received: string[] = []
    await createOutbox({ database, bus: busWith((eventId) => void received.push(eventId), false) }).relay()
    expect(received).toEqual([])
    expect(await drain()).toEqual(['a'])
  })

  test('publishes an event again when it could not be marked, and the relay rejects', async () => {
    await lay('a')
    await database.query('ALTER TABLE outbox ADD CONSTRAINT no_notes CHECK (sent_at IS NULL)')
    const received: string[] = []
    const relaying = createOutbox({ database, bus: busWith((eventId) => void received.push(eventId)) }).relay()
    await expect(relaying).rejects.toThrow('no_notes')
    await database.query('ALTER TABLE outbox DROP CONSTRAINT no_notes')
    expect(received).toEqual(['a'])
    expect(await drain()).toEqual(['a'])
  })

  describe('with a lost stream', () => {
    const LONG_AGO = Date.now() - 86_400_000
    const LATER = Date.now() + 86_400_000

    /** One process, which looks at the stream at each round. */
    function relaying() {
      const published: string[] = []
      const stream = { createdAtMs: LONG_AGO, known: true }
      let uptime = 0
      const bus: OutboxOptions['bus'] = {
        ...busWith((eventId) => void published.push(eventId)),
        streamWholeSinceMs: async () => {
          if (!stream.known) throw new Error('no leader')
          return stream.createdAtMs
        },
      }
      const outbox = createOutbox({ database, bus, uptimeMs: () => (uptime += 10_000) })
      const round = async (): Promise<string[]> => {
        await outbox.relay()
        return published.splice(0)
      }
      return { stream, round }
    }

    test('republishes the lost events once, before new ones', async () => {
      const { stream, round } = relaying()
      await lay('a', 'b')
      expect(await round()).toEqual(['a', 'b'])
      expect(await round()).toEqual([])
      stream.createdAtMs = LATER
      await lay('c')
      expect(await round()).toEqual(['a', 'b', 'c'])
      expect(await round()).toEqual([])
    })

    test('republishes from a process that starts after the loss, except events that the new stream has', async () => {
      await lay('to the lost one', 'to the new one')
      await drain()
      await database.query(`UPDATE outbox SET sent_at = now() - interval '1 hour' WHERE event_id = 'to the lost one'`)
      const { stream, round } = relaying()
      stream.createdAtMs = Date.now() - 600_000
      expect(await round()).toEqual(['to the lost one'])
    })

    test('publishes new events while the state of the stream is unknown, and the lost ones afterwards', async () => {
      const { stream, round } = relaying()
      await lay('a')
      await round()
      Object.assign(stream, { createdAtMs: LATER, known: false })
      await lay('b')
      expect(await round()).toEqual(['b'])
      stream.known = true
      expect(await round()).toEqual(['a', 'b'])
    })

    test('publishes the last 10,000 again', async () => {
      await database.query(
        `INSERT INTO outbox (event_id, subject, payload, sent_at)
         SELECT 'event-' || at, 'about', '', now() FROM generate_series(1, 10001) AS at`,
      )
      const { stream, round } = relaying()
      stream.createdAtMs = LATER
      const published = await round()
      expect([published.length, published[0]]).toEqual([10_000, 'event-2'])
    })
  })

  test('keeps published events for a week and unpublished ones until they are published', async () => {
    await lay('long ago', 'lately')
    await drain()
    await lay('unsent')
    await database.query(
      `UPDATE outbox SET created_at = now() - interval '1 year',
       sent_at = sent_at - CASE event_id WHEN 'long ago' THEN interval '7 days 1 second' ELSE interval '6 days' END`,
    )
    await createOutbox({ database, bus: busWith(() => undefined) }).prune()
    const { rows } = await database.query('SELECT event_id FROM outbox ORDER BY id')
    expect(rows.map((row) => row.event_id)).toEqual(['lately', 'unsent'])
  })
})
