import type { Reason } from '@kla/proto/web'

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
