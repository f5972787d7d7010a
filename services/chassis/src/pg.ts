import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import pg from 'pg'
import { KlaError } from './errors.js'
import type { Logger } from './logger.js'
import { Gauge, gauge, type Metrics } from './metrics.js'
import { type Outage, outageOf } from './outages.js'
import { settleWithin } from './timeout.js'

const TRY_AGAIN_MS = 500
const CONNECT_WITHIN_MS = 3_000

/** Lets client and server detect each other's death within half a minute. */
const KEEP_ALIVE = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
}

/** Waits for the server, its users and databases. Rejects after `withinMs`, and at once on permanent errors. */
export async function connectToPostgres(url: string, withinMs: number, onWait?: () => void): Promise<pg.Client> {
  const end = Date.now() + withinMs
  for (let first = true; ; first = false) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS, ...KEEP_ALIVE })
    // An unhandled error event would end the process.
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

/** Users without a password, missing users, missing databases. */
const CREATED_LATER: ReadonlySet<unknown> = new Set(['28P01', '28000', '3D000'])

/** True if a first connection may succeed later. */
export const isNotThereYet = (error: unknown): boolean =>
  KlaError.from(error).reason === 'UNAVAILABLE' || CREATED_LATER.has((error as { code?: unknown } | null)?.code)

export function measureDatabase(metrics: Metrics, pool: Pool): void {
  metrics.dependencies.set('postgres', writableCheck(pool))
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
    // The pool queues each statement for a moment, even for an idle connection; a scrape's own checks are such.
    this.set(Math.max(0, pool.waitingCount - pool.idleCount))
  })
}

const WRITABLE = `SELECT NOT (pg_is_in_recovery() OR current_setting('transaction_read_only')::bool) AS writable`
/** A busy pool is able if a connection came back within this time. */
const BUSY_MS = 5_000

/** Checks that the server takes writes, and renews connections that cannot write. */
function writableCheck(pool: Pool): () => Promise<true | Outage> {
  let releasedAt = -Infinity
  pool.on('release', (error) => {
    if (!error) releasedAt = performance.now()
  })
  const isBusy = (): boolean => pool.idleCount === 0 && pool.totalCount >= pool.options.max
  return async () => {
    if (isBusy() && performance.now() - releasedAt < BUSY_MS) return true
    const { rows } = await pool.query<{ writable: boolean }>(WRITABLE)
    if (rows[0]?.writable) return true
    discardIdle(pool)
    return 'read-only'
  }
}

function discardIdle(pool: Pool): void {
  for (let left = pool.idleCount; left > 0; left--) {
    pool.connect().then(
      (idle) => idle.release(true),
      () => undefined,
    )
  }
}

/** Failures that other connections probably share. */
const SHARED: ReadonlySet<Outage | undefined> = new Set(['read-only', 'lost'])
const DISCARD_AGAIN_MS = 1_000

function discardNeighbours(pool: Pool): void {
  let discardedAt = -Infinity
  pool.on('release', (error) => {
    if (!SHARED.has(outageOf(error)) || performance.now() - discardedAt < DISCARD_AGAIN_MS) return
    discardedAt = performance.now()
    discardIdle(pool)
  })
}

/** Margin after the server's own statement timeout. */
const GONE_AFTER_MS = 1_000

/** Statement timeout for server and client. */
export const statementTime = (ms: number) => ({ statement_timeout: ms, query_timeout: ms + GONE_AFTER_MS })

/** Applies to the following statements. */
export async function setStatementTimeout(tx: pg.PoolClient, ms: number): Promise<void> {
  setClientTimeout(tx, ms)
  await tx.query(`SET LOCAL statement_timeout = ${ms}`)
}

/** Sets the client's timeout alone. */
export function setClientTimeout(tx: pg.PoolClient, ms?: number): void {
  const { connectionParameters: settings } = tx as unknown as { connectionParameters: ReturnType<typeof statementTime> }
  settings.query_timeout = statementTime(ms ?? settings.statement_timeout).query_timeout
}

/** A pool of connections to one schema. */
export type Database = pg.Pool
/** A connection with an open transaction. */
export type Transaction = pg.PoolClient

/** Frozen pods keep their locks this long. */
const IDLE_MS = 30_000

/** Settings that a connection sends at its start, and a pooler ignores. */
export const sessionOptions = (searchPath: string, idleMs = IDLE_MS): string =>
  `-c search_path=${searchPath} -c idle_in_transaction_session_timeout=${idleMs} ${KEEP_ALIVE.options}`

// Our ids, amounts and times stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * `schema` is the search path. A connection silent for a second beyond `timeoutMs` is dropped. The server ends transactions
 * that wait `idleMs` for their next statement.
 */
export function createDatabase(options: {
  url: string
  schema: string
  log: Logger
  max?: number
  timeoutMs?: number
  idleMs?: number
  metrics?: Metrics
}): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 3_000,
    ...statementTime(options.timeoutMs ?? 5_000),
    ...KEEP_ALIVE,
    options: sessionOptions(options.schema, options.idleMs),
  })
  pool.on('error', (error) => options.log.warn({ err: error }, 'a PostgreSQL connection was lost'))
  discardNeighbours(pool)
  if (options.metrics) measureDatabase(options.metrics, pool)
  return pool
}

/** Statement that a connection parses and plans once, under a name that no other statement of the service has. */
export const prepared =
  (name: string, text: string) =>
  (values: unknown[]): pg.QueryConfig => ({ name, text, values })

/** Closes the pool without waiting for a silent server. */
export const closeDatabase = (database: Database): Promise<void> => settleWithin(CLOSE_WITHIN_MS, database.end())

const CLOSE_WITHIN_MS = 2_000

/** Rejects if `work` swallowed a failure: nothing would be stored. */
export async function inTransaction<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const tx = await database.connect()
  // The pool ignores checked-out connections, whose errors would end the process.
  const ignoreError = (): void => undefined
  tx.on('error', ignoreError)
  const release = (broken?: Error): void => {
    if (!broken) tx.off('error', ignoreError)
    setClientTimeout(tx)
    tx.release(broken)
  }
  try {
    await tx.query('BEGIN')
    const result = await work(tx)
    const { command } = await tx.query('COMMIT')
    if (command === 'ROLLBACK') throw new Error('a transaction was rolled back: one of its statements failed')
    release()
    return result
  } catch (error) {
    // Unfit connections must not return to the pool.
    const broken = UNFIT.has(outageOf(error)) || !(await rolledBack(tx))
    release(broken ? toError(error) : undefined)
    throw error
  }
}

const UNFIT: ReadonlySet<Outage | undefined> = new Set(['lost', 'read-only'])

const rolledBack = (tx: Transaction): Promise<boolean> =>
  tx.query('ROLLBACK').then(
    () => true,
    () => false,
  )

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

const BATCH = 2_000

/** Streams rows in batches; one stream at a time in a transaction. */
export async function* readAll<Row extends object>(tx: Transaction, statement: string): AsyncGenerator<Row> {
  await tx.query(`DECLARE reading NO SCROLL CURSOR FOR ${statement}`)
  let rows: readonly Row[]
  do {
    ;({ rows } = await tx.query<Row>(`FETCH ${BATCH} FROM reading`))
    yield* rows
  } while (rows.length === BATCH)
  await tx.query('CLOSE reading')
}
