import type { Database } from '@kla/chassis'

/** Endings in PostgreSQL until Redis can carry them out. */
export interface UnfinishedEndings {
  put(ending: UnfinishedEnding): Promise<void>
  list(): Promise<UnfinishedEnding[]>
  remove(sessionKey: string): Promise<void>
}

export interface UnfinishedEnding {
  readonly sessionKey: string
  readonly everywhere: boolean
}

const PUT = `
INSERT INTO unfinished_endings (session_key, everywhere) VALUES ($1, $2)
ON CONFLICT (session_key) DO UPDATE SET everywhere = unfinished_endings.everywhere OR excluded.everywhere`

const BATCH = 100

export const createUnfinishedEndings = (database: Pick<Database, 'query'>): UnfinishedEndings => ({
  async put({ sessionKey, everywhere }) {
    await database.query(PUT, [sessionKey, everywhere])
  },
  async list() {
    const { rows } = await database.query<UnfinishedEnding>(
      'SELECT session_key AS "sessionKey", everywhere FROM unfinished_endings ORDER BY ended_at LIMIT $1',
      [BATCH],
    )
    return rows
  },
  async remove(sessionKey) {
    await database.query('DELETE FROM unfinished_endings WHERE session_key = $1', [sessionKey])
  },
})
