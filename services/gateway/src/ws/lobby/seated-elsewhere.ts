import { KlaError } from '@kla/chassis'
import type { Room } from '@kla/proto'
import type { RoomsClient } from '../../shared/clients.js'
import type { Session, Sessions } from '../accounts/sessions.js'
import type { Connection } from '../connection/connection.js'
import type { Hub } from '../rooms/hub.js'
import type { KnownSeats } from '../rooms/known-seats.js'
import { seatOf } from '../rooms/seats.js'

interface SeatedElsewhereDeps {
  readonly hub: Pick<Hub, 'at'>
  readonly seats: Pick<KnownSeats, 'find'>
  readonly rooms: Pick<RoomsClient, 'getRoom'>
  readonly sessions: Pick<Sessions<Connection>, 'call' | 'connectionsOf'>
}

const ASK_EVERY_MS = 3_000

/**
 * Notifies players who read the room list that another connection of theirs has a seat. A seat taken or left at this
 * gateway is noticed at once, the end of a seat at another one within seconds, and a new one there with the next
 * `request-room-list`.
 */
export class SeatedElsewhere {
  readonly #readers = new Set<Connection>()
  /** Room of which a connection was notified last. */
  readonly #notified = new WeakMap<Connection, string>()
  /** Connections whose last question had no answer. */
  readonly #unanswered = new WeakSet<Connection>()
  readonly #timer: NodeJS.Timeout

  constructor(private readonly deps: SeatedElsewhereDeps) {
    this.#timer = setInterval(() => this.#askAgain(), ASK_EVERY_MS).unref()
  }

  subscribe(connection: Connection): void {
    if (!connection.session) return
    this.#readers.add(connection)
    void this.#ask(connection, connection.session, 'requested')
  }

  unsubscribe(connection: Connection): void {
    this.#readers.delete(connection)
  }

  /** Asks again for the account's readers at this gateway. */
  changed(accountId: number): void {
    for (const connection of this.deps.sessions.connectionsOf(accountId)) {
      if (connection.session && this.#readers.has(connection)) void this.#ask(connection, connection.session)
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#readers.clear()
  }

  #askAgain(): void {
    for (const connection of this.#readers) {
      const isOpen = this.#notified.has(connection) || this.#unanswered.has(connection)
      if (connection.session && isOpen) void this.#ask(connection, connection.session)
    }
  }

  async #ask(connection: Connection, session: Session, why?: 'requested'): Promise<void> {
    const room = await this.#roomOf(session)
    if (!this.#readers.has(connection)) return
    if (room === undefined) {
      this.#unanswered.add(connection)
      return
    }
    this.#unanswered.delete(connection)
    const before = this.#notified.get(connection)
    if (room === null) {
      if (this.#notified.delete(connection)) connection.event('seated-elsewhere', { roomId: null })
      return
    }
    this.#notified.set(connection, room.id)
    if (before === room.id && !why) return
    connection.event('seated-elsewhere', { roomId: room.id, name: room.name, veiled: room.reveal !== undefined })
  }

  /** Null: the account has no seat; undefined: that is not known now. A pointer to a seat may be stale. */
  async #roomOf(session: Session): Promise<Room | null | undefined> {
    const { hub, seats, rooms, sessions } = this.deps
    const { id: accountId } = session.account
    const seat = await seats.find(accountId)
    if (!seat) return seat
    const { roomId } = seat
    const known = hub.at(roomId)?.snapshot
    if (known && seatOf(known, accountId)) return known
    try {
      const { room } = await sessions.call(session, (context) => rooms.getRoom({ roomId }, context))
      return room && seatOf(room, accountId) ? room : null
    } catch (error) {
      return KlaError.from(error).reason === 'ROOM_NOT_FOUND' ? null : undefined
    }
  }
}
