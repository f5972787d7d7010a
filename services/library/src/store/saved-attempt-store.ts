import type { Database } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'
import type { DecidedAttempt, SaveAttempt, WantedSave } from '../domain/saved-attempt.js'
import type { AddressStanding } from '../domain/saved-gif.js'
import { attemptOf, decidedAttemptOf, type SavedRow } from './saved-rows.js'

/** Attempts to save a GIF, each from its intent to its decision. */
export interface SavedAttemptStore {
  find(accountId: number, commandId: string): Promise<SaveAttempt | undefined>
  standing(accountId: number, gifUrl: string): Promise<AddressStanding>
  /** Notes what is wanted, or that it is refused; answers the attempt of this command that came first. */
  open(wanted: WantedSave, refused: Reason | undefined): Promise<SaveAttempt>
  /**
   * Saves what is pending and not older than `withinMs`. Whatever keeps it from that abandons it, and a decision
   * that was made before stands. Answers the decision.
   */
  save(id: number, withinMs: number): Promise<DecidedAttempt>
  /** Abandons what is pending. A decision that was made before stands. Answers the decision. */
  abandon(id: number, refused: Reason): Promise<DecidedAttempt>
}

/** Until then, telling commerce of a decision is left to whoever has made it. Longer than that may take. */
export const SETTLE_LEASE_MS = 5_000

const BY_COMMAND = 'SELECT * FROM saved_gifs WHERE account_id = $1 AND command_id = $2'
const BY_ID = 'SELECT * FROM saved_gifs WHERE id = $1'

const STANDING = `
SELECT
  EXISTS (SELECT FROM blocked_addresses WHERE gif_url = $2) AS blocked,
  EXISTS (
    SELECT FROM saved_gifs WHERE account_id = $1 AND gif_url = $2 AND state = 'saved' AND hidden_at IS NULL
  ) AS saved`

// What is refused at once has cost commerce nothing, so there is nothing to settle.
const OPEN = `
INSERT INTO saved_gifs (account_id, command_id, gif_url, thumbnail, state, refused, settled_at)
VALUES ($1, $2, $3, $4, CASE WHEN $5::text IS NULL THEN 'pending' ELSE 'abandoned' END, $5,
  CASE WHEN $5::text IS NULL THEN NULL ELSE now() END)
ON CONFLICT (account_id, command_id) DO NOTHING
RETURNING *`

const SAVE = `
UPDATE saved_gifs SET state = 'saved', saved_at = now(), settle_at = now() + ${SETTLE_LEASE_MS} * interval '1 ms'
WHERE id = $1 AND state = 'pending' AND created_at > now() - $2 * interval '1 ms'
RETURNING *`

const ABANDON = `
UPDATE saved_gifs SET state = 'abandoned', refused = $2, settle_at = now() + ${SETTLE_LEASE_MS} * interval '1 ms'
WHERE id = $1 AND state = 'pending'
RETURNING *`

export function createSavedAttemptStore(database: Database): SavedAttemptStore {
  const first = async (sql: string, values: unknown[]): Promise<SavedRow | undefined> =>
    (await database.query<SavedRow>(sql, values)).rows[0]

  const find = async (accountId: number, commandId: string): Promise<SaveAttempt | undefined> => {
    const row = await first(BY_COMMAND, [accountId, commandId])
    return row && attemptOf(row)
  }

  const abandon = async (id: number, refused: Reason): Promise<DecidedAttempt> =>
    decidedAttemptOf((await first(ABANDON, [id, refused])) ?? (await first(BY_ID, [id])))

  return {
    find,
    abandon,
    async standing(accountId, gifUrl) {
      const { rows } = await database.query<AddressStanding>(STANDING, [accountId, gifUrl])
      return rows[0] as AddressStanding
    },
    async open(wanted, refused) {
      const { accountId, commandId, gifUrl, thumbnail } = wanted
      const row = await first(OPEN, [accountId, commandId, gifUrl, thumbnail, refused ?? null])
      const attempt = row ? attemptOf(row) : await find(accountId, commandId)
      return attempt ?? decidedAttemptOf(undefined)
    },
    async save(id, withinMs) {
      try {
        const row = await first(SAVE, [id, withinMs])
        return row ? decidedAttemptOf(row) : await abandon(id, 'UNAVAILABLE')
      } catch (error) {
        if (isTaken(error)) return abandon(id, 'ALREADY_SAVED')
        throw error
      }
    },
  }
}

/** Whether another attempt has saved the same address. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'saved_gifs_visible'
