import type { Database } from '@kla/chassis'
import { createHash } from 'node:crypto'
import { gifAddress } from '../shared/rules.js'
import { createSingleFlight } from '../shared/concurrency.js'

/** Who asks for a clip. */
export type Viewer = 'player' | 'administrator'

/** Which addresses media may be fetched from: only those that this library knows. */
export interface KnownAddresses {
  /**
   * Whether a viewer may be shown what is at an address: players what is or was in rotation, or saved by anybody, and its
   * thumbnails; administrators drafts, deleted GIFs and what the provider was asked for as well.
   */
  isKnown(address: string, viewer: Viewer): Promise<boolean>
  /** Lets administrators see what the provider has found, for `offeredMs`. */
  offer(addresses: readonly string[]): Promise<void>
}

interface Found {
  readonly players: boolean
  readonly administrators: boolean
}

// A round shows a clip for less than a minute; a GIF that is taken out of rotation is gone from here as soon.
const KNOWN_MS = 60_000
// An address may become known with the next click.
const UNKNOWN_MS = 2_000
/** About 300 bytes each. */
const REMEMBERED_MAX = 20_000

// A GIF that is being saved was shown to the player just now.
const FIND = `
WITH own AS (SELECT state, deleted_at FROM gifs WHERE gif_url = $1 OR (thumbnail = $1 AND thumbnail <> ''))
SELECT
  EXISTS (SELECT FROM own WHERE state IN ('live', 'hidden') AND deleted_at IS NULL)
    OR EXISTS (SELECT FROM saved_gifs WHERE gif_url = $1 AND state <> 'abandoned')
    OR EXISTS (SELECT FROM saved_gifs WHERE thumbnail = $1 AND thumbnail <> '' AND state <> 'abandoned') AS players,
  EXISTS (SELECT FROM own) OR EXISTS (SELECT FROM offered_addresses WHERE hash = $2 AND until > now()) AS administrators`

const OFFER = `
WITH over AS (DELETE FROM offered_addresses WHERE until < now())
INSERT INTO offered_addresses (hash, until)
SELECT DISTINCT unnest($1::bytea[]), now() + $2 * interval '1 millisecond'
ON CONFLICT (hash) DO UPDATE SET until = excluded.until`

const hashOf = (address: string): Buffer => createHash('sha256').update(address).digest()

/** One query for an address, and none for a while after it: a round asks for the same few clips again and again. */
export function createKnownAddresses(
  database: Database,
  { offeredMs, now }: { offeredMs: number; now: () => number },
): KnownAddresses {
  const remembered = new Map<string, Found & { readonly untilMs: number }>()
  const once = createSingleFlight<Found>()

  const ask = async (address: string): Promise<Found> => {
    const { rows } = await database.query<Found>(FIND, [address, hashOf(address)])
    const found = rows[0] ?? { players: false, administrators: false }
    if (remembered.size >= REMEMBERED_MAX) remembered.delete(remembered.keys().next().value as string)
    remembered.delete(address)
    remembered.set(address, { ...found, untilMs: now() + (found.players ? KNOWN_MS : UNKNOWN_MS) })
    return found
  }

  return {
    async isKnown(address, viewer) {
      const last = remembered.get(address)
      const found = last && now() < last.untilMs ? last : await once(address, () => ask(address))
      return found.players || (viewer === 'administrator' && found.administrators)
    },
    async offer(given) {
      const addresses = given.map(gifAddress).filter((address) => address !== undefined)
      const hashes = addresses.map(hashOf)
      if (hashes.length > 0) await database.query(OFFER, [hashes, offeredMs])
    },
  }
}
