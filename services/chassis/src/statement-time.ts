import type pg from 'pg'

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
