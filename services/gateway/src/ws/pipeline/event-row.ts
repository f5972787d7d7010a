import type { AckData, BanScope, ClientEventData, ClientEventName } from '@kla/proto/web'
import type { Session } from '../accounts/sessions.js'
import type { Connection } from '../connection/connection.js'
import type { Lane } from '../connection/lanes.js'
import type { RateClass } from '../connection/rate-limits.js'
import type { Member } from '../rooms/member.js'
import type { HubRoom } from '../rooms/room.js'

type Answer<Name> = Name extends keyof AckData ? [AckData[Name]] : []

/** What a handler receives of a client's message. */
export interface EventContext<Name extends ClientEventName> {
  readonly connection: Connection
  readonly data: ClientEventData<Name>
  readonly id: string | undefined
  /** The frame's `id`, or a new one: makes commands idempotent. */
  readonly commandId: string
  /** Time of receipt by `performance.now()`. */
  readonly receivedAt: number
  /** Answers before the handler ends, for events that must follow. */
  answer(...more: Answer<Name>): void
}

/** Context of an event that needs a session. */
export interface SignedInContext<Name extends ClientEventName> extends EventContext<Name> {
  readonly session: Session
}

/** Context of an event that needs a seat. */
export interface SeatedContext<Name extends ClientEventName> extends SignedInContext<Name> {
  readonly room: HubRoom
  readonly member: Member
}

/** Context of a seated or watching member, perhaps signed out. */
export type PresentContext<Name extends ClientEventName> = Omit<SeatedContext<Name>, 'session'>

type Handled = Promise<void> | undefined

type Access<Name extends ClientEventName> =
  | { readonly access: 'anyone'; readonly handle: (context: EventContext<Name>) => Handled }
  | { readonly access: 'signed-in'; readonly handle: (context: SignedInContext<Name>) => Handled }
  | { readonly access: 'seated'; readonly handle: (context: SeatedContext<Name>) => Handled }
  | { readonly access: 'seated-or-watching'; readonly handle: (context: PresentContext<Name>) => Handled }
  | { readonly access: 'signed-in-or-watching'; readonly handle: (context: EventContext<Name>) => Handled }

/** Rules and handler of one client event. */
export type EventRow<Name extends ClientEventName> = Access<Name> & {
  readonly rate: RateClass
  readonly lane: Lane
  /** Binds a room or search to the connection, so repeats elsewhere run again. */
  readonly binds?: true
  /** The ban scope that forbids it; a global ban forbids all but leaving. */
  readonly scope?: BanScope
  readonly allowBanned?: true
  /** The refusal for visitors, if unusual. */
  readonly anonymous?: 'NOT_SIGNED_IN_TO_CREATE'
  /** True for events that leave a room. */
  readonly exits?: true
  /** Sends only an acknowledgement above the rate. */
  readonly dropped?: 'silently'
  readonly refusal?: 'join-error'
}

/** TypeScript cannot relate a row's type to its event's. */
export type AnyRow = EventRow<ClientEventName>

/** Rules and handlers of all client events. */
export type EventTable = { readonly [Name in ClientEventName]: EventRow<Name> }
