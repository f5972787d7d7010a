import type { Database } from '@kla/chassis'

/** Endings in PostgreSQL until Redis has carried them out, and its replicas with it. */
export interface UnfinishedEndings {
  /** `afterMs`: when it is due. */
  put(ending: UnfinishedEnding, afterMs: number): Promise<void>
  /** Lists endings that are due, at most UNFINISHED_BATCH. */
  listDue(): Promise<UnfinishedEnding[]>
  /** Leaves the session alone to end, once the account's others have ended. */
  narrow(sessionKey: string): Promise<void>
  remove(sessionKey: string): Promise<void>
}

export interface UnfinishedEnding {
  readonly sessionKey: string
  readonly everywhere: boolean
}

const PUT = `
INSERT INTO unfinished_endings (session_key, everywhere, due_at) VALUES ($1, $2, now() + $3 * interval '1 ms')
ON CONFLICT (session_key) DO UPDATE
SET everywhere = unfinished_endings.everywhere OR excluded.everywhere, due_at = excluded.due_at`

export const UNFINISHED_BATCH = 100
const LIST_DUE = `
SELECT session_key AS "sessionKey", everywhere FROM unfinished_endings
WHERE due_at <= now() ORDER BY due_at LIMIT $1`

export const createUnfinishedEndings = (database: Pick<Database, 'query'>): UnfinishedEndings => ({
  async put({ sessionKey, everywhere }, afterMs) {
    await database.query(PUT, [sessionKey, everywhere, afterMs])
  },
  async listDue() {
    const { rows } = await database.query<UnfinishedEnding>(LIST_DUE, [UNFINISHED_BATCH])
    return rows
  },
  async narrow(sessionKey) {
    await database.query('UPDATE unfinished_endings SET everywhere = false WHERE session_key = $1', [sessionKey])
  },
  async remove(sessionKey) {
    await database.query('DELETE FROM unfinished_endings WHERE session_key = $1', [sessionKey])
  },
})
