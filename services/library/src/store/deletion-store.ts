import { insertFact, type Database, type OutboxFact } from '@kla/chassis'
import { changeRotation } from './change-rotation.js'

export interface Deleted {
  readonly deletedAtMs: number
  readonly held: boolean
}

/** GIFs that are on their way out. Each change lays its fact in the outbox; where nothing changes, nothing is told. */
export interface DeletionStore {
  /** Hides a GIF from everything. One that is deleted already stays as it is; undefined when there is none. */
  remove(id: number, audited: OutboxFact): Promise<Deleted | undefined>
  /** The same of several, without those that are blocked; answers how many. It is told of in any case. */
  removeAll(ids: readonly number[], audited: (removed: readonly number[]) => OutboxFact): Promise<number>
  /** Keeps a GIF from being erased, deleted or not, or no longer. Answers whether there is one. */
  hold(id: number, reason: string | undefined, audited: OutboxFact): Promise<boolean>
  /** Erases what was deleted that long ago and is not held, at most `limit`; answers how many. */
  erase(retentionMs: number, limit: number): Promise<number>
}

// What a blocked GIF holds is still to be found out, so that it is known wherever it comes back.
const HIDE = `
UPDATE gifs SET deleted_at = now(), goes_live = false, look_at = CASE WHEN state = 'blocked' THEN look_at END
WHERE id = ANY ($1) AND deleted_at IS NULL`

// A change of the rotation like the others, so that nothing is erased that somebody is about to hold.
const HOLD = 'UPDATE gifs SET hold_reason = $2 WHERE id = $1 AND hold_reason IS DISTINCT FROM $2'

const ERASE = `
DELETE FROM gifs WHERE id IN (
  SELECT id FROM gifs
  WHERE deleted_at < now() - $1 * interval '1 ms' AND hold_reason IS NULL
  ORDER BY deleted_at LIMIT $2)`

export const createDeletionStore = (database: Database): DeletionStore => ({
  remove: (id, audited) =>
    changeRotation(database, async (tx) => {
      const { rowCount } = await tx.query(HIDE, [[id]])
      if (rowCount === 1) await insertFact(tx, audited)
      const { rows } = await tx.query<{ deleted_at: Date; held: boolean }>(
        'SELECT deleted_at, hold_reason IS NOT NULL AS held FROM gifs WHERE id = $1',
        [id],
      )
      return rows[0] && { deletedAtMs: rows[0].deleted_at.getTime(), held: rows[0].held }
    }),
  removeAll: (ids, audited) =>
    changeRotation(database, async (tx) => {
      const { rows } = await tx.query<{ id: number }>(`${HIDE} AND state <> 'blocked' RETURNING id`, [ids])
      await insertFact(tx, audited(rows.map(({ id }) => id)))
      return rows.length
    }),
  hold: (id, reason, audited) =>
    changeRotation(database, async (tx) => {
      const { rowCount } = await tx.query(HOLD, [id, reason ?? null])
      if (rowCount === 1) await insertFact(tx, audited)
      else if ((await tx.query('SELECT FROM gifs WHERE id = $1', [id])).rowCount === 0) return false
      return true
    }),
  erase: (retentionMs, limit) =>
    changeRotation(database, async (tx) => {
      const { rowCount } = await tx.query(ERASE, [retentionMs, limit])
      return rowCount ?? 0
    }),
})
