import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { migrate, natsServers } from '@kla/chassis'
import { ROOT } from '@kla/local'
import { infrastructure, uniqueName } from '@kla/testkit'
import { AckPolicy, jetstream, jetstreamManager, StorageType } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import pg from 'pg'
import { changesBetween } from '../../src/drill/changes.js'
import { copiedFingerprints, copyDatabase, fingerprintsOf, restoreDatabase } from '../../src/drill/database-copy.js'
import { copyStream, deleteStream, restoreStream } from '../../src/drill/stream-copy.js'

const admin = infrastructure().postgresUrl
const urlOf = (database: string): string => Object.assign(new URL(admin), { pathname: `/${database}` }).href

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kla-copies-'))
  await chmod(directory, 0o700)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

async function run(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(sql).finally(() => client.end())
}

describe('a copy of a database', () => {
  const [source, target] = [uniqueName('kla_copied'), uniqueName('kla_restored')]

  /** What a plain copy would trip over: order of foreign keys, triggers, computed columns, identities and odd values. */
  const TABLES = `
    CREATE SCHEMA one; CREATE SCHEMA two;
    CREATE TABLE one.parents (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "Odd name" text, raw bytea,
      at timestamptz, tags text[], doubled text GENERATED ALWAYS AS ("Odd name" || "Odd name") STORED);
    CREATE TABLE one.children (parent bigint NOT NULL REFERENCES one.parents);
    CREATE TABLE two.log (line text, amount numeric);
    CREATE FUNCTION two.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'append-only'; END $$;
    CREATE TRIGGER append_only BEFORE INSERT OR TRUNCATE ON two.log FOR EACH STATEMENT EXECUTE FUNCTION two.refuse();
    ALTER TABLE two.log DISABLE TRIGGER append_only`
  const ROWS = `
    INSERT INTO one.parents ("Odd name", raw, at, tags)
      SELECT nullif(E'a "b", (c)\\n' || i, ''), '\\x00ff0a', '2026-11-28 17:00:00.123456+00', ARRAY['x,y', NULL, '']
      FROM generate_series(1, 450) AS i;
    INSERT INTO one.parents DEFAULT VALUES;
    INSERT INTO one.children SELECT id FROM one.parents;
    INSERT INTO two.log VALUES (NULL, 0.10), ('', 123456789012345678901234567890.5)`

  beforeAll(async () => {
    for (const database of [source, target]) {
      await run(admin, `CREATE DATABASE ${database}`)
      await run(urlOf(database), TABLES)
    }
    await run(urlOf(source), ROWS)
    for (const database of [source, target]) {
      await run(urlOf(database), 'ALTER TABLE two.log ENABLE TRIGGER append_only')
    }
  })
  afterAll(async () => {
    for (const database of [source, target]) await run(admin, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
  })

  test('finds every schema, and restores every row and the next id', async () => {
    const copy = await copyDatabase(urlOf(source), directory)
    expect(copy.schemas.map(({ schema }) => schema)).toEqual(['one', 'two'])
    await run(urlOf(target), 'INSERT INTO one.parents DEFAULT VALUES')
    await restoreDatabase(urlOf(target), directory)
    const restored = await fingerprintsOf(urlOf(target))
    expect([...restored].map(([table, { rows }]) => [table, rows])).toEqual([
      ['one.children', 451],
      ['one.parents', 451],
      ['two.log', 2],
    ])
    expect(changesBetween(copiedFingerprints(copy), restored)).toEqual([])
    const { rows } = await run(urlOf(target), 'INSERT INTO one.parents DEFAULT VALUES RETURNING id')
    expect(Number(rows[0].id)).toBeGreaterThan(451)
  }, 30_000)

  test('leaves triggers and foreign keys in force', async () => {
    await expect(run(urlOf(target), "INSERT INTO two.log VALUES ('more', 1)")).rejects.toThrow('append-only')
    await expect(run(urlOf(target), 'INSERT INTO one.children VALUES (0)')).rejects.toThrow('foreign key')
  })

  test('refuses a database of another release and changes nothing', async () => {
    await run(urlOf(target), 'ALTER TABLE one.children ADD COLUMN more int')
    const before = await fingerprintsOf(urlOf(target))
    await expect(restoreDatabase(urlOf(target), directory)).rejects.toThrow('another release:\none.children')
    expect(changesBetween(before, await fingerprintsOf(urlOf(target)))).toEqual([])
  })
})

describe('moderation, restored alone', () => {
  const database = uniqueName('kla_alone')
  beforeAll(async () => {
    await run(admin, `CREATE DATABASE ${database}`)
    for (const schema of ['auth', 'moderation', 'evidence']) {
      await run(urlOf(database), `CREATE SCHEMA ${schema}`)
      await migrate({ url: urlOf(database), schema, directory: join(ROOT, 'services', schema, 'migrations') })
    }
  }, 30_000)
  afterAll(() => run(admin, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`))

  test('publishes newer versions than auth and evidence have, by the statements of BACKUP.md', async () => {
    await run(
      urlOf(database),
      `INSERT INTO auth.accounts (id, discord_id, username) OVERRIDING SYSTEM VALUE
         SELECT id, id, id FROM generate_series(1, 3) AS id;
       INSERT INTO auth.account_restrictions VALUES (1, 7, '[]'), (2, 2, '[]');
       INSERT INTO moderation.restriction_versions VALUES (1, 3, 3), (3, 5, 5);
       INSERT INTO moderation.reports (id, created_at, reporter_id, reported_id, category, reason)
         SELECT id, now(), 1, 2, 'abuse', '' FROM generate_series(100000001, 100000003) AS id;
       INSERT INTO moderation.evidence_states VALUES (100000001, 40, 40), (100000003, 60, 60);
       INSERT INTO evidence.report_states (report_id, version, category, grave, expires_at_ms)
         VALUES (100000001, 44, 'abuse', false, 0), (100000002, 50, 'abuse', false, 0), (100000009, 50, 'abuse', false, 0)`,
    )
    const page = await readFile(join(ROOT, 'deploy/BACKUP.md'), 'utf8')
    const [, statements = ''] = /### moderation alone\n.*?```sql\n(.*?)```/s.exec(page) ?? []
    await run(urlOf(database), statements)
    const rowsOf = async (table: string) =>
      (await run(urlOf(database), `SELECT * FROM moderation.${table} ORDER BY 1`)).rows.map((row) =>
        Object.values(row).slice(0, 3).map(Number),
      )
    expect(await rowsOf('restriction_versions')).toEqual([
      [1, 8, 0],
      [2, 3, 0],
      [3, 5, 5],
    ])
    // A report that moderation does not have would wait for ever.
    expect(await rowsOf('evidence_states')).toEqual([
      [100000001, 45, 0],
      [100000002, 51, 0],
      [100000003, 60, 60],
    ])
  })
})

describe('a copy of a stream', () => {
  const url = infrastructure().natsUrl
  const name = uniqueName('COPIED')
  const file = (): string => join(directory, 'stream')
  let connection: NatsConnection
  beforeAll(async () => {
    connection = await connect(natsServers(url))
  })
  afterAll(async () => {
    const manager = await jetstreamManager(connection)
    await manager.streams.delete(name).catch(() => undefined)
    await connection.close()
  })

  test('restores messages with their numbers, and no consumer', async () => {
    const manager = await jetstreamManager(connection)
    await manager.streams.add({ name, subjects: [`${name}.*`], storage: StorageType.File })
    await manager.consumers.add(name, { durable_name: 'reader', ack_policy: AckPolicy.Explicit })
    const stream = jetstream(connection)
    const large = new Uint8Array(200_000).map((_, at) => at * 31)
    await stream.publish(`${name}.small`, new TextEncoder().encode('first'), { msgID: 'one' })
    await stream.publish(`${name}.large`, large)
    expect(await copyStream(url, name, file())).toMatchObject({ messages: 2 })

    await deleteStream(url, name)
    expect(await restoreStream(url, name, file())).toMatchObject({ messages: 2 })
    expect(await manager.consumers.list(name).next()).toEqual([])
    expect((await manager.streams.getMessage(name, { seq: 1 }))?.string()).toBe('first')
    const second = await manager.streams.getMessage(name, { seq: 2 })
    expect(Buffer.compare(second?.data ?? Buffer.alloc(0), large)).toBe(0)
  }, 20_000)

  test('replaces no stream that exists', async () => {
    await expect(restoreStream(url, name, file())).rejects.toThrow('NATS refuses')
  })
})
