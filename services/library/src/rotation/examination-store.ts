import type { Database } from '@kla/chassis'
import { blockIn } from './block-store.js'
import { changeRotation } from './store.js'

/** A GIF to examine, claimed for a while. */
export interface DueExamination {
  readonly id: number
  readonly gifUrl: string
  readonly blocked: boolean
  /** Consecutive looks without an answer, including this. */
  readonly looks: number
}

/** Examinations to do, shared by all pods. */
export interface ExaminationStore {
  /** Claims due GIFs; unsettled ones return after `leaseMs`. */
  claim(limit: number, leaseMs: number): Promise<readonly DueExamination[]>
  /** Marks the GIF examined, live if requested. Blocks blocked content. */
  found(id: number, digest: string): Promise<void>
  /** `againInMs` undefined: never again. `refusal`: why the file fails, empty for a silent host. */
  notFound(id: number, refusal: string, againInMs: number | undefined): Promise<void>
}

const CLAIM = `
UPDATE gifs SET look_at = now() + $2 * interval '1 ms', looks = looks + 1
WHERE id IN (SELECT id FROM gifs WHERE look_at <= now() ORDER BY look_at LIMIT $1 FOR UPDATE SKIP LOCKED)
RETURNING id, gif_url, state = 'blocked' AS blocked, looks`

const ASK = `
SELECT gif_url, state = 'blocked' OR EXISTS (SELECT FROM blocked_content WHERE digest = $2) AS blocked
FROM gifs WHERE id = $1`

const FOUND = `
UPDATE gifs SET content_digest = $2, broken = false, refusal = '', flashes = false, look_at = NULL, looks = 0, goes_live = false,
  state = CASE WHEN goes_live THEN 'live' ELSE state END
WHERE id = $1`

// Deleted GIFs are examined again only if blocked.
const NOT_FOUND = `
UPDATE gifs SET broken = true, refusal = $3, look_at = now() + $2 * interval '1 ms'
WHERE id = $1 AND (deleted_at IS NULL OR state = 'blocked')`

export const createExaminationStore = (database: Database): ExaminationStore => ({
  async claim(limit, leaseMs) {
    const { rows } = await database.query<{ id: number; gif_url: string; blocked: boolean; looks: number }>(CLAIM, [
      limit,
      leaseMs,
    ])
    return rows.map(({ gif_url: gifUrl, ...due }) => ({ ...due, gifUrl }))
  },
  found: (id, digest) =>
    changeRotation(database, async (tx) => {
      const { rows } = await tx.query<{ gif_url: string; blocked: boolean }>(ASK, [id, digest])
      const [gif] = rows
      if (gif?.blocked) await blockIn(tx, gif.gif_url, digest)
      else await tx.query(FOUND, [id, digest])
    }),
  notFound: (id, refusal, againInMs) =>
    changeRotation(database, async (tx) => {
      await tx.query(NOT_FOUND, [id, againInMs ?? null, refusal])
    }),
})

/** GIF whose link is checked. */
export interface Link {
  readonly id: number
  readonly gifUrl: string
  readonly live: boolean
}

export interface LinkStore {
  page(limit: number, offset: number): Promise<readonly Link[]>
  byIds(ids: readonly number[]): Promise<readonly Link[]>
  mark(found: { working: readonly number[]; gone: readonly number[]; silent: readonly number[] }): Promise<void>
}

const PAGE = `
SELECT id, gif_url, state = 'live' AS live FROM gifs
WHERE state <> 'blocked' AND deleted_at IS NULL ORDER BY id LIMIT $1 OFFSET $2`

const BY_IDS = `
SELECT id, gif_url, state = 'live' AS live FROM gifs
WHERE id = ANY ($1::bigint[]) AND state <> 'blocked' AND deleted_at IS NULL ORDER BY id`

// An answering host does not make a file playable: that takes a look.
const MARK_WORKING = `
UPDATE gifs SET broken = refusal <> '', looks = 0, look_at = CASE WHEN refusal = '' THEN look_at ELSE now() END
WHERE id = ANY ($1) AND broken AND state <> 'blocked'`
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
  byIds: async (ids) => (await database.query<Row>(BY_IDS, [ids])).rows.map(linkOf),
  mark: ({ working, gone, silent }) =>
    changeRotation(database, async (tx) => {
      await tx.query(MARK_WORKING, [working])
      await tx.query(MARK_GONE, [gone])
      await tx.query(MARK_SILENT, [silent])
    }),
})
