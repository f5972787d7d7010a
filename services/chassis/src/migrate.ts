import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MigrationBuilder } from 'node-pg-migrate'
import type pg from 'pg'
import type { Pool } from 'pg'
import { EnvironmentError, milliseconds, readEnvironment, text, url } from './config.js'
import { discreetError, KlaError } from './errors.js'
import type { Health } from './health.js'
import type { Logger } from './logger.js'
import { connectToPostgres } from './pg.js'

/** Whoever reads or writes a table waits behind an ALTER TABLE that waits: it gives up first, and is tried again. */
const LOCK_TIMEOUT = '3s'
/** A line that says so takes a file out of its transaction, for what PostgreSQL does in none. */
const NO_TRANSACTION = /^--\s*no transaction\b/im

/** What stands below it is for a developer's own database. */
const WAY_BACK = /^[ \t]*--\s*down migration\b/im

/**
 * Reads SQL files. All of a file happens or nothing, unless it says otherwise; there is no way back but a further file.
 */
export const loadMigrations = (files: readonly string[]) =>
  Promise.all(
    files.map(async (file) => {
      const [sql = ''] = (await readFile(file, 'utf8')).split(WAY_BACK)
      const up = NO_TRANSACTION.test(sql) ? oneByOne(sql) : together(sql)
      return { id: file, filePaths: [file], actions: { up, down: false as const } }
    }),
  )

const together = (sql: string) => (pgm: MigrationBuilder) => {
  pgm.sql(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
  pgm.sql(sql)
}

/** What waits here for old transactions is in nobody's way, and has no limit but that of statements. */
const oneByOne = (sql: string) => (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  for (const statement of sql.split(/;\s*$/m)) if (isStatement(statement)) pgm.sql(statement)
}

const isStatement = (text: string): boolean => text.replace(/--.*$/gm, '').trim() !== ''

export interface MigrateOptions {
  /** As the schema's owner, and past any pooler: the lock belongs to a session. */
  readonly url: string
  readonly schema: string
  /** Of the SQL files. */
  readonly directory: string
  /** For the server to come up and for others to finish, milliseconds. */
  readonly waitMs?: number
  readonly log?: (line: string) => void
}

const WAIT_MS = 60_000
/** Longer than the longest backfill that belongs into a migration. */
const STATEMENT_TIMEOUT = '10min'
const TRY_AGAIN_MS = 1_000
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Brings `schema` up to the newest of the SQL files, each in a transaction of its own, and answers the names of those
 * that were run. One at a time does that for a schema: a second one waits, and finds nothing left to do.
 */
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
      // Gives the lock back.
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
    if (Date.now() + TRY_AGAIN_MS > end) throw new Error(`another run has been migrating ${schema} for too long`)
    if (!said) log(`${schema}: another run is at work; waiting for it`)
    await sleep(TRY_AGAIN_MS)
  }
}

async function run(client: pg.Client, { schema, directory }: MigrateOptions): Promise<readonly string[]> {
  await client.query(`SET statement_timeout = '${STATEMENT_TIMEOUT}'`)
  let file = 'the table of migrations'
  // Here, not above: every service loads this file, and starts a fifth of a second later with the library.
  const { runner } = await import('node-pg-migrate')
  const ran = await runner({
    dbClient: client,
    dir: directory,
    schema,
    migrationsSchema: schema,
    migrationsTable: 'migrations',
    direction: 'up',
    count: Infinity,
    // Its own lock is one for all schemas of a server.
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

const isLocked = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE

/**
 * What `migrate.js` of every service does: reads the environment, waits for the server, migrates, and says what it has
 * done. Answers how to reach the tables, for what is left to do. Ends the process with 1 when it fails.
 */
export async function migrateProcess(owner: {
  /** Where the tables are unless the environment says otherwise. */
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
    console.error(error instanceof EnvironmentError ? error.message : discreetError(error as Error))
    process.exit(1)
  }
}

const RETRY_INTERVAL_MS = 500

/**
 * Does what a start cannot go on without, until the store it needs is there. A process that ended for want of it would be
 * started again and again, with longer and longer pauses. Rejects with anything that time does not heal, and with the
 * last failure once the process is told to stop.
 */
export async function onceAvailable<T>(
  { health, log }: { readonly health: Pick<Health, 'stopped'>; readonly log: Logger },
  work: () => Promise<T>,
): Promise<T> {
  for (let first = true; ; first = false) {
    try {
      return await work()
    } catch (error) {
      if (KlaError.from(error).reason !== 'UNAVAILABLE' || health.stopped()) throw error
      if (first) log.warn({ err: error }, 'the start waits for what it needs')
      await sleep(RETRY_INTERVAL_MS)
    }
  }
}

const UNDEFINED_TABLE = '42P01'

export interface AwaitSchemaOptions {
  /** A pool whose connections find their tables in the schema in question. */
  readonly database: Pick<Pool, 'query'>
  /** The folder of SQL files that `migrate` applies to the schema. */
  readonly migrations: string
  readonly health: Pick<Health, 'stopped'>
  readonly log: Logger
}

/**
 * Resolves once the newest migration that this build brings has been applied; asks again twice a second until then. Called
 * before a process listens or starts its loops: a pod whose tables are not there yet is alive and not ready, whichever
 * of it and its migrations is started first. Rejects when the process is told to stop, and with faults that time does not heal.
 */
export async function awaitSchema({ database, migrations, health, log }: AwaitSchemaOptions): Promise<void> {
  const newest = await newestMigration(migrations)
  await onceAvailable({ health, log }, async () => {
    if (!(await isApplied(database, newest))) throw new KlaError('UNAVAILABLE', `migration ${newest} has not been applied`)
  })
}

/**
 * The same as a question, for a process that has work to do while PostgreSQL is away: only its readiness waits. Answers whether
 * the newest migration has been applied; rejects when the server does not answer.
 */
export function schemaCheck({ database, migrations }: Pick<AwaitSchemaOptions, 'database' | 'migrations'>): () => Promise<boolean> {
  const newest = newestMigration(migrations)
  // Whoever asks is told; a fault before the first question is nobody's yet.
  newest.catch(() => undefined)
  return async () => isApplied(database, await newest)
}

/** The name under which the last file of a folder of migrations is recorded. Rejects if there is none. */
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
