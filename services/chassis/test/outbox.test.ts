import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import {
  createDatabase,
  createLogger,
  createMetrics,
  createOutbox,
  type Database,
  insertEvent,
  inTransaction,
  type Metrics,
  type OutboxEvent,
  type OutboxOptions,
  repeat,
} from '@kla/chassis'
import { eventually, isolatedSchema, quietLogger } from '@kla/testkit'
import { TimeoutError } from '@nats-io/transport-node'

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

  test('marks what it has published before PostgreSQL ends a long transaction', async () => {
    const impatient = createDatabase({ url: tables.url, schema: tables.schema, log: quietLogger(), idleMs: 600 })
    try {
      await lay('a', 'b', 'c', 'd')
      const published: string[] = []
      let uptimeMs = 0
      const slow = busWith(async (eventId) => {
        await sleep(200)
        uptimeMs += 10_000
        published.push(eventId)
      })
      await createOutbox({ database: impatient, bus: slow, uptimeMs: () => uptimeMs }).relay()
      expect(published).toEqual(['a', 'b', 'c', 'd'])
      expect(await drain()).toEqual([])
    } finally {
      await impatient.end()
    }
  })

  test('drops an event with its transaction', async () => {
    const work = inTransaction(database, async (tx) => {
      await insertEvent(tx, eventOf('a'))
      throw new Error('its transaction failed')
    })
    await expect(work).rejects.toThrow('its transaction failed')
    expect(await drain()).toEqual([])
  })

  /** Publishes until the bus refuses `b`. */
  async function refuseB(error: Error) {
    const received: string[] = []
    const bus = busWith((eventId) => {
      if (eventId === 'b') throw error
      received.push(eventId)
    })
    const failure: unknown = await createOutbox({ database, bus })
      .relay()
      .catch((reason: unknown) => reason)
    return { received, failure }
  }
  const REFUSAL = new Error('Permissions Violation for Publish')

  test('keeps an event that could not be published in an outage, and all after it, in order', async () => {
    await lay('a', 'b', 'c')
    const { received, failure } = await refuseB(new TimeoutError())
    expect(received).toEqual(['a'])
    expect(failure).toMatchObject({ message: expect.stringContaining('about.b'), cause: expect.any(TimeoutError) })
    expect(await drain()).toEqual(['b', 'c'])
  })

  test('keeps a refused event and those of its subject, and publishes others meanwhile', async () => {
    await lay('a', 'b', 'c')
    await inTransaction(database, (tx) => insertEvent(tx, { ...eventOf('b, later'), subject: 'about.b' }))
    const { received, failure } = await refuseB(REFUSAL)
    expect(received).toEqual(['a', 'c'])
    expect(failure).toMatchObject({ message: expect.stringContaining('about.b'), cause: REFUSAL })
    expect(await drain()).toEqual(['b', 'b, later'])
  })

  test('publishes what is behind more than a batch of one refused subject', async () => {
    await database.query(`INSERT INTO outbox (event_id, subject, payload) VALUES ('b', 'about.b', '')`)
    await database.query(
      `INSERT INTO outbox (event_id, subject, payload)
       SELECT 'b ' || at, 'about.b', '' FROM generate_series(1, 200) AS at`,
    )
    await lay('c')
    expect((await refuseB(REFUSAL)).received).toEqual(['c'])
  })

  test('makes its loop log the subject of a refused event, and neither its id nor its payload', async () => {
    await lay('b')
    const lines: string[] = []
    const log = createLogger({ service: 'test', destination: { write: (line) => void lines.push(line) } })
    const bus = busWith(() => {
      throw REFUSAL
    })
    let rounds = 0
    const relay = createOutbox({ database, bus }).relay
    const work = (): Promise<void> => relay().finally(() => (rounds += 1))
    const loop = repeat({ name: 'outbox', work, everyMs: 1, log })
    await eventually(() => expect(rounds).toBeGreaterThan(2))
    await loop.stop()
    const { work: name, err } = JSON.parse(lines[0] ?? '') as { work: string; err: { message: string } }
    expect([lines.length, name]).toEqual([1, 'outbox'])
    expect(err.message).toBe(`an event of about.b could not be published: ${REFUSAL.message}`)
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
      const outbox = createOutbox({ database, bus, uptimeMs: () => uptime })
      const round = async (): Promise<string[]> => {
        uptime += 10_000
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

  describe('with thousands of old events', () => {
    /** 2,500 events of last month, of which the first was never published, and one of today. */
    beforeEach(async () => {
      await lay('unsent')
      await database.query(
        `INSERT INTO outbox (event_id, subject, payload, sent_at)
         SELECT 'old ' || at, 'about', '', now() - interval '30 days' FROM generate_series(1, 2500) AS at`,
      )
      await database.query(
        `INSERT INTO outbox (event_id, subject, payload, sent_at) VALUES ('new', 'about', '', now())`,
      )
    })

    const left = async (): Promise<string[]> => {
      const { rows } = await database.query<{ event_id: string }>('SELECT event_id FROM outbox ORDER BY id')
      return rows.map((row) => row.event_id)
    }
    /** Prunes; `deleted` is called with how many rows each statement deleted. */
    async function prune(deleted: (rows: number) => void, stopping?: AbortSignal): Promise<void> {
      const query = async (text: string, values: unknown[]) => {
        const answer = await database.query(text, values)
        if (answer.command === 'DELETE') deleted(answer.rowCount ?? 0)
        return answer
      }
      const watched = { ...database, query } as unknown as Database
      await createOutbox({ database: watched, bus: busWith(() => undefined) }).prune(stopping)
    }

    test('deletes the oldest first, at most a thousand with a statement', async () => {
      const statements: number[] = []
      await prune((rows) => statements.push(rows))
      expect(statements).toEqual([999, 1_000, 501])
      expect(await left()).toEqual(['unsent', 'new'])
    })

    test('stops after the statement in flight', async () => {
      const stopping = new AbortController()
      await prune(() => stopping.abort(), stopping.signal)
      const events = await left()
      expect([events.length, events[1]]).toEqual([2_502 - 999, 'old 1000'])
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
