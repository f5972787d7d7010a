import type { Database } from '@kla/chassis'
import { changeRotation } from './change-rotation.js'

export interface Link {
  readonly id: number
  readonly gifUrl: string
  readonly live: boolean
}

/** The addresses of all GIFs that are neither blocked nor deleted, and whether they are well. */
export interface LinkStore {
  /** In the order of their ids. */
  page(limit: number, offset: number): Promise<readonly Link[]>
  /** Of these ids, those there are. */
  these(ids: readonly number[]): Promise<readonly Link[]>
  /** What was found. What merely did not answer is looked at again in a while, and dealt again once it does. */
  mark(found: { well: readonly number[]; gone: readonly number[]; silent: readonly number[] }): Promise<void>
}

const PAGE = `
SELECT id, gif_url, state = 'live' AS live FROM gifs
WHERE state <> 'blocked' AND deleted_at IS NULL ORDER BY id LIMIT $1 OFFSET $2`

const THESE = `
SELECT id, gif_url, state = 'live' AS live FROM gifs
WHERE id = ANY ($1::bigint[]) AND state <> 'blocked' AND deleted_at IS NULL ORDER BY id`

const MARK_WELL = 'UPDATE gifs SET broken = false, looks = 0 WHERE id = ANY ($1) AND broken'
const MARK_GONE = 'UPDATE gifs SET broken = true WHERE id = ANY ($1) AND NOT broken'
const MARK_SILENT = `
UPDATE gifs SET broken = true, look_at = coalesce(look_at, now() + interval '1 minute')
WHERE id = ANY ($1) AND state <> 'blocked' AND deleted_at IS NULL`

interface Row {
  id: number
  gif_url: string
  live: boolean
}
const linkOf = ({ id, gif_url: gifUrl, live }: Row): Link => ({ id, gifUrl, live })

export const createLinkStore = (database: Database): LinkStore => ({
  page: async (limit, offset) => (await database.query<Row>(PAGE, [limit, offset])).rows.map(linkOf),
  these: async (ids) => (await database.query<Row>(THESE, [ids])).rows.map(linkOf),
  mark: ({ well, gone, silent }) =>
    changeRotation(database, async (tx) => {
      await tx.query(MARK_WELL, [well])
      await tx.query(MARK_GONE, [gone])
      await tx.query(MARK_SILENT, [silent])
    }),
})
