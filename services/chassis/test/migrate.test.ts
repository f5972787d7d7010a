import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect as connectSocket, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { connectToPostgres, createDatabase, type Database, migrate } from '@kla/chassis'
import { eventually, infrastructure, quietLogger, uniqueName } from '@kla/testkit'

const url = infrastructure().postgresUrl

let schema: string
let directory: string
let database: Database
beforeEach(async () => {
  schema = uniqueName('migrate')
  directory = await mkdtemp(join(tmpdir(), 'kla-migrations-'))
  database = createDatabase({ url, schema, log: quietLogger(), max: 3 })
  await database.query(`CREATE SCHEMA ${schema}`)
})
afterEach(async () => {
  await database.query(`DROP SCHEMA ${schema} CASCADE`)
  await database.end()
  await rm(directory, { recursive: true })
})

const write = (name: string, sql: string): Promise<void> => writeFile(join(directory, `${name}.sql`), sql)
const run = (options: { url?: string; waitMs?: number; log?: (line: string) => void } = {}) =>
  migrate({ url, schema, directory, waitMs: 20_000, ...options })
async function count(): Promise<number> {
  const { rows } = await database.query<{ n: number }>('SELECT count(*) AS n FROM things')
  return rows[0]!.n
}

describe('migrate', () => {
  test('migrates once when run twice concurrently; the other run waits and finds nothing to do', async () => {
    await write('1_things', 'CREATE TABLE things (id int PRIMARY KEY); SELECT pg_sleep(1)')
    await write('2_more', 'INSERT INTO things VALUES (1)')
    const said: string[] = []
    const runs = await Promise.all([run({ log: (line) => said.push(line) }), run({ log: (line) => said.push(line) })])
    expect(runs.map((ran) => ran.join()).sort()).toEqual(['', '1_things,2_more'])
    expect(said).toEqual([`${schema}: another run is at work; waiting for it`])
    expect(await count()).toBe(1)
  })

  test("does not wait for another schema's run", async () => {
    await write('1_things', 'CREATE TABLE things (id int PRIMARY KEY)')
    const holder = await connectToPostgres(url, 5_000)
    await holder.query(`SELECT pg_advisory_lock(hashtextextended('migrations of another', 0))`)
    expect(await run({ waitMs: 1_000 })).toEqual(['1_things'])
    await holder.end()
  })

  test('reports that another run holds the lock for too long', async () => {
    const holder = await connectToPostgres(url, 5_000)
    await holder.query(`SELECT pg_advisory_lock(hashtextextended('migrations of ' || $1, 0))`, [schema])
    await expect(run({ waitMs: 500 })).rejects.toThrow('timed out waiting for another migration')
    await holder.end()
  })

  test('applies a file completely or not at all and keeps the earlier ones', async () => {
    await write('1_things', 'CREATE TABLE things (id int PRIMARY KEY)')
    await write('2_half', 'INSERT INTO things VALUES (1); SELECT 1 / 0')
    await expect(run()).rejects.toThrow(`${schema}: 2_half failed: division by zero`)
    expect(await count()).toBe(0)
    await write('2_half', 'INSERT INTO things VALUES (1)')
    expect(await run()).toEqual(['2_half'])
  })

  test('waits for a busy table in short turns, so that no query queues behind it', async () => {
    await write('1_things', 'CREATE TABLE things (id int PRIMARY KEY)')
    await run()
    await write('2_column', 'ALTER TABLE things ADD COLUMN name text')
    const reader = await connectToPostgres(url, 5_000)
    await reader.query(`BEGIN; SELECT * FROM ${schema}.things`)
    const said: string[] = []
    const running = run({ log: (line) => said.push(line) })
    await eventually(() => expect(said).toContain(`${schema}: a table is in use; trying again`), 15_000)
    await reader.query('COMMIT')
    expect(await running).toEqual(['2_column'])
    await reader.end()
  })

  test('runs statements without a transaction that cannot run in one', async () => {
    await write('1_things', 'CREATE TABLE things (id int, name text)')
    await write(
      '2_index',
      `-- no transaction: the table stays open for writers
     DROP INDEX CONCURRENTLY IF EXISTS things_by_name;
     CREATE INDEX CONCURRENTLY things_by_name ON things (name);
    `,
    )
    expect(await run()).toEqual(['1_things', '2_index'])
    const { rowCount } = await database.query('SELECT 1 FROM pg_indexes WHERE schemaname = $1 AND indexname = $2', [
      schema,
      'things_by_name',
    ])
    expect(rowCount).toBe(1)
  })

  test('builds an index again after a deadlock with another build', async () => {
    await write('1_things', 'CREATE TABLE things (id int, name text)')
    await run()
    await write(
      '2_index',
      `-- no transaction
     DROP INDEX CONCURRENTLY IF EXISTS things_by_name;
     CREATE INDEX CONCURRENTLY things_by_name ON things (name) WHERE id > 0;
    `,
    )
    const other = await connectToPostgres(url, 5_000)
    // It finds no deadlock itself, so the migration is the one that fails.
    await other.query("SET deadlock_timeout = '1h'")
    await other.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT * FROM pg_class LIMIT 1`)
    const patient = new URL(url)
    patient.searchParams.set('options', '-c deadlock_timeout=3s')
    const said: string[] = []
    const running = run({ url: patient.href, log: (line) => said.push(line) })
    await eventually(async () => {
      const { rowCount } = await database.query(
        `SELECT FROM pg_stat_activity WHERE query LIKE '%things_by_name ON things%' AND wait_event = 'virtualxid'`,
      )
      expect(rowCount).toBe(1)
    })
    await other.query(`LOCK TABLE ${schema}.things IN SHARE UPDATE EXCLUSIVE MODE`)
    await other.query('ROLLBACK')
    expect(await running).toEqual(['2_index'])
    expect(said).toEqual([`${schema}: a table is in use; trying again`])
    const { rows } = await database.query<{ valid: boolean }>(
      'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = $1::regclass',
      [`${schema}.things_by_name`],
    )
    expect(rows).toEqual([{ valid: true }])
    await other.end()
  })

  test('waits, up to its timeout, for a late server and for a user that is created late', async () => {
    await write('1_things', 'CREATE TABLE things (id int PRIMARY KEY)')
    const { hostname, port } = new URL(url)
    const late = createServer((socket) => {
      const behind = connectSocket(Number(port), hostname)
      for (const side of [socket, behind]) side.on('error', () => undefined)
      socket.pipe(behind).pipe(socket)
    })
    late.listen(0)
    const address = new URL(url)
    address.hostname = '127.0.0.1'
    address.port = String((late.address() as AddressInfo).port)
    await new Promise((resolve) => late.close(resolve))
    const said: string[] = []
    const running = run({ url: address.href, log: (line) => said.push(line) })
    await eventually(() => expect(said).toEqual([`${schema}: PostgreSQL does not answer yet`]))
    late.listen(Number(address.port), '127.0.0.1')
    expect(await running).toEqual(['1_things'])
    late.close()

    const role = uniqueName('nobody')
    const stranger = new URL(url)
    stranger.username = role
    await expect(run({ url: stranger.href, waitMs: 600 })).rejects.toThrow(role)
  })
})
