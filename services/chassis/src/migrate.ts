import type pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadMigrations } from './load-migrations.js'
import { connectToPostgres } from './connect-to-postgres.js'

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
