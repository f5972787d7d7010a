import { KlaError, type Logger } from '@kla/chassis'
import { ROOM_LIST_INTERVAL_MS, ROOM_LIST_MAX } from '@kla/proto/web'
import type { RoomsClient } from '../../shared/clients.js'
import type { Connection } from '../connection.js'
import { dataText, eventFrame } from '../frames.js'
import type { EventContext } from '../handler.js'
import type { RealtimeMetrics } from '../metrics.js'
import { type Audience, roomListItem } from './room-list.js'

// Pokes travel by core NATS and may be lost; the list is right again after this at the latest.
const REFRESH_MS = 5_000
const TOPICS: Readonly<Record<Audience, string>> = { player: 'lobby', visitor: 'lobby-visitors' }
const AUDIENCES: readonly Audience[] = ['player', 'visitor']
const EMPTY = dataText('public-room-list', { rooms: [] })

interface LobbyDeps {
  readonly rooms: Pick<RoomsClient, 'listRooms'>
  readonly publish: (topic: string, text: string) => void
  readonly metrics: RealtimeMetrics
  readonly log: Logger
  readonly now: () => number
}

/**
 * The public room list: asked of rooms at most once in 500 ms whatever happens, made into text once, and sent to all
 * subscribers only if it has changed. So a gateway's work grows with its lobby, not with its square. Who is not signed in
 * is sent a list that says less.
 */
export class Lobby {
  readonly #subscribers = new Map<Connection, Audience>()
  #lists: Readonly<Record<Audience, string>> | undefined
  #dirty = true
  #readAtMs = -Infinity
  #reading: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly deps: LobbyDeps) {}

  /** Sends the list and, from now on, every change of it. Rejects with UNAVAILABLE when there is none to send. */
  async subscribe(connection: Connection): Promise<void> {
    if (connection.closed) return
    this.unsubscribe(connection)
    const audience: Audience = connection.session ? 'player' : 'visitor'
    this.#subscribers.set(connection, audience)
    try {
      if (this.#lists === undefined || (this.#dirty && this.#mayRead())) await this.#read()
    } catch (error) {
      if (this.#lists === undefined) throw error
    } finally {
      // Not earlier: what the reading publishes would reach this connection twice.
      if (this.#subscribers.get(connection) === audience) connection.socket.subscribe(TOPICS[audience])
      this.#schedule()
    }
    if (this.#subscribers.get(connection) === audience) {
      connection.sendEvent('public-room-list', this.#lists?.[audience] ?? EMPTY)
    }
  }

  /** Whoever looked at the list before it signed in gets the players' one from now on. */
  async signedIn(connection: Connection): Promise<void> {
    if (connection.session && this.#subscribers.get(connection) === 'visitor') await this.subscribe(connection)
  }

  unsubscribe(connection: Connection): void {
    const audience = this.#subscribers.get(connection)
    if (audience === undefined) return
    this.#subscribers.delete(connection)
    connection.socket.unsubscribe(TOPICS[audience])
  }

  /** The list is no longer what it was. */
  poke(): void {
    this.#dirty = true
    this.#schedule()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#subscribers.clear()
  }

  #mayRead(): boolean {
    return this.deps.now() - this.#readAtMs >= ROOM_LIST_INTERVAL_MS
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#subscribers.size === 0) return
    const waitMs = this.#dirty ? ROOM_LIST_INTERVAL_MS : REFRESH_MS
    const dueMs = Math.max(0, this.#readAtMs + waitMs - this.deps.now())
    this.#timer = setTimeout(() => {
      this.#read()
        .catch((error: unknown) => this.deps.log.warn({ err: error }, 'the room list could not be read'))
        .finally(() => this.#schedule())
    }, dueMs)
  }

  /** Reads the list, once for all who wait for it, and publishes it if it has changed. */
  #read(): Promise<void> {
    this.#reading ??= this.#readNow().finally(() => (this.#reading = undefined))
    return this.#reading
  }

  async #readNow(): Promise<void> {
    const { rooms, publish, metrics, now } = this.deps
    this.#readAtMs = now()
    this.#dirty = false
    try {
      const answer = await rooms.listRooms({ limit: ROOM_LIST_MAX })
      const listFor = (audience: Audience): string =>
        dataText('public-room-list', { rooms: answer.rooms.map((room) => roomListItem(room, audience)) })
      const before = this.#lists
      this.#lists = { player: listFor('player'), visitor: listFor('visitor') }
      for (const audience of AUDIENCES) {
        const list = this.#lists[audience]
        if (list === before?.[audience]) continue
        const subscribed = [...this.#subscribers.values()].filter((one) => one === audience).length
        metrics.roomLists.inc()
        metrics.deliveries.add(['public-room-list'], subscribed)
        publish(TOPICS[audience], eventFrame('public-room-list', list))
      }
    } catch (error) {
      this.#dirty = true
      throw error
    }
  }
}

/** Sends the public rooms, now and whenever they change, until the connection enters one. */
export const requestRoomList =
  ({ lobby }: { readonly lobby: Lobby }) =>
  async ({ connection }: EventContext<'request-room-list'>): Promise<void> => {
    if (connection.member) throw new KlaError('ALREADY_SEATED')
    // Whose cookie it is may not be known yet: players see more than visitors.
    if (!connection.session) await connection.requireSession().catch(() => undefined)
    await lobby.subscribe(connection)
  }
