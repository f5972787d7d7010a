import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MigrationBuilder } from 'node-pg-migrate'
import type pg from 'pg'
import type { Pool } from 'pg'
import { EnvironmentError, milliseconds, readEnvironment, text, url } from './config.js'
import { KlaError, redactedError } from './errors.js'
import type { Health } from './health.js'
import type { Logger } from './logger.js'
import { connectToPostgres, isNotThereYet } from './pg.js'

/** Readers queue behind a waiting ALTER TABLE: it gives up first. */
const LOCK_TIMEOUT = '3s'
/** Marks statements that cannot run in a transaction. */
const NO_TRANSACTION = /^--\s*no transaction\b/im

/** One transaction per file unless marked; no down migrations. */
export const loadMigrations = (files: readonly string[]) =>
  Promise.all(
    files.map(async (file) => {
      const sql = await readFile(file, 'utf8')
      const up = NO_TRANSACTION.test(sql) ? oneByOne(sql) : together(sql)
      return { id: file, filePaths: [file], actions: { up, down: false as const } }
    }),
  )

const together = (sql: string) => (pgm: MigrationBuilder) => {
  pgm.sql(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
  pgm.sql(sql)
}

/** Runs without a lock timeout: index builds wait without blocking anyone. */
const oneByOne = (sql: string) => (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  for (const statement of sql.split(/;\s*$/m)) if (isStatement(statement)) pgm.sql(statement)
}

const isStatement = (text: string): boolean => text.replace(/--.*$/gm, '').trim() !== ''

/** The schema, its owner and its files. */
export interface MigrateOptions {
  /** Connects as the schema's owner without a pooler: the lock belongs to a session. */
  readonly url: string
  readonly schema: string
  readonly directory: string
  /** Milliseconds, for the server and other migrations. */
  readonly waitMs?: number
  readonly log?: (line: string) => void
}

const WAIT_MS = 60_000
const STATEMENT_TIMEOUT = '10min'
const TRY_AGAIN_MS = 1_000
const LOCK_NOT_AVAILABLE = '55P03'
/** Two builds of partial indexes wait for each other, in whichever schemas. */
const DEADLOCK_DETECTED = '40P01'

/** Resolves to the files it ran. Concurrent runs are serialized. */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const { log = () => undefined, waitMs = WAIT_MS } = options
  const end = Date.now() + waitMs
  for (;;) {
    const client = await connectToPostgres(options.url, end - Date.now(), () =>
      log(`${options.schema}: PostgreSQL does not answer yet`),
    )
    try {
      await takeLock(client, options.schema, end, log)
      return await run(client, options)
    } catch (error) {
      if (!isLocked(error) || Date.now() + TRY_AGAIN_MS > end) throw error
      log(`${options.schema}: a table is in use; trying again`)
    } finally {
      await client.end()
    }
    await sleep(TRY_AGAIN_MS)
  }
}

async function takeLock(client: pg.Client, schema: string, end: number, log: (line: string) => void): Promise<void> {
  for (let said = false; ; said = true) {
    const { rows } = await client.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_lock(hashtextextended('migrations of ' || $1, 0)) AS taken`,
      [schema],
    )
    if (rows[0]?.taken) return
    if (Date.now() + TRY_AGAIN_MS > end) throw new Error(`timed out waiting for another migration of ${schema}`)
    if (!said) log(`${schema}: another run is at work; waiting for it`)
    await sleep(TRY_AGAIN_MS)
  }
}

async function run(client: pg.Client, { schema, directory }: MigrateOptions): Promise<readonly string[]> {
  await client.query(`SET statement_timeout = '${STATEMENT_TIMEOUT}'`)
  let file = 'the table of migrations'
  // Lazily: loading the library takes a fifth of a second.
  const { runner } = await import('node-pg-migrate')
  const ran = await runner({
    dbClient: client,
    dir: directory,
    schema,
    migrationsSchema: schema,
    migrationsTable: 'migrations',
    direction: 'up',
    count: Infinity,
    // The library's lock covers all schemas.
    noLock: true,
    migrationLoaderStrategies: [{ extensions: ['.sql'], loader: loadMigrations }],
    logger: {
      info: (line: string) => void (file = /### MIGRATION (.+) \(UP\) ###/.exec(line)?.[1] ?? file),
      warn: () => undefined,
      error: () => undefined,
    },
  }).catch((error: unknown) => {
    if (isLocked(error)) throw error
    throw new Error(`${schema}: ${file} failed: ${(error as Error).message}`, { cause: error })
  })
  return ran.map(({ name }) => name)
}

function isLocked(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK_DETECTED
}

/** A service's `migrate.js`. Exits with 1 on failure. */
export async function migrateProcess(owner: {
  readonly schema: string
  readonly directory: string
  readonly say: (line: string) => void
}): Promise<{ readonly url: string; readonly schema: string }> {
  try {
    const environment = readEnvironment({
      MIGRATE_URL: url("PostgreSQL, as the schema's owner"),
      POSTGRES_SCHEMA: text('where the tables are', owner.schema),
      MIGRATE_WAIT_MS: milliseconds('how long to wait for PostgreSQL and for another run', 60_000),
    })
    const { MIGRATE_URL, POSTGRES_SCHEMA: schema, MIGRATE_WAIT_MS: waitMs } = environment
    const ran = await migrate({ url: MIGRATE_URL, schema, directory: owner.directory, waitMs, log: owner.say })
    const done = ran.length === 0 ? 'nothing to do' : `${ran.length} migrations done: ${ran.join(', ')}`
    owner.say(`${schema}: ${done}`)
    return { url: MIGRATE_URL, schema }
  } catch (error) {
    console.error(error instanceof EnvironmentError ? error.message : redactedError(error as Error))
    process.exit(1)
  }
}

const RETRY_INTERVAL_MS = 500
const LOG_INTERVAL_MS = 30_000

/** Retries until the store is available. Rejects on other errors and on stop. */
export async function retryUntilAvailable<T>(
  { health, log }: { readonly health: Pick<Health, 'stopped'>; readonly log: Logger },
  work: () => Promise<T>,
): Promise<T> {
  for (let loggedAt = -Infinity; ;) {
    try {
      return await work()
    } catch (error) {
      if (!isNotThereYet(error) || health.stopped()) throw error
      if (performance.now() - loggedAt >= LOG_INTERVAL_MS) {
        log.warn({ err: error }, 'start is waiting for a dependency')
        loggedAt = performance.now()
      }
      await sleep(RETRY_INTERVAL_MS)
    }
  }
}

const UNDEFINED_TABLE = '42P01'

export interface AwaitSchemaOptions {
  /** Has the schema in its search path. */
  readonly database: Pick<Pool, 'query'>
  readonly migrations: string
  readonly health: Pick<Health, 'stopped'>
  readonly log: Logger
}

/** Resolves once this build's newest migration is applied. Await it before listening and before loops. */
export async function awaitSchema({ database, migrations, health, log }: AwaitSchemaOptions): Promise<void> {
  const newest = await newestMigration(migrations)
  await retryUntilAvailable({ health, log }, async () => {
    if (!(await isApplied(database, newest)))
      throw new KlaError('UNAVAILABLE', `migration ${newest} has not been applied`)
  })
}

/** Makes only readiness wait, for a process that works without PostgreSQL. */
export function schemaCheck({
  database,
  migrations,
}: Pick<AwaitSchemaOptions, 'database' | 'migrations'>): () => Promise<boolean> {
  const newest = newestMigration(migrations)
  // The first check reports the fault.
  newest.catch(() => undefined)
  return async () => isApplied(database, await newest)
}

async function newestMigration(directory: string): Promise<string> {
  const names = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
  const last = names.at(-1)
  if (last === undefined) throw new Error(`${directory} has no migrations`)
  return last.slice(0, -'.sql'.length)
}

async function isApplied(database: Pick<Pool, 'query'>, name: string): Promise<boolean> {
  try {
    const { rowCount } = await database.query('SELECT FROM migrations WHERE name = $1', [name])
    return rowCount === 1
  } catch (error) {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return false
    throw error
  }
}
