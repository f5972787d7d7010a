import pg from 'pg'
import { atMost } from './at-most.js'
import { KEEP_ALIVE } from './connect-to-postgres.js'
import { isMute } from './errors.js'
import type { Logger } from './logger.js'
import { measureDatabase } from './measure-database.js'
import type { Metrics } from './metrics.js'
import { statementTime, waitAsLong } from './statement-time.js'

export type Database = pg.Pool
export type Transaction = pg.PoolClient

// Ids, amounts and times of ours stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * A pool of connections that find their tables in `schema`. Statements are ended by the server after `timeoutMs`; one
 * that does not, as it is gone, loses the connection a second later.
 */
export function createDatabase(options: {
  url: string
  schema: string
  log: Logger
  max?: number
  timeoutMs?: number
  metrics?: Metrics
}): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 3_000,
    ...statementTime(options.timeoutMs ?? 5_000),
    ...KEEP_ALIVE,
    options: `-c search_path=${options.schema}`,
  })
  pool.on('error', (error) => options.log.warn({ err: error }, 'a PostgreSQL connection was lost'))
  if (options.metrics) measureDatabase(options.metrics, pool)
  return pool
}

/** Closes a pool; without a word to a server that answers nothing. */
export const closeDatabase = (database: Database): Promise<void> => atMost(CLOSE_WITHIN_MS, database.end())

const CLOSE_WITHIN_MS = 2_000

/** Runs `work` in one transaction: all of it happens or none. */
export async function inTransaction<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const tx = await database.connect()
  // The pool does not listen while somebody has the connection, and an error that nobody hears ends the process. The
  // statement under way, or the next one, rejects with it.
  const heard = (): void => undefined
  tx.on('error', heard)
  const release = (broken: boolean): void => {
    // A broken one may complain once more on its way out.
    if (!broken) tx.off('error', heard)
    waitAsLong(tx)
    tx.release(broken)
  }
  try {
    await tx.query('BEGIN')
    const result = await work(tx)
    await tx.query('COMMIT')
    release(false)
    return result
  } catch (error) {
    // A connection that cannot roll back is broken and must not return to the pool; nobody waits for a mute one again.
    const broken = isMute(error) || (await tx.query('ROLLBACK').then(
      () => false,
      () => true,
    ))
    release(broken)
    throw error
  }
}
