import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import {
  createDatabase,
  createMetrics,
  createOutbox,
  inTransaction,
  insertFact,
  type Database,
  type Metrics,
  type OutboxFact,
  type OutboxOptions,
} from '@kla/chassis'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import { fileURLToPath } from 'node:url'

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

const factOf = (factId: string): OutboxFact => ({ subject: `about.${factId}`, factId, payload: Buffer.from(factId) })
const lay = (...factIds: readonly string[]): Promise<void> =>
  inTransaction(database, async (tx) => {
    for (const factId of factIds) await insertFact(tx, factOf(factId))
  })
async function valueOf({ registry }: Metrics, name: string): Promise<number | undefined> {
  return (await registry.getSingleMetric(name)?.get())?.values[0]?.value
}
/** A bus on which `publish` decides what happens to an event. */
const busWith = (publish: (factId: string) => void | Promise<void>, connected = true): OutboxOptions['bus'] => ({
  connected: () => connected,
  publishFact: async (_subject, factId) => publish(factId),
})
/** What is not sent yet; it is afterwards. */
async function drain(): Promise<string[]> {
  const left: string[] = []
  await createOutbox({ database, bus: busWith((factId) => void left.push(factId)) }).relay()
  return left
}

describe('the outbox', () => {
  test('publishes an event once, as it was stored', async () => {
    await lay('a')
    const published: unknown[] = []
    const bus: OutboxOptions['bus'] = {
      connected: () => true,
      publishFact: async (...fact) => void published.push(fact),
    }
    const outbox = createOutbox({ database, bus })
    await outbox.relay()
    await outbox.relay()
    expect(published).toEqual([['about.a', 'a', Buffer.from('a')]])
  })

  test('drops an event with its transaction', async () => {
    const work = inTransaction(database, async (tx) => {
      await insertFact(tx, factOf('a'))
      throw new Error('its transaction failed')
    })
    await expect(work).rejects.toThrow('its transaction failed')
    expect(await drain()).toEqual([])
  })

  test('keeps an event that could not be published, and all after it, in order', async () => {
    await lay('a', 'b', 'c')
    const received: string[] = []
    const upToB = busWith((factId) => {
      if (factId === 'b') throw new Error('NATS is away')
      received.push(factId)
    })
    await createOutbox({ database, bus: upToB }).relay()
    expect(received).toEqual(['a'])
    expect(await drain()).toEqual(['b', 'c'])
  })

  test('lets one process at a time publish an event', async () => {
    await lay('a', 'b')
    const received: string[] = []
    const bus = busWith(async (factId) => {
      expect(await drain()).toEqual([])
      received.push(factId)
    })
    await createOutbox({ database, bus }).relay()
    expect(received).toEqual(['a', 'b'])
  })

  test('relays until nothing is left and measures published and waiting events', async () => {
    const factIds = Array.from({ length: 250 }, (_, at) => `fact-${at}`)
    await lay(...factIds)
    await database.query(`UPDATE outbox SET created_at = now() - interval '90 seconds' WHERE fact_id = 'fact-0'`)
    const received: string[] = []
    const metrics = createMetrics('test')
    const bus = busWith((factId) => void received.push(factId))
    const outbox = createOutbox({ database, bus, metrics })
    expect(await valueOf(metrics, 'kla_outbox_unsent')).toBe(250)
    expect(await valueOf(metrics, 'kla_outbox_oldest_seconds')).toBeGreaterThanOrEqual(90)
    await outbox.relay()
    expect(received).toEqual(factIds)
    expect(await valueOf(metrics, 'kla_outbox_sent_total')).toBe(250)
  })

  test('publishes nothing without a connection', async () => {
    await lay('a')
    const received: string[] = []
    await createOutbox({ database, bus: busWith((factId) => void received.push(factId), false) }).relay()
    expect(received).toEqual([])
    expect(await drain()).toEqual(['a'])
  })

  test('publishes an event again when it could not be marked, and the relay rejects', async () => {
    await lay('a')
    await database.query('ALTER TABLE outbox ADD CONSTRAINT no_notes CHECK (sent_at IS NULL)')
    const received: string[] = []
    const relaying = createOutbox({ database, bus: busWith((factId) => void received.push(factId)) }).relay()
    await expect(relaying).rejects.toThrow('no_notes')
    await database.query('ALTER TABLE outbox DROP CONSTRAINT no_notes')
    expect(received).toEqual(['a'])
    expect(await drain()).toEqual(['a'])
  })

  test('keeps published events for a week and unpublished ones until they are published', async () => {
    await lay('long ago', 'lately')
    await drain()
    await lay('unsent')
    await database.query(
      `UPDATE outbox SET created_at = now() - interval '1 year',
       sent_at = sent_at - CASE fact_id WHEN 'long ago' THEN interval '7 days 1 second' ELSE interval '6 days' END`,
    )
    await createOutbox({ database, bus: busWith(() => undefined) }).prune()
    const { rows } = await database.query('SELECT fact_id FROM outbox ORDER BY id')
    expect(rows.map((row) => row.fact_id)).toEqual(['lately', 'unsent'])
  })
})
