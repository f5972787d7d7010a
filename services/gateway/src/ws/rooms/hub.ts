import { LRUCache } from 'lru-cache'
import { failAfter, inSpan, KlaError, type Message, type Subscribed } from '@kla/chassis'
import {
  BattleUpdate, KeptLines as KeptLinesMessage, PeersStarted, RelayedLine, RoomUpdate, type RoomSubjectKind, SignalKind, Signal,
  subjects,
} from '@kla/proto'
import { deliverChat } from '../chat/chat.js'
import type { KeptLines } from '../chat/kept-lines.js'
import type { HubDeps } from './live-room.js'
import type { Member } from './member.js'
import type { SignalEvent } from './peers.js'
import { HubRoom } from './room.js'

interface OpenRoom {
  readonly room: HubRoom
  readonly subscribed: Promise<Subscribed>
  entering: number
}

/** Longer than a page reload. */
const LINES_KEPT_MS = 20_000
const ROOMS_WITH_LINES_MAX = 2_000
const SUBSCRIBE_WITHIN_MS = 3_000
/** Ids become part of NATS subjects. */
const ROOM_ID = /^[A-Za-z0-9_-]{1,64}$/

/** Rooms with a connection here, each with one NATS subscription. */
export class Hub {
  readonly #rooms = new Map<string, OpenRoom>()
  readonly #lines = new LRUCache<string, KeptLines>({ max: ROOMS_WITH_LINES_MAX, ttl: LINES_KEPT_MS })

  constructor(private readonly deps: HubDeps) {}

  get size(): number {
    return this.#rooms.size
  }

  rooms(): HubRoom[] {
    return [...this.#rooms.values()].map(({ room }) => room)
  }

  roomOf(member: Member | undefined): HubRoom | undefined {
    return member && this.#rooms.get(member.roomId)?.room
  }

  /** Runs `work` while subscribed to the room, so that no update is missed. Rejects with ROOM_NOT_FOUND or UNAVAILABLE. */
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
    await Promise.all(this.rooms().map((room) => room.resync.everything()))
  }

  close(): void {
    for (const open of this.#rooms.values()) this.#close(open)
  }

  #open(roomId: string): OpenRoom {
    const { bus } = this.deps
    const room: HubRoom = new HubRoom(roomId, this.deps, () => this.#closeIfEmpty(open), this.#lines.get(roomId))
    this.#lines.delete(roomId)
    const subscribed = bus
      .subscribe(subjects.roomAll(roomId), (message) => takeRoomMessage(room, message, this.deps))
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
    if (!open.room.lines.isEmpty) this.#lines.set(open.room.roomId, open.room.lines)
    this.deps.transcripts.roomLeft(open.room.roomId)
    open.subscribed.then(
      (subscription) => subscription.close(),
      () => undefined,
    )
  }
}

const SIGNAL_EVENTS: Readonly<Partial<Record<SignalKind, SignalEvent>>> = {
  [SignalKind.OFFER]: 'offer',
  [SignalKind.ANSWER]: 'answer',
  [SignalKind.ICE_CANDIDATE]: 'ice-candidate',
}

const takers: Readonly<Record<RoomSubjectKind, (room: HubRoom, data: Uint8Array, deps: Pick<HubDeps, 'now'>) => void>> = {
  seats: (room, data) => {
    const update = RoomUpdate.decode(data)
    if (update.closedReason !== '') room.end(update.closedReason)
    else if (update.room) room.adopt(update.room)
  },
  battle: (room, data) => room.takeBattleUpdate(BattleUpdate.decode(data)),
  peers: (room, data) => {
    const { parts, watchParts } = PeersStarted.decode(data)
    parts.forEach((part) => room.deliverPeers(part))
    watchParts.forEach((part) => room.deliverWatchPeers(part))
  },
  // From other gateways only.
  chat: (room, data, { now }) => deliverChat(room, RelayedLine.decode(data), now()),
  lines: (room, data) => room.takeLines(KeptLinesMessage.decode(data).lines),
  signal: (room, data) => {
    const signal = Signal.decode(data)
    const event = SIGNAL_EVENTS[signal.kind]
    if (event === undefined) return
    room.deliverSignal(signal.toSocketId, event, { from: signal.fromSocketId, payload: JSON.parse(signal.payload) as object })
  },
}

function takeRoomMessage(room: HubRoom, { subject, data }: Message, deps: Pick<HubDeps, 'log' | 'now'>): void {
  const kind = subject.slice(subject.lastIndexOf('.') + 1)
  if (!Object.hasOwn(takers, kind)) return
  try {
    inSpan('deliver', () => takers[kind as RoomSubjectKind](room, data, deps))
  } catch (error) {
    deps.log.error({ err: error, kind, roomId: room.roomId }, 'a message of a room could not be read')
  }
}
