import { type Bus, failAfter, KlaError, type Subscribed } from '@kla/chassis'
import { subjects } from '@kla/proto'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../shared/at-most.js'
import type { Transcripts } from '../chat/transcripts.js'
import type { KeptMessages } from './kept-messages.js'
import type { Member } from './member.js'
import { HubRoom, type HubRoomDeps } from './room.js'

export interface HubDeps extends HubRoomDeps {
  readonly bus: Bus
  readonly transcripts: Pick<Transcripts, 'roomLeft'>
}

interface OpenRoom {
  readonly room: HubRoom
  readonly subscribed: Promise<Subscribed>
  entering: number
}

/** Lifetime of a room's messages after its last connection; longer than a page takes to reload. */
const MESSAGES_KEPT_MS = 20_000
const ROOMS_WITH_MESSAGES_MAX = 2_000
const SUBSCRIBE_WITHIN_MS = 3_000
/** Ids become part of NATS subjects. */
const ROOM_ID = /^[A-Za-z0-9_-]{1,64}$/

/** Rooms with a connection here; each has one NATS subscription. */
export class Hub {
  readonly #rooms = new Map<string, OpenRoom>()
  readonly #messages = new LRUCache<string, KeptMessages>({ ...atMost(ROOMS_WITH_MESSAGES_MAX), ttl: MESSAGES_KEPT_MS })

  constructor(private readonly deps: HubDeps) {}

  get size(): number {
    return this.#rooms.size
  }

  rooms(): HubRoom[] {
    return [...this.#rooms.values()].map(({ room }) => room)
  }

  at(roomId: string): HubRoom | undefined {
    return this.#rooms.get(roomId)?.room
  }

  roomOf(member: Member | undefined): HubRoom | undefined {
    return member && this.at(member.roomId)
  }

  /** Runs `work` while subscribed, so that no update is missed. Rejects with ROOM_NOT_FOUND or UNAVAILABLE. */
  async enter<T>(roomId: string, work: (room: HubRoom) => Promise<T>): Promise<T> {
    if (!ROOM_ID.test(roomId)) throw new KlaError('ROOM_NOT_FOUND')
    const open = this.#rooms.get(roomId) ?? this.#open(roomId)
    open.entering += 1
    try {
      await failAfter(SUBSCRIBE_WITHIN_MS, open.subscribed)
      return await work(open.room)
    } finally {
      open.entering -= 1
      this.#closeIfEmpty(open)
    }
  }

  async resyncAll(): Promise<void> {
    await Promise.all(this.rooms().map((room) => room.resyncAfterOutage()))
  }

  close(): void {
    for (const open of this.#rooms.values()) this.#close(open)
  }

  #open(roomId: string): OpenRoom {
    const { bus } = this.deps
    const room: HubRoom = new HubRoom(roomId, this.deps, () => this.#closeIfEmpty(open), this.#messages.get(roomId))
    this.#messages.delete(roomId)
    const subscribed = bus
      .subscribe(subjects.roomAll(roomId), (message) => room.receive(message))
      .catch((error: unknown) => {
        throw new KlaError('UNAVAILABLE', undefined, { cause: error })
      })
    const open: OpenRoom = { room, subscribed, entering: 0 }
    this.#rooms.set(roomId, open)
    return open
  }

  #closeIfEmpty(open: OpenRoom): void {
    if (open.entering === 0 && open.room.members.size === 0) this.#close(open)
  }

  #close(open: OpenRoom): void {
    if (this.#rooms.get(open.room.roomId) !== open) return
    this.#rooms.delete(open.room.roomId)
    open.room.close()
    if (!open.room.messages.isEmpty) this.#messages.set(open.room.roomId, open.room.messages)
    this.deps.transcripts.roomLeft(open.room.roomId)
    open.subscribed.then(
      (subscription) => subscription.close(),
      () => undefined,
    )
  }
}
