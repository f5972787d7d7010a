import {
  type Database,
  insertEvent,
  inTransaction,
  type OutboxEvent,
  pageOf,
  type Place,
  storedDetails,
} from '@kla/chassis'
import type { Category, LabelledActs, Versioned } from '@kla/proto/web'
import { type GifCondition, gifFreshness, type GifState, isSameActs, isStale, type VersionedChange } from './rules.js'
import { changeRotation, stampAt, stampOf } from './store.js'

/** GIF as administrators see it. */
export interface Gif extends Versioned {
  readonly id: number
  readonly gifUrl: string
  readonly thumbnail: string
  readonly tags: readonly Category[]
  readonly state: GifState
  readonly condition: GifCondition
  readonly broken: boolean
  /** Why the file cannot be shown, if so. */
  readonly refusal: string
  readonly flashes: boolean
  readonly contentDigest: string | undefined
  readonly acts: LabelledActs
  readonly createdAtMs: number
  readonly changedAtMs: number | undefined
  readonly changedBy: string
}

/** Result if another change came first. */
export type Stale = 'stale'

export interface GifRow {
  readonly id: number
  readonly gif_url: string
  readonly thumbnail: string
  readonly tags: Category[]
  readonly state: GifState
  readonly condition: GifCondition
  readonly broken: boolean
  readonly refusal: string
  readonly flashes: boolean
  readonly content_digest: string | null
  readonly acts: string[] | null
  readonly created_at: Date
  readonly version: number
  readonly changed_at: Date | null
  readonly changed_by_id: number
  readonly changed_by: string
}

// Each GIF has exactly one: see GIF_CONDITIONS.
const CONDITION = `CASE WHEN state = 'blocked' THEN state WHEN broken THEN 'broken' WHEN goes_live THEN 'checking'
  ELSE state END`

export const GIF_COLUMNS = `gifs.id, gif_url, thumbnail, state, ${CONDITION} AS condition, broken, refusal, flashes, content_digest, acts, created_at,
  version, changed_at, changed_by_id, changed_by,
  array(SELECT tag FROM gif_tags WHERE gif_id = gifs.id ORDER BY tag) AS tags`

export const gifOf = (row: GifRow): Gif => ({
  id: row.id,
  gifUrl: row.gif_url,
  thumbnail: row.thumbnail,
  tags: row.tags,
  state: row.state,
  condition: row.condition,
  broken: row.broken,
  refusal: row.refusal,
  flashes: row.flashes,
  contentDigest: row.content_digest ?? undefined,
  acts: row.acts,
  createdAtMs: row.created_at.getTime(),
  version: row.version,
  changedAtMs: row.changed_at?.getTime(),
  changedById: row.changed_by_id,
  changedBy: row.changed_by,
})

/** Filters of the list; undefined for any. */
export interface GifFilter {
  readonly category: Category | undefined
  readonly state: GifState | undefined
  readonly condition: GifCondition | undefined
}

interface GifPage {
  readonly gifs: readonly Gif[]
  readonly total: number
  /** Counts of the category and state, in every condition. */
  readonly counts: ReadonlyMap<GifCondition, number>
  /** The last row; undefined at the end. */
  readonly next: Place | undefined
}

/** Rows of a list: by their number, or after a place. */
export interface GifRows {
  readonly limit: number
  readonly offset: number
  readonly after?: Place
}

/** GIFs that are not deleted. */
export interface GifStore {
  find(id: number): Promise<Gif | undefined>
  list(filter: GifFilter, page: GifRows): Promise<GifPage>
  /** Reads rows without counts. */
  rows(filter: GifFilter, page: GifRows): Promise<{ readonly gifs: readonly Gif[]; readonly next: Place | undefined }>
  count(filter: GifFilter): Promise<number>
  recordExport(event: OutboxEvent): Promise<void>
  /** Skips known and blocked addresses. Returns how many were added. `goLive`: live once examined. */
  /** Returns how many were added, also when the event `eventId` is stored already. */
  addDrafts(
    addresses: readonly string[],
    about: { readonly categories: readonly Category[]; readonly acts: LabelledActs },
    goLive: boolean,
    audited: { readonly eventId: string; readonly event: (added: readonly number[]) => OutboxEvent },
  ): Promise<number>
  setState(
    id: number,
    state: Exclude<GifState, 'blocked'>,
    change: VersionedChange & { readonly audit: OutboxEvent },
  ): Promise<Gif | undefined | Stale>
  /** Stores its audit event with any change. Undefined if gone. */
  setActs(
    id: number,
    acts: LabelledActs,
    change: VersionedChange & { readonly audit: (before: LabelledActs) => OutboxEvent },
  ): Promise<Gif | undefined | Stale>
}

const FILTER = `
FROM gifs
WHERE deleted_at IS NULL
  AND ($1::text IS NULL OR state = $1)
  AND ($2::text IS NULL OR EXISTS (SELECT FROM gif_tags WHERE gif_id = gifs.id AND tag = $2))`

const MATCHING = `SELECT ${GIF_COLUMNS} ${FILTER} AND ($3::text IS NULL OR ${CONDITION} = $3)`
const PAGE = `${MATCHING} ORDER BY id DESC LIMIT $4 OFFSET $5`
const PAGE_AFTER = `${MATCHING} AND id < $5 ORDER BY id DESC LIMIT $4`

const COUNTS = `SELECT ${CONDITION} AS condition, count(*) ${FILTER} GROUP BY 1`

const FIND = `SELECT ${GIF_COLUMNS} FROM gifs WHERE id = $1 AND deleted_at IS NULL`

const ADD_DRAFTS = `
WITH added AS (
  INSERT INTO gifs (gif_url, thumbnail, state, goes_live, look_at, acts)
  SELECT address, '', 'draft', $3, CASE WHEN $3 THEN now() END, $4::text[] FROM unnest($1::text[]) AS address
  WHERE NOT EXISTS (SELECT FROM blocked_addresses WHERE gif_url = address)
  ON CONFLICT (gif_url) DO UPDATE SET
    deleted_at = NULL, state = 'draft', broken = false, refusal = '', flashes = false, goes_live = $3, look_at = EXCLUDED.look_at, looks = 0,
    acts = EXCLUDED.acts
  WHERE gifs.deleted_at IS NOT NULL AND gifs.state <> 'blocked'
  RETURNING id
), untagged AS (
  DELETE FROM gif_tags USING added WHERE gif_id = id AND tag <> ALL ($2::text[])
), tagged AS (
  INSERT INTO gif_tags (gif_id, tag) SELECT id, tag FROM added, unnest($2::text[]) AS tag
  ON CONFLICT DO NOTHING
)
SELECT id FROM added`

export const SET_STATE = `
UPDATE gifs SET state = $2, goes_live = false, look_at = NULL, looks = 0, ${stampAt(3)}
WHERE id = ANY ($1::bigint[]) AND state <> 'blocked' AND deleted_at IS NULL
RETURNING ${GIF_COLUMNS}`

export const SET_ACTS = `
UPDATE gifs SET acts = $2::text[], ${stampAt(3)}
WHERE id = ANY ($1::bigint[]) AND acts IS DISTINCT FROM $2::text[]`

async function readRows(
  database: Database,
  { state, category, condition }: GifFilter,
  { limit, offset, after }: GifRows,
): Promise<{ readonly gifs: readonly Gif[]; readonly next: Place | undefined }> {
  const filter = [state ?? null, category ?? null, condition ?? null]
  const found = await database.query<GifRow>(after ? PAGE_AFTER : PAGE, [...filter, limit + 1, ...(after ?? [offset])])
  const { rows, last } = pageOf(found.rows, limit)
  return { gifs: rows.map(gifOf), next: last && [last.id] }
}

async function countsOf(
  database: Database,
  { state, category }: Pick<GifFilter, 'state' | 'category'>,
): Promise<ReadonlyMap<GifCondition, number>> {
  const { rows } = await database.query<{ condition: GifCondition; count: number }>(COUNTS, [
    state ?? null,
    category ?? null,
  ])
  return new Map(rows.map((row) => [row.condition, row.count]))
}

const totalOf = (counts: ReadonlyMap<GifCondition, number>, condition: GifCondition | undefined): number =>
  condition === undefined ? [...counts.values()].reduce((sum, count) => sum + count, 0) : (counts.get(condition) ?? 0)

export const createGifStore = (database: Database): GifStore => ({
  async find(id) {
    const { rows } = await database.query<GifRow>(FIND, [id])
    return rows[0] && gifOf(rows[0])
  },
  async list(filter, page) {
    const [found, counts] = await Promise.all([readRows(database, filter, page), countsOf(database, filter)])
    return { ...found, counts, total: totalOf(counts, filter.condition) }
  },
  rows: (filter, page) => readRows(database, filter, page),
  count: async (filter) => totalOf(await countsOf(database, filter), filter.condition),
  recordExport: (event) => inTransaction(database, (tx) => insertEvent(tx, event)),
  addDrafts: (addresses, { categories, acts }, goLive, { eventId, event }) =>
    changeRotation(database, async (tx) => {
      const before = await storedDetails(tx, eventId)
      if (before) return (before as { readonly ids: readonly number[] }).ids.length
      const { rows } = await tx.query<{ id: number }>(ADD_DRAFTS, [addresses, categories, goLive, acts])
      if (rows.length > 0) await insertEvent(tx, event(rows.map(({ id }) => id)))
      return rows.length
    }),
  setState: (id, state, { by, version, audit }) =>
    changeRotation(database, async (tx) => {
      const found = (await tx.query<GifRow>(FIND, [id])).rows[0]
      if (!found) return undefined
      const freshness = gifFreshness(gifOf(found), { by, version }, found.state === state)
      if (freshness !== 'fresh') return freshness === 'stale' ? 'stale' : gifOf(found)
      const { rows } = await tx.query<GifRow>(SET_STATE, [[id], state, ...stampOf(by)])
      if (rows.length > 0) await insertEvent(tx, audit)
      return rows[0] && gifOf(rows[0])
    }),
  setActs: (id, acts, { by, version, audit }) =>
    changeRotation(database, async (tx) => {
      const found = (await tx.query<GifRow>(FIND, [id])).rows[0]
      if (!found) return undefined
      if (isStale(gifOf(found), { by, version }, isSameActs(found.acts, acts))) return 'stale'
      const { rowCount } = await tx.query(SET_ACTS, [[id], acts, ...stampOf(by)])
      if (rowCount !== 1) return gifOf(found)
      await insertEvent(tx, audit(found.acts))
      const { rows } = await tx.query<GifRow>(FIND, [id])
      return rows[0] && gifOf(rows[0])
    }),
})
