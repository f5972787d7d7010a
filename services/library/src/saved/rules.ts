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

/** Whether an address is blocked or saved. */
export interface AddressStatus {
  readonly blocked: boolean
  readonly saved: boolean
}

export function refusalOf({ blocked, saved }: AddressStatus): Reason | undefined {
  if (blocked) return 'MEDIA_BLOCKED'
  return saved ? 'ALREADY_SAVED' : undefined
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
