import {
  type Database,
  insertEvent,
  inTransaction,
  type OutboxEvent,
  storedDetails,
  type Transaction,
} from '@kla/chassis'
import { type Category, type LabelledActs, type Versioned } from '@kla/proto/web'
import type { ChangedBy } from './audit.js'

// Every change locks this first: no deadlocks, and no GIF goes live while its content is blocked.
const LOCK_CATEGORIES = 'SELECT FROM categories ORDER BY name FOR NO KEY UPDATE'

export const changeRotation = <T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  inTransaction(database, async (tx) => {
    await tx.query(LOCK_CATEGORIES)
    return work(tx)
  })

/** Raises the version; values from `$<place>` as in {@link stampOf}. */
export const stampAt = (place: number): string =>
  `version = version + 1, changed_at = $${place}, changed_by_id = $${place + 1}, changed_by = $${place + 2}`

export const stampOf = ({ id, name, atMs }: ChangedBy): readonly [Date, number, string] => [new Date(atMs), id, name]

interface RotationGif {
  readonly id: number
  readonly gifUrl: string
  readonly thumbnail: string
  readonly acts: LabelledActs
}

interface Rotation {
  readonly version: string
  readonly gifs: readonly RotationGif[]
}

/** GIF to add to the rotation. */
export interface NewGif {
  readonly gifUrl: string
  readonly thumbnail: string
  readonly categories: readonly Category[]
  readonly acts?: readonly string[]
}

/** Rotation that games draw from. */
export interface RotationStore {
  version(category: Category): Promise<string>
  /** List with exactly its version. */
  list(category: Category): Promise<Rotation>
  /** Returns how many were new. Hidden, blocked and labelled GIFs stay so. */
  add(gifs: readonly NewGif[]): Promise<number>
}

// One statement, so that list and version match.
const LIST = `
SELECT categories.revision, gifs.id, gifs.gif_url, gifs.thumbnail, gifs.acts
FROM categories
LEFT JOIN gif_tags ON gif_tags.tag = categories.name
LEFT JOIN gifs ON gifs.id = gif_tags.gif_id AND gifs.dealt
WHERE categories.name = $1
ORDER BY gifs.id`

const ADD_GIF = `
INSERT INTO gifs (gif_url, thumbnail, state, acts)
SELECT $1, $2, 'live', $3::text[] WHERE NOT EXISTS (SELECT FROM blocked_addresses WHERE gif_url = $1)
ON CONFLICT (gif_url) DO UPDATE SET thumbnail = EXCLUDED.thumbnail, acts = coalesce(gifs.acts, EXCLUDED.acts)
WHERE gifs.thumbnail <> EXCLUDED.thumbnail OR (gifs.acts IS NULL AND EXCLUDED.acts IS NOT NULL)
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
  readonly acts: string[] | null
}

export const createRotationStore = (database: Database): RotationStore => ({
  async version(category) {
    const { rows } = await database.query<Row>('SELECT revision FROM categories WHERE name = $1', [category])
    return String(rows[0]?.revision)
  },
  async list(category) {
    const { rows } = await database.query<Row>(LIST, [category])
    const gifs = rows.flatMap(({ id, gif_url: gifUrl, thumbnail, acts }) =>
      id === null ? [] : [{ id, gifUrl, thumbnail, acts }],
    )
    return { version: String(rows[0]?.revision), gifs }
  },
  add: (gifs) =>
    changeRotation(database, async (tx) => {
      let added = 0
      for (const gif of gifs) {
        const { rows } = await tx.query<{ added: boolean }>(ADD_GIF, [gif.gifUrl, gif.thumbnail, gif.acts ?? null])
        if (rows[0]?.added) added++
        await tx.query(ADD_TAGS, [gif.gifUrl, gif.categories])
      }
      return added
    }),
})

interface Deleted {
  readonly deletedAtMs: number
  readonly held: boolean
}

/** Removes GIFs, with an audit event each time. */
export interface DeletionStore {
  /** Idempotent; undefined without such a GIF. `isStale` checks undeleted ones. */
  remove(
    id: number,
    change: { readonly by: ChangedBy; readonly audit: OutboxEvent; readonly isStale: (gif: Versioned) => boolean },
  ): Promise<Deleted | undefined | 'stale'>
  /** Skips blocked GIFs, always stores its event. Returns how many went. */
  removeAll(
    ids: readonly number[],
    by: ChangedBy,
    audited: { readonly eventId: string; readonly event: (removed: readonly number[]) => OutboxEvent },
  ): Promise<number>
  /** Holds with a `reason`, releases without. True if the GIF exists. */
  hold(id: number, reason: string | undefined, audit: OutboxEvent): Promise<boolean>
  /** Skips held GIFs. Returns how many. */
  erase(retentionMs: number, limit: number): Promise<number>
}

// Still examined, to recognise the content elsewhere.
export const HIDE = `
UPDATE gifs SET deleted_at = now(), goes_live = false, look_at = CASE WHEN state = 'blocked' THEN look_at END,
  ${stampAt(2)}
WHERE id = ANY ($1) AND deleted_at IS NULL`

// Under the rotation's lock: nothing is erased while being held.
const HOLD = 'UPDATE gifs SET hold_reason = $2 WHERE id = $1 AND hold_reason IS DISTINCT FROM $2'

const ERASE = `
DELETE FROM gifs WHERE id IN (
  SELECT id FROM gifs
  WHERE deleted_at < now() - $1 * interval '1 ms' AND hold_reason IS NULL
  ORDER BY deleted_at LIMIT $2)`

export const createDeletionStore = (database: Database): DeletionStore => ({
  remove: (id, { by, audit, isStale }) =>
    changeRotation(database, async (tx) => {
      const there = await tx.query<{ version: number; changed_by_id: number }>(
        'SELECT version, changed_by_id FROM gifs WHERE id = $1 AND deleted_at IS NULL',
        [id],
      )
      const [gif] = there.rows
      if (gif && isStale({ version: gif.version, changedById: gif.changed_by_id })) return 'stale'
      const { rowCount } = await tx.query(HIDE, [[id], ...stampOf(by)])
      if (rowCount === 1) await insertEvent(tx, audit)
      const { rows } = await tx.query<{ deleted_at: Date; held: boolean }>(
        'SELECT deleted_at, hold_reason IS NOT NULL AS held FROM gifs WHERE id = $1',
        [id],
      )
      return rows[0] && { deletedAtMs: rows[0].deleted_at.getTime(), held: rows[0].held }
    }),
  removeAll: (ids, by, { eventId, event }) =>
    changeRotation(database, async (tx) => {
      const before = await storedDetails(tx, eventId)
      if (before) return (before as { readonly deleted: readonly number[] }).deleted.length
      const { rows } = await tx.query<{ id: number }>(`${HIDE} AND state <> 'blocked' RETURNING id`, [
        ids,
        ...stampOf(by),
      ])
      await insertEvent(tx, event(rows.map(({ id }) => id)))
      return rows.length
    }),
  hold: (id, reason, audit) =>
    changeRotation(database, async (tx) => {
      const { rowCount } = await tx.query(HOLD, [id, reason ?? null])
      if (rowCount === 1) await insertEvent(tx, audit)
      else if ((await tx.query('SELECT FROM gifs WHERE id = $1', [id])).rowCount === 0) return false
      return true
    }),
  erase: (retentionMs, limit) =>
    changeRotation(database, async (tx) => {
      const { rowCount } = await tx.query(ERASE, [retentionMs, limit])
      return rowCount ?? 0
    }),
})
