import type { Category } from '@kla/proto/web'
import type { GifState } from '../domain/gif-state.js'

/** A GIF as GIF control sees it. */
export interface Gif {
  readonly id: number
  readonly gifUrl: string
  readonly thumbnail: string
  readonly tags: readonly Category[]
  readonly state: GifState
  readonly broken: boolean
  /** SHA-256 of what its address held when it was last fetched. */
  readonly contentDigest: string | undefined
  readonly createdAtMs: number
}

export interface GifRow {
  readonly id: number
  readonly gif_url: string
  readonly thumbnail: string
  readonly tags: Category[]
  readonly state: GifState
  readonly broken: boolean
  readonly content_digest: string | null
  readonly created_at: Date
}

/** The columns of a {@link GifRow}, of the table `gifs`. */
export const GIF_COLUMNS = `gifs.id, gif_url, thumbnail, state, broken, content_digest, created_at,
  array(SELECT tag FROM gif_tags WHERE gif_id = gifs.id ORDER BY tag) AS tags`

export const gifOf = (row: GifRow): Gif => ({
  id: row.id,
  gifUrl: row.gif_url,
  thumbnail: row.thumbnail,
  tags: row.tags,
  state: row.state,
  broken: row.broken,
  contentDigest: row.content_digest ?? undefined,
  createdAtMs: row.created_at.getTime(),
})
