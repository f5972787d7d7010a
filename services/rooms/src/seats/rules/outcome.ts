import type { Refused } from '@kla/chassis'
import type { Incident, Known } from '../../shared/rules/incident.js'
import { isConnected, type RevealClosing, type Room, type Seat, type SeatChange } from '../../shared/rules/room.js'
import { withNewNames } from './names.js'

/** What a command does, or why it is refused. */
export type Outcome = Refused | Changed

/** New room, with its seat changes. */
export interface Changed {
  readonly room: Room
  readonly changes: readonly SeatChange[]
  readonly closedReason: '' | 'empty'
  readonly revealed?: RevealChange
  readonly exit?: Exit
}

/** A panic exit, with the block it made. */
export interface Exit {
  readonly blockedId: number
  readonly blockedAlias?: number | undefined
  readonly atMs: number
  readonly incident: Incident | null
}

export const blockedIn = ({ blockedId, blockedAlias }: Exit): Known | undefined =>
  blockedId === 0 ? undefined : { accountId: blockedId, alias: blockedAlias }

/** Reveal that opened or closed. */
export interface RevealChange {
  readonly epoch: number
  readonly accounts: readonly number[]
  readonly openedAtMs: number
  readonly closed?: RevealClosing & { readonly atMs: number }
}

/** Answer to callers; `unplayed` is not stored for repeats. */
export type Answer = Granted | (Refused & { readonly exit?: Exit })

/** Answer to an accepted command. */
export interface Granted {
  readonly room: Room
  readonly unplayed?: boolean
  readonly exit?: Exit
}

export const answerOf = ({ room, exit }: Changed): Answer => ({ room, ...(exit ? { exit } : {}) })

/** True if a retry may succeed. */
export const isConflict = (answer: Answer | 'late'): boolean =>
  answer === 'late' || ('refused' in answer && answer.refused === 'CONFLICT')

export const unchanged = (room: Room): Changed => ({ room, changes: [], closedReason: '' })

export const settle = (room: Room, seats: readonly Seat[], changes: readonly SeatChange[]): Changed =>
  changes.length === 0 ? unchanged(room) : advance({ ...room, seats }, changes)

/** Next version of a room; closes it without seats. */
export const advance = (room: Room, changes: readonly SeatChange[] = []): Changed => ({
  room: { ...withNewNames(withPermittedWatchers(room)), version: room.version + 1 },
  changes,
  closedReason: room.seats.length === 0 ? 'empty' : '',
})

export const isChange = (before: Room | undefined, { room }: Changed): boolean => room.version !== before?.version

export const welcomesSpectators = ({ tie, seats, capacity, spectatorConsents }: Room): boolean =>
  tie !== null &&
  seats.length === capacity &&
  seats.every((seat) => isConnected(seat) && spectatorConsents.includes(seat.accountId))

/** Ends consents with seats, spectating with consents. */
function withPermittedWatchers(room: Room): Room {
  const spectatorConsents = room.spectatorConsents.filter((consenting) =>
    room.seats.some(({ accountId }) => accountId === consenting),
  )
  const next: Room = { ...room, spectatorConsents }
  if (room.seats.length === 0) return { ...next, watchers: [] }
  return welcomesSpectators(next) ? next : { ...next, watchers: room.watchers.filter(({ judge }) => judge) }
}
