import type { Refused } from '@kla/chassis'
import type { Incident, Known } from '../../shared/rules/incident.js'
import { isConnected, type RevealClosing, type Room, type Seat, type SeatChange } from '../../shared/rules/room.js'
import { withNewNames } from './names.js'

export type Outcome = Refused | Changed

/** With the next version if anything changed. */
export interface Changed {
  readonly room: Room
  /** Of seats alone. */
  readonly changes: readonly SeatChange[]
  /** Not empty: closed. */
  readonly closedReason: '' | 'empty'
  readonly revealed?: RevealChange
  readonly exit?: Exit
}

/** What the way out came to. */
export interface Exit {
  /** 0: nobody. */
  readonly blockedId: number
  /** By which the blocker knew the account; absent: its id. */
  readonly blockedAlias?: number | undefined
  /** Unix milliseconds. */
  readonly atMs: number
  /** Null: the two have not met. */
  readonly incident: Incident | null
}

export const blockedIn = ({ blockedId, blockedAlias }: Exit): Known | undefined =>
  blockedId === 0 ? undefined : { accountId: blockedId, alias: blockedAlias }

/** A reveal that opened, or was open and closed. */
export interface RevealChange {
  readonly epoch: number
  readonly accounts: readonly number[]
  readonly openedAtMs: number
  readonly closed?: RevealClosing & { readonly atMs: number }
}

/** What callers get. `unplayed` is not remembered for repeats. */
export type Answer = Granted | (Refused & { readonly exit?: Exit })

export interface Granted {
  readonly room: Room
  readonly unplayed?: boolean
  readonly exit?: Exit
}

/** That is remembered. */
export const answerOf = ({ room, exit }: Changed): Answer => ({ room, ...(exit ? { exit } : {}) })

/** Worth a retry. */
export const isConflict = (answer: Answer | 'late'): boolean =>
  answer === 'late' || ('refused' in answer && answer.refused === 'CONFLICT')

export const unchanged = (room: Room): Changed => ({ room, changes: [], closedReason: '' })

export const settle = (room: Room, seats: readonly Seat[], changes: readonly SeatChange[]): Changed =>
  changes.length === 0 ? unchanged(room) : advance({ ...room, seats }, changes)

/** Closes a room without taken seats. */
export const advance = (room: Room, changes: readonly SeatChange[] = []): Changed => ({
  room: { ...withNewNames(withPermittedWatchers(room)), version: room.version + 1 },
  changes,
  closedReason: room.seats.length === 0 ? 'empty' : '',
})

export const isChange = (before: Room | undefined, { room }: Changed): boolean => room.version !== before?.version

/** Both players are connected and consent. */
export const welcomesSpectators = ({ tie, seats, capacity, spectatorConsents }: Room): boolean =>
  tie !== null && seats.length === capacity &&
  seats.every((seat) => isConnected(seat) && spectatorConsents.includes(seat.accountId))

/** Consents end with their seats, spectating with the consents, all watching with the last seat. */
function withPermittedWatchers(room: Room): Room {
  const spectatorConsents = room.spectatorConsents.filter((consenting) =>
    room.seats.some(({ accountId }) => accountId === consenting),
  )
  const next: Room = { ...room, spectatorConsents }
  if (room.seats.length === 0) return { ...next, watchers: [] }
  return welcomesSpectators(next) ? next : { ...next, watchers: room.watchers.filter(({ judge }) => judge) }
}
