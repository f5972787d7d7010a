import type { Database } from '@kla/chassis'
import type { SavedGif } from './rules.js'

/** Without hidden and blocked GIFs. */
export interface SavedGifStore {
  /** Newest first. */
  list(accountId: number): Promise<readonly SavedGif[]>
  find(accountId: number, gifUrl: string): Promise<SavedGif | undefined>
  /** False when it was never saved. */
  hide(accountId: number, id: number): Promise<boolean>
}

/** Limit of the contract. */
const LIST_MAX = 2_000

const VISIBLE = `
SELECT id, gif_url, thumbnail, saved_at FROM saved_gifs
WHERE account_id = $1 AND state = 'saved' AND hidden_at IS NULL
  AND NOT EXISTS (SELECT FROM blocked_addresses AS blocked WHERE blocked.gif_url = saved_gifs.gif_url)`

const LIST = `${VISIBLE} ORDER BY saved_at DESC, id DESC LIMIT ${LIST_MAX}`
const FIND = `${VISIBLE} AND gif_url = $2`

const HIDE = `
UPDATE saved_gifs SET hidden_at = coalesce(hidden_at, now()) WHERE account_id = $1 AND id = $2 AND state = 'saved'`

interface Row {
  readonly id: number
  readonly gif_url: string
  readonly thumbnail: string
  readonly saved_at: Date
}

const savedGifOf = (row: Row): SavedGif => ({
  id: row.id,
  gifUrl: row.gif_url,
  thumbnail: row.thumbnail,
  savedAtMs: row.saved_at.getTime(),
})

export const createSavedGifStore = (database: Database): SavedGifStore => ({
  async list(accountId) {
    const { rows } = await database.query<Row>(LIST, [accountId])
    return rows.map(savedGifOf)
  },
  async find(accountId, gifUrl) {
    const { rows } = await database.query<Row>(FIND, [accountId, gifUrl])
    return rows.map(savedGifOf)[0]
  },
  async hide(accountId, id) {
    const { rowCount } = await database.query(HIDE, [accountId, id])
    return rowCount === 1
  },
})
