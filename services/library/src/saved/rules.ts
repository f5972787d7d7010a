import type { Reason } from '@kla/proto/web'
import { type AddressRules, mediaAddress } from '../shared/rules.js'

/** What a command asks for. */
export interface WantedSave {
  readonly accountId: number
  readonly commandId: string
  readonly gifUrl: string
  /** Empty for none. */
  readonly thumbnail: string
}

/** How an attempt ended, for good. */
export type SaveDecision =
  | { readonly state: 'saved'; readonly savedAtMs: number }
  | { readonly state: 'abandoned'; readonly refused: Reason }

/** An attempt to save a GIF; without a decision while nobody knows yet whether it will be saved. */
export interface SaveAttempt<Decision extends SaveDecision | undefined = SaveDecision | undefined> extends WantedSave {
  readonly id: number
  readonly decision: Decision
  /** Commerce has acknowledged how it ended, or was never asked. */
  readonly settled: boolean
}

export type DecidedAttempt = SaveAttempt<SaveDecision>

export const isDecided = (attempt: SaveAttempt): attempt is DecidedAttempt => attempt.decision !== undefined

/** What commerce knows the item of an attempt by. */
export const holdKey = ({ accountId, commandId }: Pick<WantedSave, 'accountId' | 'commandId'>): string =>
  `save:${accountId}:${commandId}`

/** What is to become of that item. */
export const holdOutcome = ({ decision }: DecidedAttempt): 'commit' | 'release' =>
  decision.state === 'saved' ? 'commit' : 'release'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id of a command in the one form in which it is compared; undefined for what is no UUID. */
export function commandIdOf(text: string): string | undefined {
  const id = text.toLowerCase()
  return UUID.test(id) ? id : undefined
}

/** A GIF in the library of a player. */
export interface SavedGif {
  readonly id: number
  readonly gifUrl: string
  /** Empty for none. */
  readonly thumbnail: string
  readonly savedAtMs: number
}

/** What an address is to a player before anything is spent on it. */
export interface AddressStatus {
  /** It must not be shown again. */
  readonly blocked: boolean
  /** It is in their library, and visible. */
  readonly saved: boolean
}

/** Why an address is not saved; undefined when nothing speaks against it. */
export function refusalOf({ blocked, saved }: AddressStatus): Reason | undefined {
  if (blocked) return 'MEDIA_BLOCKED'
  return saved ? 'ALREADY_SAVED' : undefined
}

/** What a command is answered, however often it comes. */
export function answerOf({ id, gifUrl, thumbnail, decision }: DecidedAttempt): SavedGif | { readonly refused: Reason } {
  if (decision.state === 'abandoned') return { refused: decision.refused }
  return { id, gifUrl, thumbnail, savedAtMs: decision.savedAtMs }
}

/** Longer ones are refused by the database as well. */
const LENGTH_MAX = 2_048

/**
 * An address as the library of a player keeps and compares it; undefined for one that is not shown here, and so is not
 * saved either.
 */
export function savedAddress(text: string, rules: AddressRules): string | undefined {
  const href = mediaAddress(text, rules)?.url.href
  return href === undefined || href.length > LENGTH_MAX ? undefined : href
}
