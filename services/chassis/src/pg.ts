import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Pool } from 'pg'
import { isMute, KlaError } from './errors.js'
import type { Logger } from './logger.js'
import { gauge, Gauge, type Metrics } from './metrics.js'
import { atMost } from './timeout.js'

const TRY_AGAIN_MS = 500
const CONNECT_WITHIN_MS = 3_000

/** A server that has died without a word is missed within half a minute, also by who waits long for an answer. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * A connection to a server that may still be starting, or whose name may not be known yet. Rejects with what it was
 * refused for at the end of `withinMs`, and at once with anything that time does not heal, such as a wrong password.
 * `onWait` is told once that it has to wait.
 */
export async function connectToPostgres(url: string, withinMs: number, onWait?: () => void): Promise<pg.Client> {
  const end = Date.now() + withinMs
  for (let first = true; ; first = false) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS, ...KEEP_ALIVE })
    // One that is lost later rejects the statement under way; an error that nobody hears would end the process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      if (!isNotThereYet(error) || Date.now() + TRY_AGAIN_MS > end) throw error
      if (first) onWait?.()
      await sleep(TRY_AGAIN_MS)
    }
  }
}

const isNotThereYet = (error: unknown): boolean => KlaError.from(error).reason === 'UNAVAILABLE'

/** What a pool has and who waits for it, and whether the server behind it answers. */
export function measureDatabase(metrics: Metrics, pool: Pool): void {
  metrics.dependencies.set('postgres', () => pool.query('SELECT 1').then(() => true))
  new Gauge({
    name: 'kla_database_connections',
    help: 'Connections of this process to PostgreSQL, by what they do.',
    labelNames: ['state'] as const,
    registers: [metrics.registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    },
  })
  gauge(metrics, 'kla_database_connections_max', 'Connections to PostgreSQL that this process may have.', function () {
    this.set(pool.options.max)
  })
  gauge(metrics, 'kla_database_waiting', 'Statements that wait for a connection of this process.', function () {
    this.set(pool.waitingCount)
  })
}

/** A server that is well says by its own timeout that a statement took too long. Later than this it is gone. */
const GONE_AFTER_MS = 1_000

/** How long a statement may take, to the server and to whoever waits for its word. */
export const statementTime = (ms: number) => ({ statement_timeout: ms, query_timeout: ms + GONE_AFTER_MS })

/** Gives each statement that follows in a transaction this much time. It lasts until the transaction ends. */
export async function allowTime(tx: pg.PoolClient, ms: number): Promise<void> {
  waitAsLong(tx, ms)
  await tx.query(`SET LOCAL statement_timeout = ${ms}`)
}

/**
 * Waits this long for an answer to what follows on a connection, for statements that set the server's timeout
 * themselves. Without `ms`, as long as before.
 */
export function waitAsLong(tx: pg.PoolClient, ms?: number): void {
  const { connectionParameters: settings } = tx as unknown as { connectionParameters: ReturnType<typeof statementTime> }
  settings.query_timeout = statementTime(ms ?? settings.statement_timeout).query_timeout
}

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

/** Rows fetched at once. */
const BATCH = 2_000

/** All rows of a statement, a batch in memory at a time. One at a time in a transaction. */
export async function* readAll<Row extends object>(tx: Transaction, statement: string): AsyncGenerator<Row> {
  await tx.query(`DECLARE reading NO SCROLL CURSOR FOR ${statement}`)
  let rows: readonly Row[]
  do {
    ;({ rows } = await tx.query<Row>(`FETCH ${BATCH} FROM reading`))
    yield* rows
  } while (rows.length === BATCH)
  await tx.query('CLOSE reading')
}
