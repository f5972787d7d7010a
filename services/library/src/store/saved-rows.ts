import { KlaError } from '@kla/chassis'
import { isReason } from '@kla/proto/web'
import { isDecided, type DecidedAttempt, type SaveAttempt, type SaveDecision } from '../domain/saved-attempt.js'

/** A row of saved_gifs. */
export interface SavedRow {
  readonly id: number
  readonly account_id: number
  readonly command_id: string
  readonly gif_url: string
  readonly thumbnail: string
  readonly state: 'pending' | 'saved' | 'abandoned'
  readonly refused: string | null
  readonly saved_at: Date | null
  readonly settled_at: Date | null
}

export const attemptOf = (row: SavedRow): SaveAttempt => ({
  id: row.id,
  accountId: row.account_id,
  commandId: row.command_id,
  gifUrl: row.gif_url,
  thumbnail: row.thumbnail,
  decision: decisionOf(row),
  settled: row.settled_at !== null,
})

/** The attempt of a row that can only be there, and decided. */
export function decidedAttemptOf(row: SavedRow | undefined): DecidedAttempt {
  const attempt = row && attemptOf(row)
  if (attempt && isDecided(attempt)) return attempt
  throw new KlaError('INTERNAL', undefined, { cause: new Error('a decided save is not what it was') })
}

function decisionOf({ state, refused, saved_at: savedAt }: SavedRow): SaveDecision | undefined {
  if (state === 'saved' && savedAt) return { state, savedAtMs: savedAt.getTime() }
  if (state !== 'abandoned') return undefined
  // An older or newer version of the contract may have had a word for it that this one has not.
  return { state, refused: refused !== null && isReason(refused) ? refused : 'INTERNAL' }
}
