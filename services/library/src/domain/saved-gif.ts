import type { Reason } from '@kla/proto/web'
import type { DecidedAttempt } from './saved-attempt.js'

/** A GIF in the library of a player. */
export interface SavedGif {
  readonly id: number
  readonly gifUrl: string
  /** Empty for none. */
  readonly thumbnail: string
  readonly savedAtMs: number
}

/** What an address is to a player before anything is spent on it. */
export interface AddressStanding {
  /** It must not be shown again. */
  readonly blocked: boolean
  /** It is in their library, and visible. */
  readonly saved: boolean
}

/** Why an address is not saved; undefined when nothing speaks against it. */
export function refusalOf({ blocked, saved }: AddressStanding): Reason | undefined {
  if (blocked) return 'MEDIA_BLOCKED'
  return saved ? 'ALREADY_SAVED' : undefined
}

/** What a command is answered, however often it comes. */
export function answerOf({ id, gifUrl, thumbnail, decision }: DecidedAttempt): SavedGif | { readonly refused: Reason } {
  if (decision.state === 'abandoned') return { refused: decision.refused }
  return { id, gifUrl, thumbnail, savedAtMs: decision.savedAtMs }
}
