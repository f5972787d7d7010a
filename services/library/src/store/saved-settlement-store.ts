import type { Database } from '@kla/chassis'
import type { DecidedAttempt } from '../domain/saved-attempt.js'
import { SETTLE_LEASE_MS } from './saved-attempt-store.js'
import { decidedAttemptOf, type SavedRow } from './saved-rows.js'

/** What is not over: attempts that nobody has decided, and decisions that commerce has not acknowledged. */
export interface Unsettled {
  readonly count: number
  /** Age of the oldest, 0 when there is none. */
  readonly oldestMs: number
}

/** The far side of an attempt: what others left behind. Any number of pods share it without waiting for each other. */
export interface SavedSettlementStore {
  /** Abandons what has been pending for `olderThanMs`, at most `limit` of them; answers how many. */
  abandonOld(olderThanMs: number, limit: number): Promise<number>
  /** Takes decisions that commerce has yet to be told, at most `limit`. What fails comes back, each time later. */
  claim(limit: number): Promise<readonly DecidedAttempt[]>
  /** Commerce has acknowledged. */
  settled(id: number): Promise<void>
  unsettled(): Promise<Unsettled>
  /** Forgets abandoned attempts whose end is `olderThanMs` ago, at most `limit`; answers how many. */
  forget(olderThanMs: number, limit: number): Promise<number>
}

const ABANDON_OLD = `
UPDATE saved_gifs SET state = 'abandoned', refused = 'UNAVAILABLE', settle_at = now()
WHERE id IN (
  SELECT id FROM saved_gifs
  WHERE state = 'pending' AND settled_at IS NULL AND created_at <= now() - $1 * interval '1 ms'
  ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
)`

/** The pause after a failure doubles up to this, so that one row that cannot be settled is no burden. */
const PAUSE_MAX_MS = 60_000

const CLAIM = `
UPDATE saved_gifs SET
  settle_tries = settle_tries + 1,
  settle_at = now() + least(${SETTLE_LEASE_MS} * 2 ^ least(settle_tries, 10), ${PAUSE_MAX_MS}) * interval '1 ms'
WHERE id IN (
  SELECT id FROM saved_gifs WHERE settled_at IS NULL AND settle_at <= now()
  ORDER BY settle_at LIMIT $1 FOR UPDATE SKIP LOCKED
)
RETURNING *`

const UNSETTLED = `
SELECT count(*) AS count, coalesce(extract(epoch FROM now() - min(created_at)) * 1000, 0)::bigint AS oldest
FROM saved_gifs WHERE settled_at IS NULL`

// The key stays released in commerce for weeks more, so that a repeat that comes even later gets nothing for nothing.
const FORGET = `
DELETE FROM saved_gifs WHERE id IN (
  SELECT id FROM saved_gifs WHERE state = 'abandoned' AND settled_at <= now() - $1 * interval '1 ms'
  ORDER BY settled_at LIMIT $2 FOR UPDATE SKIP LOCKED
)`

export const createSavedSettlementStore = (database: Database): SavedSettlementStore => ({
  async abandonOld(olderThanMs, limit) {
    const { rowCount } = await database.query(ABANDON_OLD, [olderThanMs, limit])
    return rowCount ?? 0
  },
  async claim(limit) {
    const { rows } = await database.query<SavedRow>(CLAIM, [limit])
    return rows.map(decidedAttemptOf)
  },
  async settled(id) {
    await database.query(
      'UPDATE saved_gifs SET settled_at = now(), settle_at = NULL WHERE id = $1 AND settle_at IS NOT NULL',
      [id],
    )
  },
  async unsettled() {
    const { rows } = await database.query<{ count: number; oldest: number }>(UNSETTLED)
    return { count: rows[0]?.count ?? 0, oldestMs: rows[0]?.oldest ?? 0 }
  },
  async forget(olderThanMs, limit) {
    const { rowCount } = await database.query(FORGET, [olderThanMs, limit])
    return rowCount ?? 0
  },
})
