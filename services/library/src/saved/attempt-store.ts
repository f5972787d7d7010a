import { type Database, inTransaction, KlaError } from '@kla/chassis'
import { isReason, type Reason } from '@kla/proto/web'
import {
  type DecidedAttempt,
  isDecided,
  type SaveAttempt,
  type SaveDecision,
  SAVED_MAX,
  type SaveObstacles,
  type WantedSave,
} from './rules.js'

/** Attempts from intent to decision. */
export interface SavedAttemptStore {
  find(accountId: number, commandId: string): Promise<SaveAttempt | undefined>
  obstacles(accountId: number, gifUrl: string): Promise<SaveObstacles>
  open(wanted: WantedSave, refused: Reason | undefined): Promise<SaveAttempt>
  /** Abandons it if older than `withinMs`, not savable, or the library is full. Decisions are final. */
  save(id: number, withinMs: number): Promise<DecidedAttempt>
  abandon(id: number, refused: Reason): Promise<DecidedAttempt>
}

/** Longer than the deciding pod takes to settle. */
const SETTLE_LEASE_MS = 5_000

const BY_COMMAND = 'SELECT * FROM saved_gifs WHERE account_id = $1 AND command_id = $2'
const BY_ID = 'SELECT * FROM saved_gifs WHERE id = $1'

// Also counts blocked ones: they may come back.
const fullOf = (account: string): string => `(
  SELECT count(*) FROM saved_gifs WHERE account_id = ${account} AND state = 'saved' AND hidden_at IS NULL
) >= ${SAVED_MAX} AS full`

const OBSTACLES = `
SELECT
  EXISTS (SELECT FROM blocked_addresses WHERE gif_url = $2) AS blocked,
  EXISTS (
    SELECT FROM saved_gifs WHERE account_id = $1 AND gif_url = $2 AND state = 'saved' AND hidden_at IS NULL
  ) AS saved,
  ${fullOf('$1')}`

// Saves of an account count one after the other. The count is a later statement, which sees what the lock waited for.
const LOCK = `
SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':saved:' || account_id, 0))
FROM saved_gifs WHERE id = $1`

const FULL = `SELECT ${fullOf('(SELECT account_id FROM saved_gifs WHERE id = $1)')}`

// Early refusals need no settling.
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
    async obstacles(accountId, gifUrl) {
      const { rows } = await database.query<SaveObstacles>(OBSTACLES, [accountId, gifUrl])
      return rows[0] as SaveObstacles
    },
    async open(wanted, refused) {
      const { accountId, commandId, gifUrl, thumbnail } = wanted
      const row = await first(OPEN, [accountId, commandId, gifUrl, thumbnail, refused ?? null])
      const attempt = row ? attemptOf(row) : await find(accountId, commandId)
      return attempt ?? decidedAttemptOf(undefined)
    },
    async save(id, withinMs) {
      try {
        const row = await inTransaction(database, async (tx) => {
          await tx.query(LOCK, [id])
          const { rows } = await tx.query<{ full: boolean }>(FULL, [id])
          return rows[0]?.full ? 'full' : (await tx.query<SavedRow>(SAVE, [id, withinMs])).rows[0]
        })
        if (row === 'full') return await abandon(id, 'LIBRARY_FULL')
        return row ? decidedAttemptOf(row) : await abandon(id, 'UNAVAILABLE')
      } catch (error) {
        if (isTaken(error)) return abandon(id, 'ALREADY_SAVED')
        throw error
      }
    },
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'saved_gifs_visible'

interface Unsettled {
  readonly count: number
  readonly oldestMs: number
}

/** Decisions that commerce has not acknowledged. */
export interface SavedSettlementStore {
  abandonOld(olderThanMs: number, limit: number): Promise<number>
  /** Claims decisions to settle; failures return, each time later. */
  claim(limit: number): Promise<readonly DecidedAttempt[]>
  settled(id: number): Promise<void>
  unsettled(): Promise<Unsettled>
  forget(olderThanMs: number, limit: number): Promise<number>
}

const ABANDON_OLD = `
UPDATE saved_gifs SET state = 'abandoned', refused = 'UNAVAILABLE', settle_at = now()
WHERE id IN (
  SELECT id FROM saved_gifs
  WHERE state = 'pending' AND settled_at IS NULL AND created_at <= now() - $1 * interval '1 ms'
  ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
)`

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

// Commerce keeps the released key for weeks more: a late repeat gets nothing free.
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

interface SavedRow {
  readonly id: number
  readonly account_id: number
  readonly command_id: string
  readonly gif_url: string
  readonly thumbnail: string
  readonly state: 'pending' | 'saved' | 'abandoned'
  readonly refused: string | null
  readonly saved_at: Date | null
  readonly settled_at: Date | null
}

const attemptOf = (row: SavedRow): SaveAttempt => ({
  id: row.id,
  accountId: row.account_id,
  commandId: row.command_id,
  gifUrl: row.gif_url,
  thumbnail: row.thumbnail,
  decision: decisionOf(row),
  settled: row.settled_at !== null,
})

function decidedAttemptOf(row: SavedRow | undefined): DecidedAttempt {
  const attempt = row && attemptOf(row)
  if (attempt && isDecided(attempt)) return attempt
  throw new KlaError('INTERNAL', undefined, { cause: new Error('a decided save is not what it was') })
}

function decisionOf({ state, refused, saved_at: savedAt }: SavedRow): SaveDecision | undefined {
  if (state === 'saved' && savedAt) return { state, savedAtMs: savedAt.getTime() }
  if (state !== 'abandoned') return undefined
  return { state, refused: refused !== null && isReason(refused) ? refused : 'INTERNAL' }
}
