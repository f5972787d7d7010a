import { type Database, inTransaction } from '@kla/chassis'
import { SAFETY_EXITS_PER_DAY } from '@kla/proto/web'

/** Panic exits from ties, of which some are excused. */
export interface SafetyExits {
  /** True if excused; final for a room. */
  record(accountId: number, roomId: string, atMs: number): Promise<boolean>
  prune(nowMs: number): Promise<void>
}

/** Longer than the stream keeps events. */
const KEPT_MS = 8 * 86_400_000

export const createSafetyExits = (database: Database): SafetyExits => ({
  record: (accountId, roomId, atMs) =>
    inTransaction(database, async (tx) => {
      await tx.query(
        `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':safety-exits:' || $1::text, 0))`,
        [accountId],
      )
      // Events reorder, so the limit holds around each exit.
      const { rows } = await tx.query<{ excused: boolean }>(
        `WITH near AS (
           SELECT count(*) AS excused FROM safety_exits
           WHERE account_id = $1 AND excused AND at > $3::timestamptz - interval '24 hours' AND at < $3::timestamptz + interval '24 hours'
         )
         INSERT INTO safety_exits (account_id, room_id, at, excused)
         SELECT $1, $2, $3, excused < $4 FROM near
         ON CONFLICT (account_id, room_id) DO UPDATE SET excused = safety_exits.excused
         RETURNING excused`,
        [accountId, roomId, new Date(atMs), SAFETY_EXITS_PER_DAY],
      )
      return rows[0]?.excused ?? true
    }),

  async prune(nowMs) {
    await database.query('DELETE FROM safety_exits WHERE at < $1', [new Date(nowMs - KEPT_MS)])
  },
})
