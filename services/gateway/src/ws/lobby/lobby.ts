import { KlaError, type Logger } from '@kla/chassis'
import type { BlocksChanged } from '@kla/proto'
import { ROOM_LIST_INTERVAL_MS, ROOM_LIST_MAX } from '@kla/proto/web'
import pLimit from 'p-limit'
import type { RoomsClient } from '../../shared/clients.js'
import type { Session } from '../accounts/sessions.js'
import type { Connection } from '../connection/connection.js'
import { eventFrame } from '../frames.js'
import type { RealtimeMetrics } from '../metrics.js'
import type { Activity } from './activity.js'
import { Reader, Readers } from './readers.js'
import { type Audience, RoomList, type RoomsText } from './room-list.js'
import type { SeatedElsewhere } from './seated-elsewhere.js'

// Changes may be lost, so the list is refreshed after this.
const REFRESH_MS = 5_000
const TOPICS = { player: 'lobby', visitor: 'lobby-visitors', differences: 'lobby-differences' } as const
type Topic = keyof typeof TOPICS
const AUDIENCES: readonly Audience[] = ['player', 'visitor']
const ASK_CONCURRENCY = 10

/** Form in which a client wants the changes of the list. */
interface Wanted {
  readonly differences: boolean
}

const WHOLE_LISTS: Wanted = { differences: false }

interface LobbyDeps {
  readonly rooms: Pick<RoomsClient, 'listRooms'>
  /** Lists accounts that the session's account must not meet. */
  readonly listApart: (session: Session) => Promise<readonly number[]>
  readonly activity: Pick<Activity, 'subscribe' | 'unsubscribe' | 'close'>
  readonly elsewhere: Pick<SeatedElsewhere, 'subscribe' | 'unsubscribe' | 'changed' | 'close'>
  readonly publish: (topic: string, text: string) => void
  readonly metrics: RealtimeMetrics
  readonly log: Logger
  readonly now: () => number
}

/**
 * Publishes the room list on change; it is read at most every 500 ms and serialized once. Visitors get counts. Accounts
 * that must not meet a player get lists without that player's rooms, and none until that player is known.
 */
export class Lobby {
  readonly #readers = new Readers()
  readonly #single = new Set<Reader>()
  readonly #onTopic: Record<Topic, number> = { player: 0, visitor: 0, differences: 0 }
  /** Readers that may have missed changes of blocks. */
  readonly #unsure = new Set<Reader>()
  readonly #limitAsking = pLimit(ASK_CONCURRENCY)
  #list: RoomList | undefined
  #dirty = true
  #readAtMs = -Infinity
  #reading: Promise<void> | undefined
  #asking: Promise<unknown> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly deps: LobbyDeps) {}

  async request(connection: Connection, wanted: Wanted = WHOLE_LISTS): Promise<void> {
    if (connection.member) throw new KlaError('ALREADY_SEATED')
    // The cookie may be unresolved. A player whom auth cannot identify now is no visitor.
    if (!connection.session) {
      await connection.requireSession().catch((error: unknown) => {
        if (KlaError.from(error).reason === 'UNAVAILABLE') throw error
      })
    }
    await this.subscribe(connection, wanted)
  }

  /** Rejects with UNAVAILABLE if the list or the reader's blocks cannot be read; the list follows later. */
  async subscribe(connection: Connection, { differences }: Wanted = WHOLE_LISTS): Promise<void> {
    if (connection.closed) return
    this.unsubscribe(connection)
    const { session } = connection
    const reader = new Reader(connection, session ? 'player' : 'visitor', session, differences)
    this.#readers.add(reader)
    this.deps.activity.subscribe(connection)
    this.deps.elsewhere.subscribe(connection)
    const isDue = this.#list === undefined || (this.#dirty && this.#mayRead())
    const [read, learned] = await Promise.allSettled([
      isDue ? this.#read() : undefined,
      reader.learn(this.deps.listApart),
    ])
    if (this.#readers.has(reader)) {
      if (learned.status === 'rejected') this.#unsure.add(reader)
      // After reading, or the connection would receive the list twice.
      this.#serve(reader)
    }
    this.#schedule()
    if (learned.status === 'rejected') throw new KlaError('UNAVAILABLE', undefined, { cause: learned.reason })
    if (read.status === 'rejected' && this.#list === undefined) throw read.reason
  }

  /** Moves a subscriber to the players' list. */
  async signedIn(connection: Connection): Promise<void> {
    const reader = this.#readers.get(connection)
    if (connection.session && reader?.audience === 'visitor') await this.subscribe(connection, reader)
  }

  /** Sends no more lists until the connection asks again; activity and seats elsewhere go on. */
  pause(connection: Connection): void {
    const reader = this.#readers.get(connection)
    if (reader === undefined) return
    this.#readers.delete(reader)
    this.#unsure.delete(reader)
    this.#place(reader, 'not yet')
  }

  unsubscribe(connection: Connection): void {
    this.pause(connection)
    this.deps.activity.unsubscribe(connection)
    this.deps.elsewhere.unsubscribe(connection)
  }

  /** The account took or left a seat at this gateway. */
  seatChanged(accountId: number): void {
    this.deps.elsewhere.changed(accountId)
  }

  blocksChanged({ accountId, otherId, apart }: BlocksChanged): void {
    for (const [one, other] of [
      [accountId, otherId],
      [otherId, accountId],
    ] as const) {
      for (const reader of this.#readers.ofAccount(one)) {
        reader.change(other, apart)
        if (reader.served !== 'not yet') this.#serve(reader)
      }
    }
  }

  poke(): void {
    this.#dirty = true
    this.#schedule()
  }

  /** Reads again, since messages may be lost. */
  reconnected(): void {
    for (const reader of this.#readers) if (reader.session) this.#unsure.add(reader)
    this.poke()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.deps.activity.close()
    this.deps.elsewhere.close()
    this.#readers.clear()
    this.#single.clear()
    this.#unsure.clear()
  }

  #mayRead(): boolean {
    return this.deps.now() - this.#readAtMs >= ROOM_LIST_INTERVAL_MS
  }

  #serve(reader: Reader): void {
    const { apart, connection } = reader
    if (apart === undefined) return
    const before = this.#sentTo(reader)
    const known = reader.served === 'topic' ? this.#list?.all : reader.known
    this.#place(reader, apart.size > 0 ? 'single' : 'topic')
    const list = this.#list
    if (list === undefined) return
    const single = reader.served === 'single' ? list.without(apart) : undefined
    const text = single?.whole ?? list.whole[reader.audience]
    if (text !== before) {
      if (this.#topicOf(reader) !== 'differences') connection.sendEvent('public-room-list', text)
      else sendRooms(connection, single ?? list.all, known)
    }
    reader.sent = single && text
    // Unchanged: the reader knows these rooms by the earlier number.
    reader.known = text === before && known !== undefined ? single && known : single
  }

  #sentTo({ served, sent, audience }: Reader): string | undefined {
    return served === 'topic' ? this.#list?.whole[audience] : sent
  }

  #topicOf({ audience, differences }: Reader): Topic {
    return audience === 'player' && differences ? 'differences' : audience
  }

  #place(reader: Reader, served: Reader['served']): void {
    const { connection } = reader
    const topic = this.#topicOf(reader)
    if (reader.served === served) return
    if (reader.served === 'topic') {
      connection.socket.unsubscribe(TOPICS[topic])
      this.#onTopic[topic] -= 1
    }
    if (served === 'topic') {
      connection.socket.subscribe(TOPICS[topic])
      this.#onTopic[topic] += 1
    }
    if (served === 'single') this.#single.add(reader)
    else this.#single.delete(reader)
    reader.served = served
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#readers.size === 0) return
    const waitMs = this.#dirty ? ROOM_LIST_INTERVAL_MS : REFRESH_MS
    const dueMs = Math.max(0, this.#readAtMs + waitMs - this.deps.now())
    this.#timer = setTimeout(() => {
      this.#askAgain()
      this.#read()
        .catch((error: unknown) => this.deps.log.warn({ err: error }, 'the room list could not be read'))
        .finally(() => this.#schedule())
    }, dueMs)
  }

  #askAgain(): void {
    if (this.#unsure.size === 0 || this.#asking) return
    const { listApart, log } = this.deps
    const ask = async (reader: Reader): Promise<void> => {
      if (!this.#unsure.has(reader)) return
      await reader.learn(listApart)
      if (this.#unsure.delete(reader)) this.#serve(reader)
    }
    this.#asking = Promise.allSettled([...this.#unsure].map((reader) => this.#limitAsking(() => ask(reader)))).then(
      (all) => {
        this.#asking = undefined
        const failed = all.filter(({ status }) => status === 'rejected')
        if (failed.length > 0)
          log.warn({ readers: failed.length }, 'readers of the room list wait for whom they must not meet')
      },
    )
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readNow().finally(() => (this.#reading = undefined))
    return this.#reading
  }

  async #readNow(): Promise<void> {
    const { rooms, now } = this.deps
    this.#readAtMs = now()
    this.#dirty = false
    try {
      const answer = await rooms.listRooms({ limit: ROOM_LIST_MAX })
      this.#publish(this.#numbered(answer.rooms))
    } catch (error) {
      this.#dirty = true
      throw error
    }
  }

  /** A list that says the same keeps its number: readers of differences hold on to it. */
  #numbered(rooms: ConstructorParameters<typeof RoomList>[0]): RoomList {
    const { whole, all } = this.#list ?? {}
    const list = new RoomList(rooms, (all?.revision ?? 0) + 1)
    return list.whole.player === whole?.player ? new RoomList(rooms, all?.revision) : list
  }

  #publish(list: RoomList): void {
    const { publish, metrics } = this.deps
    const before = this.#list
    this.#list = list
    for (const audience of AUDIENCES) {
      const text = list.whole[audience]
      if (text === before?.whole[audience]) continue
      metrics.roomLists.inc()
      metrics.delivered('public-room-list', this.#onTopic[audience])
      publish(TOPICS[audience], eventFrame('public-room-list', text))
      if (audience === 'player' && this.#onTopic.differences > 0) this.#publishDifference(list.all, before?.all)
    }
    for (const reader of this.#single) this.#serve(reader)
  }

  #publishDifference(rooms: RoomsText, before: RoomsText | undefined): void {
    const { event, text } = eventOf(rooms, before)
    this.deps.metrics.delivered(event, this.#onTopic.differences)
    this.deps.publish(TOPICS.differences, eventFrame(event, text))
  }
}

interface RoomsEvent {
  readonly event: 'public-room-list' | 'room-list-change'
  readonly text: string
}

/** A difference, unless the list itself is shorter, or the reader knows none. */
function eventOf(rooms: RoomsText, known: RoomsText | undefined): RoomsEvent {
  const text = known && known.revision < rooms.revision ? rooms.changeFrom(known) : undefined
  return text !== undefined && text.length < rooms.whole.length
    ? { event: 'room-list-change', text }
    : { event: 'public-room-list', text: rooms.snapshot }
}

function sendRooms(connection: Connection, rooms: RoomsText, known: RoomsText | undefined): void {
  const { event, text } = eventOf(rooms, known)
  connection.sendEvent(event, text)
}
