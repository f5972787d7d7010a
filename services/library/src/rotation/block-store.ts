import { type Database, insertEvent, newId, type OutboxEvent, type Transaction } from '@kla/chassis'
import { GifBlocked, subjects } from '@kla/proto'
import type { Stale } from './gif-store.js'
import { isStale, REFUSED_AGAIN_MS, type VersionedChange } from './rules.js'
import { changeRotation, stampAt, stampOf } from './store.js'

/** Blocks made since a revision. */
export interface Blocks {
  readonly revision: number
  readonly addresses: readonly string[]
  readonly digests: readonly string[]
}

/** Blocked addresses and content in PostgreSQL. */
export interface BlockStore {
  since(revision: number): Promise<Blocks | undefined>
  /** Blocks known content and its GIFs too. */
  block(address: string, about?: { readonly digest?: string }): Promise<void>
  /** Returns 'stale' if the GIF has changed. */
  blockGif(
    gif: { readonly id: number; readonly gifUrl: string },
    change: VersionedChange & { readonly audit: OutboxEvent },
  ): Promise<'blocked' | Stale>
  isOurs(address: string): Promise<boolean>
  /** Hides GIFs of address or content. Returns how many. */
  takeOutFlashing(address: string, digest: string): Promise<number>
  /** Marks the GIF as broken until a later look finds a file. Returns how many were marked. */
  takeOutUnplayable(address: string, refusal: string): Promise<number>
  /** Marks the GIF as broken, and looks again in a minute. Returns how many were marked. */
  takeOutSilent(address: string): Promise<number>
  note(address: string, digest: string): Promise<boolean>
}

// Everything is new after a restored backup.
const BEHIND = 'CASE WHEN $1::bigint > blocks.revision THEN -1 ELSE $1::bigint END'
const SINCE = `
SELECT revision,
  array(SELECT gif_url FROM blocked_addresses AS each WHERE each.revision > ${BEHIND}) AS addresses,
  array(SELECT digest FROM blocked_content AS each WHERE each.revision > ${BEHIND}) AS digests
FROM blocks WHERE revision <> $1`

const IS_OURS = `
SELECT EXISTS (SELECT FROM gifs WHERE gif_url = $1) OR EXISTS (SELECT FROM saved_gifs WHERE gif_url = $1) AS ours`

const NOTE = `
WITH noted AS (
  UPDATE gifs SET content_digest = $2 WHERE gif_url = $1 AND content_digest IS DISTINCT FROM $2
)
SELECT EXISTS (SELECT FROM blocked_content WHERE digest = $2) AS blocked`

const TAKE_OUT_FLASHING = `
UPDATE gifs SET flashes = true, state = 'hidden', goes_live = false, broken = false, refusal = '', look_at = NULL, looks = 0,
  content_digest = $2
WHERE (gif_url = $1 OR content_digest = $2) AND state <> 'blocked' AND NOT (flashes AND state = 'hidden')`

const TAKE_OUT_UNPLAYABLE = `
UPDATE gifs SET broken = true, refusal = $2, look_at = now() + $3 * interval '1 ms'
WHERE gif_url = $1 AND state <> 'blocked' AND deleted_at IS NULL AND refusal <> $2`

const NOT_SILENT = "FROM gifs WHERE gif_url = $1 AND state <> 'blocked' AND deleted_at IS NULL AND NOT broken"
const TAKE_OUT_SILENT = `
UPDATE gifs SET broken = true, refusal = '', look_at = coalesce(look_at, now() + interval '1 minute')
WHERE id IN (SELECT id ${NOT_SILENT})`

export const createBlockStore = (database: Database): BlockStore => ({
  async since(revision) {
    const { rows } = await database.query<Blocks>(SINCE, [revision])
    return rows[0]
  },
  block: (address, { digest } = {}) => changeRotation(database, (tx) => blockIn(tx, address, digest)),
  blockGif: ({ id, gifUrl }, { by, version, audit }) =>
    changeRotation(database, async (tx) => {
      const { rows } = await tx.query<{ version: number; changed_by_id: number; state: string }>(
        'SELECT version, changed_by_id, state FROM gifs WHERE id = $1',
        [id],
      )
      const [known] = rows
      if (known) {
        const gif = { version: known.version, changedById: known.changed_by_id }
        if (isStale(gif, { by, version }, known.state === 'blocked')) return 'stale' as const
      }
      await tx.query(`UPDATE gifs SET ${stampAt(2)} WHERE id = $1`, [id, ...stampOf(by)])
      await blockIn(tx, gifUrl)
      await insertEvent(tx, audit)
      return 'blocked' as const
    }),
  async isOurs(address) {
    const { rows } = await database.query<{ ours: boolean }>(IS_OURS, [address])
    return rows[0]?.ours ?? false
  },
  takeOutFlashing: (address, digest) =>
    changeRotation(database, async (tx) => (await tx.query(TAKE_OUT_FLASHING, [address, digest])).rowCount ?? 0),
  takeOutUnplayable: (address, refusal) =>
    changeRotation(database, async (tx) => {
      const { rowCount } = await tx.query(TAKE_OUT_UNPLAYABLE, [address, refusal, REFUSED_AGAIN_MS])
      return rowCount ?? 0
    }),
  async takeOutSilent(address) {
    // Saved GIFs stay on show when they are gone: no lock for each request.
    if ((await database.query(`SELECT ${NOT_SILENT}`, [address])).rowCount === 0) return 0
    return changeRotation(database, async (tx) => (await tx.query(TAKE_OUT_SILENT, [address])).rowCount ?? 0)
  },
  async note(address, digest) {
    const { rows } = await database.query<{ blocked: boolean }>(NOTE, [address, digest])
    return rows[0]?.blocked ?? false
  },
})

// The same content is blocked too; unknown content is still examined.
const BLOCK_GIFS = `
WITH known AS (SELECT coalesce($2::text, (SELECT content_digest FROM gifs WHERE gif_url = $1)) AS digest)
UPDATE gifs SET state = 'blocked', goes_live = false,
  content_digest = CASE WHEN gif_url = $1 THEN known.digest ELSE content_digest END,
  look_at = CASE WHEN known.digest IS NULL THEN now() END, looks = 0
FROM known
WHERE gif_url = $1 OR content_digest = known.digest
RETURNING id, gif_url, known.digest`

const ADD_ADDRESSES = `
INSERT INTO blocked_addresses (gif_url, revision) SELECT unnest($1::text[]), $2::bigint
ON CONFLICT DO NOTHING RETURNING gif_url`

const ADD_CONTENT = `
INSERT INTO blocked_content (digest, revision) SELECT $1::text, $2::bigint WHERE $1::text IS NOT NULL
ON CONFLICT DO NOTHING`

export async function blockIn(tx: Transaction, address: string, digest?: string): Promise<void> {
  const { rows: gifs } = await tx.query<{ id: number; gif_url: string; digest: string | null }>(BLOCK_GIFS, [
    address,
    digest ?? null,
  ])
  const { rows } = await tx.query<{ revision: number }>('SELECT revision + 1 AS revision FROM blocks FOR UPDATE')
  const revision = rows[0]?.revision
  const content = await tx.query(ADD_CONTENT, [digest ?? gifs[0]?.digest ?? null, revision])
  const addresses = [...new Set([address, ...gifs.map((gif) => gif.gif_url)])]
  const added = await tx.query<{ gif_url: string }>(ADD_ADDRESSES, [addresses, revision])
  if (content.rowCount || added.rowCount) await tx.query('UPDATE blocks SET revision = $1', [revision])
  for (const { gif_url: gifUrl } of added.rows) {
    const gifId = gifs.find((gif) => gif.gif_url === gifUrl)?.id ?? 0
    await insertEvent(tx, gifBlockedEvent({ eventId: newId(), gifUrl, gifId }))
  }
}

const gifBlockedEvent = (event: GifBlocked): OutboxEvent => ({
  subject: subjects.eventGifBlocked,
  eventId: event.eventId,
  payload: GifBlocked.encode(event).finish(),
})
