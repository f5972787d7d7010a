import { afterEach, describe, expect, test } from '@jest/globals'
import {
  closeDatabase,
  createDatabase,
  createHealth,
  createMetrics,
  createOutbox,
  createRedis,
  inTransaction,
  setStatementTimeout,
} from '@kla/chassis'
import { eventually, infrastructure, quietLogger, refusalOf } from '@kla/testkit'
import { createMortalServer, type MortalServer } from './support/mortal-server.js'

// A server whose machine has died sends nothing: no answer, no refusal, no end of the connection.

const log = quietLogger()
const opened: (() => unknown)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function mortal(target: string): Promise<MortalServer> {
  const server = await createMortalServer(target)
  opened.push(() => server.close())
  return server
}

describe('PostgreSQL that stops answering', () => {
  async function open(max: number, metrics = createMetrics('test')) {
    const server = await mortal(infrastructure().postgresUrl)
    const database = createDatabase({ url: server.url, schema: 'public', log, max, timeoutMs: 500, metrics })
    opened.push(() => closeDatabase(database))
    return { server, database, metrics }
  }

  test('rejects a statement as unavailable, and the next one finds the new server', async () => {
    const { server, database } = await open(1)
    await database.query('SELECT 1')
    server.die()
    expect(await refusalOf(database.query('SELECT 1'))).toBe('UNAVAILABLE')
    server.replace()
    expect((await database.query('SELECT 1')).rowCount).toBe(1)
  })

  test('rejects a transaction as unavailable and discards its connection', async () => {
    const { server, database } = await open(1)
    const lost = inTransaction(database, async (tx) => {
      await tx.query('SELECT 1')
      server.die()
      await tx.query('SELECT 1')
    })
    expect(await refusalOf(lost)).toBe('UNAVAILABLE')
    server.replace()
    expect(await inTransaction(database, async (tx) => (await tx.query('SELECT 1')).rowCount)).toBe(1)
  })

  test('allows a transaction a longer timeout and resets it for the next user of the connection', async () => {
    const { server, database } = await open(1)
    const sleepy = 'SELECT pg_sleep(2)'
    const slept = inTransaction(database, async (tx) => {
      await setStatementTimeout(tx, 30_000)
      return (await tx.query(sleepy)).rowCount
    })
    expect(await slept).toBe(1)
    await expect(database.query(sleepy)).rejects.toThrow('statement timeout')
    server.die()
    expect(await refusalOf(database.query('SELECT 1'))).toBe('UNAVAILABLE')
  })
})

describe('Redis that stops answering', () => {
  test('makes the client drop the connection and find the new server', async () => {
    const server = await mortal(infrastructure().redisUrl)
    const redis = createRedis({ url: server.url, log, commandTimeoutMs: 1_000 })
    opened.push(() => redis.disconnect())
    await redis.ping()
    server.die()
    await expect(redis.ping()).rejects.toThrow('Command timed out')
    server.replace()
    await eventually(async () => expect(await redis.ping()).toBe('PONG'), 20_000)
  })

  test('does not drop the next connection when one ends with pending commands', async () => {
    const server = await mortal(infrastructure().redisUrl)
    const redis = createRedis({ url: server.url, log, commandTimeoutMs: 1_000 })
    opened.push(() => redis.disconnect())
    await redis.ping()
    server.die()
    await expect(redis.ping()).rejects.toThrow('Command timed out')
    server.replace()
    server.restart()
    await eventually(async () => expect(await redis.ping()).toBe('PONG'))
    // Its clock, were it still running, would ring after five seconds.
    const until = performance.now() + 6_000
    await eventually(() => expect(performance.now()).toBeGreaterThan(until), 10_000)
    expect([await redis.ping(), server.connected]).toEqual(['PONG', 2])
  })
})

describe('a process whose stores do not answer', () => {
  test('answers a scrape and reports which store does not answer', async () => {
    const metrics = createMetrics('test')
    const { postgresUrl, redisUrl } = infrastructure()
    const [postgres, store] = await Promise.all([mortal(postgresUrl), mortal(redisUrl)])
    const database = createDatabase({ url: postgres.url, schema: 'public', log, metrics })
    const redis = createRedis({ url: store.url, log, metrics })
    opened.push(
      () => redis.disconnect(),
      () => closeDatabase(database),
    )
    const bus = { connected: () => true, publishEvent: async () => undefined, streamWholeSinceMs: async () => 0 }
    createOutbox({ database, bus, metrics })
    await Promise.all([database.query('SELECT 1'), redis.ping()])
    postgres.die()
    store.die()
    const scrape = await metrics.registry.metrics()
    expect(scrape).toMatch(/kla_dependency_up\{dependency="postgres",.*\} 0\n/)
    expect(scrape).toMatch(/kla_dependency_up\{dependency="redis",.*\} 0\n/)
    expect(scrape).toMatch(/kla_outbox_unsent\{.*\} Nan\n/)
  })

  test('retries its start and is ready once the stores answer', async () => {
    const metrics = createMetrics('test')
    const health = createHealth({ port: 0, metrics, log })
    opened.push(() => health.stopping())
    let asked = 0
    metrics.dependencies.set('postgres', () => (++asked < 3 ? new Promise<boolean>(() => undefined) : true))
    health.started()
    await eventually(() => expect(health.serving()).toBe(true), 10_000)
    expect(asked).toBe(3)
  })
})
