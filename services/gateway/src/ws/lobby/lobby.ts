import { KlaError, type Logger } from '@kla/chassis'
import { ROOM_LIST_INTERVAL_MS, ROOM_LIST_MAX } from '@kla/proto/web'
import type { RoomsClient } from '../../shared/clients.js'
import type { Connection } from '../connection.js'
import { dataText, eventFrame } from '../frames.js'
import type { RealtimeMetrics } from '../metrics.js'
import { type Audience, roomListItem } from './room-list.js'

// Change messages may be lost; refreshes at the latest after this.
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

/** Read at most every 500 ms, serialized once, published on change. Visitors get a reduced list. */
export class Lobby {
  readonly #subscribers = new Map<Connection, Audience>()
  #lists: Readonly<Record<Audience, string>> | undefined
  #dirty = true
  #readAtMs = -Infinity
  #reading: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly deps: LobbyDeps) {}

  async request(connection: Connection): Promise<void> {
    if (connection.member) throw new KlaError('ALREADY_SEATED')
    // The cookie may not be resolved yet.
    if (!connection.session) await connection.requireSession().catch(() => undefined)
    await this.subscribe(connection)
  }

  /** Rejects with UNAVAILABLE if there is no list. */
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
      // After reading, or the connection would receive the list twice.
      if (this.#subscribers.get(connection) === audience) connection.socket.subscribe(TOPICS[audience])
      this.#schedule()
    }
    if (this.#subscribers.get(connection) === audience) {
      connection.sendEvent('public-room-list', this.#lists?.[audience] ?? EMPTY)
    }
  }

  /** Moves a subscriber from the visitors' to the players' list. */
  async signedIn(connection: Connection): Promise<void> {
    if (connection.session && this.#subscribers.get(connection) === 'visitor') await this.subscribe(connection)
  }

  unsubscribe(connection: Connection): void {
    const audience = this.#subscribers.get(connection)
    if (audience === undefined) return
    this.#subscribers.delete(connection)
    connection.socket.unsubscribe(TOPICS[audience])
  }

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
