import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  awaitSchema,
  connectToPostgres,
  createDatabase,
  type Database,
  KlaError,
  migrate,
  retryUntilAvailable,
} from '@kla/chassis'
import { eventually, infrastructure, quietLogger, uniqueName } from '@kla/testkit'

const schema = uniqueName('awaited')
const { postgresUrl: url } = infrastructure()
const log = quietLogger()
let database: Database
let migrations: string
beforeAll(async () => {
  migrations = await mkdtemp(join(tmpdir(), 'kla-migrations-'))
  await writeFile(join(migrations, '1700000000000_first.sql'), 'CREATE TABLE first (id integer)')
  database = createDatabase({ url, schema, log, max: 1 })
  await database.query(`CREATE SCHEMA ${schema}`)
})
afterAll(async () => {
  await database.query(`DROP SCHEMA ${schema} CASCADE`)
  await database.end()
  await rm(migrations, { recursive: true })
})

const running = { stopped: () => false }

describe('awaitSchema', () => {
  test('waits until the newest migration of this build has been applied', async () => {
    let ready = false
    const waiting = awaitSchema({ database, migrations, health: running, log }).then(() => (ready = true))
    await expect(awaitSchema({ database, migrations, health: { stopped: () => true }, log })).rejects.toMatchObject({
      reason: 'UNAVAILABLE',
    })
    expect(ready).toBe(false)
    await migrate({ url, schema, directory: migrations })
    await waiting

    await writeFile(join(migrations, '1700000001000_second.sql'), 'CREATE TABLE second (id integer)')
    await expect(awaitSchema({ database, migrations, health: { stopped: () => true }, log })).rejects.toThrow(
      'migration 1700000001000_second has not been applied',
    )
  })

  test('rejects at once with a permanent error', async () => {
    const broken = {
      query: () => Promise.reject(Object.assign(new Error('no'), { code: '42501' })),
    } as unknown as Database
    await expect(awaitSchema({ database: broken, migrations, health: running, log })).rejects.toThrow('no')
  })
})

describe('a first connection to PostgreSQL', () => {
  const [user, name] = [uniqueName('later'), uniqueName('later')]
  const later = Object.assign(new URL(url), { username: user, password: 'secret', pathname: `/${name}` }).toString()
  afterAll(async () => {
    await database.query(`DROP DATABASE IF EXISTS ${name}`)
    await database.query(`DROP USER IF EXISTS ${user}`)
  })

  test('waits until its user and its database exist, for a service and for a migration', async () => {
    const own = createDatabase({ url: later, schema: 'public', log, max: 1 })
    const refused: unknown[] = []
    const asked = retryUntilAvailable({ health: running, log }, () =>
      own.query('SELECT 1').catch((error: { code?: string }) => {
        refused.push(error.code)
        throw error
      }),
    )
    let waited = 0
    const connected = connectToPostgres(later, 60_000, () => (waited += 1))
    await eventually(() => refused.length > 0 && waited > 0)
    const before = refused.length
    await database.query(`CREATE USER ${user} PASSWORD 'secret'`)
    await eventually(() => refused.length > before + 1)
    await database.query(`CREATE DATABASE ${name} OWNER ${user}`)
    expect((await asked).rowCount).toBe(1)
    await Promise.all([own.end(), (await connected).end()])
    expect(new Set(refused)).toEqual(new Set(['28P01', '3D000']))
  }, 60_000)
})

describe('retryUntilAvailable', () => {
  test('retries until the store is available', async () => {
    let tries = 0
    const work = async (): Promise<number> => {
      if (++tries < 3) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
      return tries
    }
    expect(await retryUntilAvailable({ health: running, log }, work)).toBe(3)
  })

  test('rejects at once on a permanent error', async () => {
    let tries = 0
    const work = async (): Promise<never> => {
      tries += 1
      throw Object.assign(new Error('permission denied'), { code: '42501' })
    }
    await expect(retryUntilAvailable({ health: running, log }, work)).rejects.toThrow('permission')
    expect(tries).toBe(1)
  })

  test('stops retrying when the process stops', async () => {
    const work = () => Promise.reject(new KlaError('UNAVAILABLE'))
    await expect(retryUntilAvailable({ health: { stopped: () => true }, log }, work)).rejects.toMatchObject({
      reason: 'UNAVAILABLE',
    })
  })
})
