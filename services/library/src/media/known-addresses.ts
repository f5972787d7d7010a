import { createHash } from 'node:crypto'
import { type Database, KlaError } from '@kla/chassis'
import type { MediaUse } from '@kla/proto/web'
import { createSingleFlight } from '../shared/concurrency.js'
import { gifAddress } from '../shared/rules.js'

export type Viewer = 'player' | 'administrator'

/** Addresses that players and administrators may see. */
export interface KnownAddresses {
  /**
   * Undefined if hidden. Players see what was ever in rotation or saved; administrators also drafts, deleted GIFs and
   * search results. Clips win over thumbnails. While the store is unavailable, the last answer counts for those who could
   * see the address then.
   */
  useOf(address: string, viewer: Viewer): Promise<MediaUse | undefined>
  offer(addresses: readonly string[]): Promise<void>
}

interface Found {
  readonly gif: boolean
  readonly thumbnail: boolean
  readonly players: boolean
  readonly administrators: boolean
}

// Also delays the disappearance of GIFs taken out of rotation.
const KNOWN_MS = 60_000
const UNKNOWN_MS = 2_000
/** Entries take about 300 bytes each. */
const REMEMBERED_MAX = 20_000

// Pending saves count: the player has just seen the GIF.
const FIND = `
WITH own AS (SELECT state, deleted_at FROM gifs WHERE gif_url = $1 OR (thumbnail = $1 AND thumbnail <> ''))
SELECT
  EXISTS (SELECT FROM gifs WHERE gif_url = $1) OR EXISTS (SELECT FROM saved_gifs WHERE gif_url = $1 AND state <> 'abandoned') AS gif,
  EXISTS (SELECT FROM gifs WHERE thumbnail = $1 AND thumbnail <> '')
    OR EXISTS (SELECT FROM saved_gifs WHERE thumbnail = $1 AND thumbnail <> '' AND state <> 'abandoned') AS thumbnail,
  EXISTS (SELECT FROM own WHERE state IN ('live', 'hidden') AND deleted_at IS NULL)
    OR EXISTS (SELECT FROM saved_gifs WHERE gif_url = $1 AND state <> 'abandoned')
    OR EXISTS (SELECT FROM saved_gifs WHERE thumbnail = $1 AND thumbnail <> '' AND state <> 'abandoned') AS players,
  EXISTS (SELECT FROM own) OR EXISTS (SELECT FROM offered_addresses WHERE hash = $2 AND until > now()) AS administrators`

const OFFER = `
WITH over AS (DELETE FROM offered_addresses WHERE until < now())
INSERT INTO offered_addresses (hash, until)
SELECT DISTINCT unnest($1::bytea[]), now() + $2 * interval '1 millisecond'
ON CONFLICT (hash) DO UPDATE SET until = excluded.until`

const PICTURE_NAME = /\.(?:jpe?g|png|webp|avif)$/i

const shows = ({ players, administrators }: Found, viewer: Viewer): boolean =>
  players || (viewer === 'administrator' && administrators)

const hashOf = (address: string): Buffer => createHash('sha256').update(address).digest()

/** Remembers addresses: rounds repeat the same clips. */
export function createKnownAddresses(
  database: Database,
  { offeredMs, now }: { offeredMs: number; now: () => number },
): KnownAddresses {
  const remembered = new Map<string, Found & { readonly untilMs: number }>()
  const once = createSingleFlight<Found>()

  const ask = async (address: string): Promise<Found> => {
    const { rows } = await database.query<Found>(FIND, [address, hashOf(address)])
    const found = rows[0] ?? { gif: false, thumbnail: false, players: false, administrators: false }
    if (remembered.size >= REMEMBERED_MAX) remembered.delete(remembered.keys().next().value as string)
    remembered.delete(address)
    remembered.set(address, { ...found, untilMs: now() + (found.players ? KNOWN_MS : UNKNOWN_MS) })
    return found
  }

  return {
    async useOf(address, viewer) {
      const last = remembered.get(address)
      const found =
        last && now() < last.untilMs
          ? last
          : await once(address, () => ask(address)).catch((error: unknown) => {
              if (last && shows(last, viewer) && KlaError.from(error).code === 'unavailable') return last
              throw error
            })
      if (!shows(found, viewer)) return undefined
      if (found.gif) return 'clip'
      return found.thumbnail || PICTURE_NAME.test(new URL(address).pathname) ? 'picture' : 'clip'
    },
    async offer(given) {
      const addresses = given.map(gifAddress).filter((address) => address !== undefined)
      const hashes = addresses.map(hashOf)
      if (hashes.length > 0) await database.query(OFFER, [hashes, offeredMs])
    },
  }
}
