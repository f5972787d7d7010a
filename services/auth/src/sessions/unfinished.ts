import type { Database } from '@kla/chassis'

/** Endings that Redis could not carry out, in PostgreSQL until it can. */
export interface UnfinishedEndings {
  put(sessionKey: string): Promise<void>
  /** Session keys, oldest first; a batch. */
  list(): Promise<string[]>
  remove(sessionKey: string): Promise<void>
}

const BATCH = 100

export const createUnfinishedEndings = (database: Pick<Database, 'query'>): UnfinishedEndings => ({
  async put(sessionKey) {
    await database.query('INSERT INTO unfinished_endings (session_key) VALUES ($1) ON CONFLICT DO NOTHING', [sessionKey])
  },
  async list() {
    const { rows } = await database.query<{ session_key: string }>(
      'SELECT session_key FROM unfinished_endings ORDER BY ended_at LIMIT $1',
      [BATCH],
    )
    return rows.map((row) => row.session_key)
  },
  async remove(sessionKey) {
    await database.query('DELETE FROM unfinished_endings WHERE session_key = $1', [sessionKey])
  },
})
