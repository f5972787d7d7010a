import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import {
  closeDatabase,
  createDatabase,
  createHealth,
  createMetrics,
  createRedis,
  type Database,
  defineScript,
  type Health,
  inTransaction,
  KlaError,
  type Metrics,
  outageOf,
  type Redis,
} from '@kla/chassis'
import { eventually, infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { freePort, openPrivateServers, type PrivateServers } from './support/private-servers.js'

// Stores that answer, and cannot do what they are there for.

const log = quietLogger()

const outcomeOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => 'done',
    (error: unknown) =>
      KlaError.from(error).reason === 'UNAVAILABLE' ? (outageOf(error) ?? 'unavailable') : String(error),
  )

async function readyz({ port }: Health): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`)
  return `${response.status} ${await response.text()}`
}

let metrics: Metrics
let health: Health
let nowMs: number
beforeEach(async () => {
  nowMs = 0
  metrics = createMetrics('test')
  health = createHealth({ port: 0, metrics, log, watchEveryMs: 100, now: () => nowMs })
  await health.listen()
})
afterEach(async () => {
  health.stopping()
  await health.close()
})

describe('PostgreSQL that was read-only for a while', () => {
  const name = uniqueName('readonly')
  const url = new URL(infrastructure().postgresUrl)
  let operator: Database
  let database: Database

  beforeAll(async () => {
    operator = createDatabase({ url: url.href, schema: 'public', log, max: 1 })
    await operator.query(`CREATE DATABASE ${name}`)
    url.pathname = `/${name}`
  })
  afterAll(async () => {
    await operator.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await operator.end()
  })

  /** For connections that are opened from now on; open ones keep what they have. */
  const beReadOnly = (how: 'on' | 'off') =>
    operator.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${how}`)
  const write = () => inTransaction(database, (tx) => tx.query('INSERT INTO notes VALUES (1)'))
  /** Opens all connections of the pool. */
  async function fill(): Promise<void> {
    const open = await Promise.all(Array.from({ length: 4 }, () => database.connect()))
    for (const connection of open) connection.release()
  }

  beforeEach(async () => {
    database = createDatabase({ url: url.href, schema: 'public', log, max: 4, metrics })
    await database.query('CREATE TABLE IF NOT EXISTS notes (n integer)')
  })
  afterEach(async () => {
    await beReadOnly('off')
    await closeDatabase(database)
  })

  test('accepts all writes after one has failed, even with a pool full of read-only connections', async () => {
    await closeDatabase(database)
    await beReadOnly('on')
    database = createDatabase({ url: url.href, schema: 'public', log, max: 4 })
    await fill()
    await beReadOnly('off')
    expect(await outcomeOf(write())).toBe('read-only')
    expect(await Promise.all(Array.from({ length: 8 }, () => outcomeOf(write())))).toEqual(Array(8).fill('done'))
  })

  test('makes a process unready with a reason, and ready with a whole pool afterwards, without a write', async () => {
    health.started()
    await eventually(async () => expect(await readyz(health)).toBe('200 ready'))
    await closeIdle()
    await beReadOnly('on')
    await fill()
    await eventually(async () => expect(await readyz(health)).toBe('200 ready: without postgres (read-only)'))
    expect((await database.query('SELECT 1')).rowCount).toBe(1)
    nowMs += 5_000
    await eventually(async () => expect(await readyz(health)).toBe('503 not ready: without postgres (read-only)'))
    expect(await metrics.registry.metrics()).toMatch(/kla_dependency_up\{dependency="postgres",.*\} 0\n/)
    await beReadOnly('off')
    await eventually(async () => expect(await readyz(health)).toBe('200 ready'))
    expect(await Promise.all(Array.from({ length: 8 }, () => outcomeOf(write())))).toEqual(Array(8).fill('done'))
  })

  async function closeIdle(): Promise<void> {
    const open = await Promise.all(Array.from({ length: 4 }, () => database.connect()))
    for (const connection of open) connection.release(true)
  }

  test('leaves a process ready while all its connections are busy', async () => {
    const own = createMetrics('busy')
    const busy = createDatabase({ url: url.href, schema: 'public', log, max: 1, metrics: own })
    await busy.query('SELECT 1')
    const ask = own.dependencies.get('postgres')
    const working = busy.query('SELECT pg_sleep(1)')
    expect(await ask?.()).toBe(true)
    await working
    await closeDatabase(busy)
  })

  test('rejects a transaction that goes on after a statement has failed', async () => {
    const swallowing = inTransaction(database, async (tx) => {
      await tx.query('INSERT INTO nothing VALUES (1)').catch(() => undefined)
    })
    await expect(swallowing).rejects.toThrow('a transaction was rolled back')
    expect(await outcomeOf(write())).toBe('done')
  })

  test('reports too many connections as unavailable', async () => {
    const role = uniqueName('crowd')
    await operator.query(`CREATE ROLE ${role} LOGIN PASSWORD 'crowd' CONNECTION LIMIT 0`)
    const as = new URL(url)
    as.username = role
    as.password = 'crowd'
    const crowded = createDatabase({ url: as.href, schema: 'public', log, max: 1 })
    expect(await outcomeOf(crowded.query('SELECT 1'))).toBe('full')
    await crowded.end()
    await operator.query(`DROP ROLE ${role}`)
  })
})

describe('Redis that takes no writes', () => {
  let servers: PrivateServers
  let port: number
  let operator: Redis
  let redis: Redis
  const put = defineScript<string>("return redis.call('SET', KEYS[1], ARGV[1])")
  const config = (setting: string, value: string) => operator.config('SET', setting, value)
  const write = () => redis.set('key', 'value')

  beforeAll(async () => {
    servers = await openPrivateServers()
    port = await freePort()
    await servers.start(port, 'redis-server', [
      '--port',
      String(port),
      '--save',
      '3600 1',
      '--enable-protected-configs',
      'yes',
    ])
    operator = createRedis({ url: `redis://127.0.0.1:${port}`, log })
    operator.options.reconnectOnError = null
  }, 60_000)
  afterAll(async () => {
    operator.disconnect()
    await servers.close()
  })
  beforeEach(async () => {
    redis = createRedis({ url: `redis://127.0.0.1:${port}`, log, metrics })
    health.started()
    await eventually(async () => expect(await readyz(health)).toBe('200 ready'))
  })
  afterEach(() => redis.disconnect())

  const FAULTS: readonly (readonly [
    outage: string,
    what: string,
    begin: () => Promise<unknown>,
    end: () => Promise<unknown>,
  ])[] = [
    ['full', 'has no memory left', () => config('maxmemory', '1'), () => config('maxmemory', '0')],
    [
      'read-only',
      'has become a replica',
      () => operator.replicaof('127.0.0.1', port + 1),
      () => operator.replicaof('NO', 'ONE'),
    ],
    [
      'full',
      'cannot save its snapshots',
      async () => {
        await operator.set('changed', '1')
        await config('dir', '/proc/self')
        await operator.bgsave()
        await eventually(async () => expect(await operator.info('persistence')).toContain('rdb_last_bgsave_status:err'))
      },
      async () => {
        await config('dir', servers.directory)
        await operator.bgsave()
        await eventually(async () => expect(await operator.info('persistence')).toContain('rdb_last_bgsave_status:ok'))
      },
    ],
    [
      'full',
      'misses the replicas it must have',
      () => config('min-replicas-to-write', '1'),
      () => config('min-replicas-to-write', '0'),
    ],
  ]

  test.each(FAULTS)(
    'is %s when it %s: writes are unavailable, the process is unready, and both are whole afterwards',
    async (outage, _what, begin, end) => {
      await begin()
      try {
        expect(await outcomeOf(write())).toBe(outage)
        expect(await outcomeOf(put.run(redis, ['key'], ['value']))).toBe(outage)
        await eventually(async () => expect(await readyz(health)).toBe(`200 ready: without redis (${outage})`))
        nowMs += 5_000
        await eventually(async () => expect(await readyz(health)).toBe(`503 not ready: without redis (${outage})`))
      } finally {
        await end()
      }
      await eventually(async () => expect(await outcomeOf(write())).toBe('done'))
      await eventually(async () => expect(await readyz(health)).toBe('200 ready'))
    },
  )

  test('is replaced by the new primary when it has become a replica and its name resolves to the primary', async () => {
    const next = await freePort()
    await servers.start(next, 'redis-server', ['--port', String(next), '--save', ''])
    let target = port
    const sockets: Socket[] = []
    const proxy = createServer((client) => {
      const upstream = connect(target, '127.0.0.1')
      sockets.push(client, upstream)
      for (const socket of [client, upstream]) socket.on('error', () => undefined)
      client.pipe(upstream).pipe(client)
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const behind = createRedis({ url: `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`, log })
    expect(await behind.set('key', 'before')).toBe('OK')
    target = next
    await operator.replicaof('127.0.0.1', next)
    await eventually(async () => expect(await outcomeOf(behind.set('key', 'after'))).toBe('done'))
    await operator.replicaof('NO', 'ONE')
    behind.disconnect()
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
})
