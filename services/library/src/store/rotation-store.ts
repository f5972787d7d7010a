import type { Database } from '@kla/chassis'
import type { Category } from '@kla/proto/web'
import { changeRotation } from './change-rotation.js'

export interface RotationGif {
  readonly id: number
  readonly gifUrl: string
  readonly thumbnail: string
}

export interface Rotation {
  readonly version: string
  readonly gifs: readonly RotationGif[]
}

/** A GIF to be put into rotation. */
export interface NewGif {
  readonly gifUrl: string
  readonly thumbnail: string
  readonly categories: readonly Category[]
}

export interface RotationStore {
  version(category: Category): Promise<string>
  /** The live GIFs of a category, and the version of exactly this list. */
  list(category: Category): Promise<Rotation>
  /**
   * Adds, as live, what is not there yet and answers how many GIFs were new. What an administrator has hidden or
   * blocked stays so.
   */
  add(gifs: readonly NewGif[]): Promise<number>
}

// One statement sees one state, so the list and its version belong together.
const LIST = `
SELECT categories.revision, gifs.id, gifs.gif_url, gifs.thumbnail
FROM categories
LEFT JOIN gif_tags ON gif_tags.tag = categories.name
LEFT JOIN gifs ON gifs.id = gif_tags.gif_id AND gifs.dealt
WHERE categories.name = $1
ORDER BY gifs.id`

const ADD_GIF = `
INSERT INTO gifs (gif_url, thumbnail, state)
SELECT $1, $2, 'live' WHERE NOT EXISTS (SELECT FROM blocked_addresses WHERE gif_url = $1)
ON CONFLICT (gif_url) DO UPDATE SET thumbnail = EXCLUDED.thumbnail WHERE gifs.thumbnail <> EXCLUDED.thumbnail
RETURNING xmax = 0 AS added`

const ADD_TAGS = `
INSERT INTO gif_tags (gif_id, tag)
SELECT gifs.id, tag FROM gifs, unnest($2::text[]) AS tag WHERE gif_url = $1
ON CONFLICT DO NOTHING`

interface Row {
  readonly revision: number
  readonly id: number | null
  readonly gif_url: string
  readonly thumbnail: string
}

export const createRotationStore = (database: Database): RotationStore => ({
  async version(category) {
    const { rows } = await database.query<Row>('SELECT revision FROM categories WHERE name = $1', [category])
    return String(rows[0]?.revision)
  },
  async list(category) {
    const { rows } = await database.query<Row>(LIST, [category])
    const gifs = rows.flatMap(({ id, gif_url: gifUrl, thumbnail }) => (id === null ? [] : [{ id, gifUrl, thumbnail }]))
    return { version: String(rows[0]?.revision), gifs }
  },
  add: (gifs) =>
    changeRotation(database, async (tx) => {
      let added = 0
      for (const gif of gifs) {
        const { rows } = await tx.query<{ added: boolean }>(ADD_GIF, [gif.gifUrl, gif.thumbnail])
        if (rows[0]?.added) added++
        await tx.query(ADD_TAGS, [gif.gifUrl, gif.categories])
      }
      return added
    }),
})
