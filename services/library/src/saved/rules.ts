import type { Refused } from '@kla/chassis'
import { isUuid, type Reason } from '@kla/proto/web'
import { type AddressRules, mediaAddress } from '../shared/rules.js'

/** GIF that a player wants to save. */
export interface WantedSave {
  readonly accountId: number
  readonly commandId: string
  readonly gifUrl: string
  readonly thumbnail: string
}

/** Final outcome of an attempt. */
export type SaveDecision =
  | { readonly state: 'saved'; readonly savedAtMs: number }
  | { readonly state: 'abandoned'; readonly refused: Reason }

/** Attempt to save, pending without a decision. */
export interface SaveAttempt<Decision extends SaveDecision | undefined = SaveDecision | undefined> extends WantedSave {
  readonly id: number
  readonly decision: Decision
  readonly settled: boolean
}

export type DecidedAttempt = SaveAttempt<SaveDecision>

export const isDecided = (attempt: SaveAttempt): attempt is DecidedAttempt => attempt.decision !== undefined

export const holdKey = ({ accountId, commandId }: Pick<WantedSave, 'accountId' | 'commandId'>): string =>
  `save:${accountId}:${commandId}`

export const holdOutcome = ({ decision }: DecidedAttempt): 'commit' | 'release' =>
  decision.state === 'saved' ? 'commit' : 'release'

export function commandIdOf(text: string): string | undefined {
  const id = text.toLowerCase()
  return isUuid(id) ? id : undefined
}

/** GIF that a player has saved. */
export interface SavedGif {
  readonly id: number
  readonly gifUrl: string
  readonly thumbnail: string
  readonly savedAtMs: number
}

/** Most GIFs of a library: as many as are listed, so that none is paid for and never seen. */
export const SAVED_MAX = 2_000

/** Whether an address is blocked or saved, and whether the library has {@link SAVED_MAX} GIFs. */
export interface SaveObstacles {
  readonly blocked: boolean
  readonly saved: boolean
  readonly full: boolean
}

export function refusalOf({ blocked, saved, full }: SaveObstacles): Reason | undefined {
  if (blocked) return 'MEDIA_BLOCKED'
  if (saved) return 'ALREADY_SAVED'
  return full ? 'LIBRARY_FULL' : undefined
}

export function answerOf({ id, gifUrl, thumbnail, decision }: DecidedAttempt): SavedGif | Refused {
  if (decision.state === 'abandoned') return { refused: decision.refused }
  return { id, gifUrl, thumbnail, savedAtMs: decision.savedAtMs }
}

const LENGTH_MAX = 2_048

/** Canonical form; undefined if it may not be shown. */
export function savedAddress(text: string, rules: AddressRules): string | undefined {
  const href = mediaAddress(text, rules)?.url.href
  return href === undefined || href.length > LENGTH_MAX ? undefined : href
}
