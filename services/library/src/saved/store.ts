import type { Database } from '@kla/chassis'
import type { LabelledActs } from '@kla/proto/web'
import { SAVED_MAX, type SavedGif } from './rules.js'

type ListedGif = SavedGif & { readonly acts: LabelledActs }

/** Saved GIFs, neither hidden nor blocked. */
export interface SavedGifStore {
  list(accountId: number): Promise<readonly ListedGif[]>
  find(accountId: number, gifUrl: string): Promise<ListedGif | undefined>
  hide(accountId: number, id: number): Promise<boolean>
}

const VISIBLE = `
SELECT saved_gifs.id, saved_gifs.gif_url, saved_gifs.thumbnail, saved_at, acts
FROM saved_gifs
LEFT JOIN gifs ON gifs.gif_url = saved_gifs.gif_url
WHERE account_id = $1 AND saved_gifs.state = 'saved' AND hidden_at IS NULL
  AND NOT EXISTS (SELECT FROM blocked_addresses AS blocked WHERE blocked.gif_url = saved_gifs.gif_url)`

const LIST = `${VISIBLE} ORDER BY saved_at DESC, saved_gifs.id DESC LIMIT ${SAVED_MAX}`
const FIND = `${VISIBLE} AND saved_gifs.gif_url = $2`

const HIDE = `
UPDATE saved_gifs SET hidden_at = coalesce(hidden_at, now()) WHERE account_id = $1 AND id = $2 AND state = 'saved'`

interface Row {
  readonly id: number
  readonly gif_url: string
  readonly thumbnail: string
  readonly saved_at: Date
  readonly acts: string[] | null
}

const listedGifOf = (row: Row): ListedGif => ({
  id: row.id,
  gifUrl: row.gif_url,
  thumbnail: row.thumbnail,
  savedAtMs: row.saved_at.getTime(),
  acts: row.acts,
})

export const createSavedGifStore = (database: Database): SavedGifStore => ({
  async list(accountId) {
    const { rows } = await database.query<Row>(LIST, [accountId])
    return rows.map(listedGifOf)
  },
  async find(accountId, gifUrl) {
    const { rows } = await database.query<Row>(FIND, [accountId, gifUrl])
    return rows.map(listedGifOf)[0]
  },
  async hide(accountId, id) {
    const { rowCount } = await database.query(HIDE, [accountId, id])
    return rowCount === 1
  },
})
