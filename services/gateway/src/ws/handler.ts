import type { AckData, BanScope, ClientEventData, ClientEventName } from '@kla/proto/web'
import type { Connection } from './connection.js'
import type { HubRoom } from './rooms/room.js'
import type { Member } from './rooms/member.js'
import type { Lane } from './lanes.js'
import type { RateClass } from './rate-limits.js'
import type { Session } from './sessions.js'

/** What an answer carries beside its success. */
type Answer<Name> = Name extends keyof AckData ? [AckData[Name]] : []

/** An event that may be handled: its data is as it should be. */
export interface EventContext<Name extends ClientEventName> {
  readonly connection: Connection
  readonly data: ClientEventData<Name>
  /** The frame's `id`, or a fresh one: what makes a command of a service take effect once. */
  readonly commandId: string
  /** When the frame came, milliseconds of `performance.now()`. */
  readonly receivedAt: number
  /** Answers now instead of when the handler is done: for what has to be sent after the answer. */
  answer(...more: Answer<Name>): void
}

export interface SignedInContext<Name extends ClientEventName> extends EventContext<Name> {
  readonly session: Session
}

/** The connection is in the room that the event names. */
export interface SeatedContext<Name extends ClientEventName> extends SignedInContext<Name> {
  readonly room: HubRoom
  readonly member: Member
}

/** The connection has a seat in the room that the event names, or watches it; whoever watches need not be signed in. */
export type PresentContext<Name extends ClientEventName> = Omit<SeatedContext<Name>, 'session'>

/** Who may send an event, and what it then does. A refusal is a KlaError. */
type Access<Name extends ClientEventName> =
  | { readonly access: 'anyone'; readonly handle: (context: EventContext<Name>) => Promise<void> }
  | { readonly access: 'signed-in'; readonly handle: (context: SignedInContext<Name>) => Promise<void> }
  | { readonly access: 'seated'; readonly handle: (context: SeatedContext<Name>) => Promise<void> }
  | { readonly access: 'seated-or-watching'; readonly handle: (context: PresentContext<Name>) => Promise<void> }
  | { readonly access: 'signed-in-or-watching'; readonly handle: (context: EventContext<Name>) => Promise<void> }

export type EventRow<Name extends ClientEventName> = Access<Name> & {
  readonly rate: RateClass
  readonly lane: Lane
  /** Ties a room or a search to its connection: a repeat on another one is not answered from memory alone. */
  readonly binds?: true
  /** What a ban must be from to forbid it; a ban from everything forbids all but leaving. */
  readonly scope?: BanScope
  readonly evenIfBanned?: true
  /** What somebody who is not signed in is told, where it is not the usual. */
  readonly anonymous?: 'NOT_SIGNED_IN_TO_CREATE'
  /** An event that tells of a refusal beside the answer. */
  readonly refusal?: 'join-error'
}

/** One row for every event there is: an event without one does not compile. */
export type EventTable = { readonly [Name in ClientEventName]: EventRow<Name> }
