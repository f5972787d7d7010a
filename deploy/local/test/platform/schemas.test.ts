import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { infrastructure, uniqueName } from '@kla/testkit'
import pg from 'pg'
import { type Owner, OWNERS, unprovision } from '../../src/infrastructure/provision.js'
import { cloneDatabase, prepareSchemas } from '../../src/platform/schemas.js'
import type { Launcher, LaunchOptions } from '../../src/processes/launcher.js'

const MIGRATIONS = ['auth', 'rooms', 'game-engine', 'library', 'commerce', 'moderation', 'evidence'].map(
  (name) => `${name}-migrate`,
)
const database = uniqueName('kla_schemas')
const adminUrl = infrastructure().postgresUrl
const databaseUrl = Object.assign(new URL(adminUrl), { pathname: `/${database}` }).href
let directory: string
let manifest: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kla-schemas-'))
  manifest = join(directory, 'manifest.json')
})
afterAll(() => rm(directory, { recursive: true }))
beforeEach(() => writeFile(manifest, '[]'))
afterEach(() => unprovision(adminUrl, database))

/** The names of what is run to prepare the schemas once; of `failing` it fails. */
async function prepare(failing?: string): Promise<string[]> {
  const ran: string[] = []
  const run = async ({ name }: LaunchOptions): Promise<void> => {
    ran.push(name)
    if (name === failing) throw new Error(`${name} failed`)
  }
  const launcher = { run } as Launcher
  await prepareSchemas(launcher, { adminUrl, database, manifest, passwordOf: (role) => role }).catch((error: Error) => {
    if (failing === undefined || error.message !== `${failing} failed`) throw error
  })
  return ran
}

async function query(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

describe('prepareSchemas', () => {
  test('migrates a new database and then seeds the library', async () => {
    const ran = await prepare()
    expect([...ran].sort()).toEqual([...MIGRATIONS, 'library-seed'].sort())
    expect(ran.indexOf('library-seed')).toBeGreaterThan(ran.indexOf('library-migrate'))
  })

  test('skips completed steps', async () => {
    await prepare()
    expect(await prepare()).toEqual([])
  })

  test('repeats a failed step and those that depend on it, and skips the others', async () => {
    expect(await prepare('library-migrate')).not.toContain('library-seed')
    expect(await prepare('library-seed')).toEqual(['library-migrate', 'library-seed'])
    expect(await prepare()).toEqual(['library-seed'])
    expect(await prepare()).toEqual([])
  })

  test('seeds again when the clips or their address changed', async () => {
    await prepare()
    await writeFile(manifest, '[1]')
    expect(await prepare()).toEqual(['library-seed'])
  })

  test('creates a dropped schema again', async () => {
    await prepare()
    const dropped: Owner = 'engine'
    await query(`DROP SCHEMA ${dropped} CASCADE`)
    expect(await prepare()).toEqual(['game-engine-migrate'])
  })

  test('prepares a recreated database again', async () => {
    await prepare()
    await unprovision(adminUrl, database)
    expect(await prepare()).toHaveLength(OWNERS.length + 1)
  })

  test('migrates once for all clones of a template and seeds each of them', async () => {
    const templatePrefix = uniqueName('kla_schemas_template')
    const clones = [uniqueName('kla_clone'), uniqueName('kla_clone')]
    const ran: string[] = []
    const launcher = { run: async ({ name }: LaunchOptions): Promise<void> => void ran.push(name) } as Launcher
    const access = await Promise.all(
      clones.map((clone) => cloneDatabase(launcher, { adminUrl, database: clone, manifest, templatePrefix })),
    )
    try {
      expect([...ran].sort()).toEqual([...MIGRATIONS, 'library-seed', 'library-seed'].sort())
      expect(access.map(({ auth }) => new URL(auth.appUrl).pathname)).toEqual(clones.map((clone) => `/${clone}`))
      const client = new pg.Client({ connectionString: access[1]!.rooms.ownerUrl })
      await client.connect()
      await client.query('CREATE TABLE rooms.added ()').finally(() => client.end())
    } finally {
      for (const clone of clones) await unprovision(adminUrl, clone)
      const client = new pg.Client({ connectionString: adminUrl })
      await client.connect()
      const { rows } = await client.query<{ datname: string }>(
        'SELECT datname FROM pg_database WHERE datname LIKE $1',
        [`${templatePrefix}%`],
      )
      await client.end()
      for (const { datname } of rows) await unprovision(adminUrl, datname)
    }
  })
})
