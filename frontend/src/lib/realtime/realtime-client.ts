import type { Ack, AckData, AckFrame, ClientEventData, ClientEventName, ServerEventName, ServerFrame } from '@kla/proto/web'
import { finalReason, type ClosedBy } from './closing.js'
import type { Clock } from './clock.js'
import { readFrame, type OutgoingFrame } from './frames.js'
import { createListeners, type Handler } from './listeners.js'
import type { OpenSocket, Socket } from './open-socket.js'
import { ANSWER_WITHIN_MS, createOutbox, NO_ANSWER } from './outbox.js'
import { createSeat } from './seat.js'
import { createSequence } from './sequence.js'

/** `lost`: it was open before, and is being opened again. `closed`: it stays closed. */
export type RealtimeStatus = 'connecting' | 'open' | 'lost' | 'closed'
export interface Connection {
  readonly status: RealtimeStatus
  /** Why it is closed for good, while it is. */
  readonly closedBy: ClosedBy | null
}

export interface RealtimeClient {
  /** Takes a token for `authenticate`, where the cookie alone may not do. */
  introduceBy(accessToken: string | null): void
  connect(): void
  /** Gives everything up; `connect` begins anew. */
  close(): void
  connection(): Connection
  subscribe(listener: () => void): () => void
  send<Name extends ClientEventName>(event: Name, data: ClientEventData<Name>): Promise<Ack<Name>>
  post<Name extends ClientEventName>(event: Name, data: ClientEventData<Name>): void
  on<Name extends ServerEventName>(event: Name, handler: Handler<Name>): () => void
  /** Asks for the state of the room this connection sits in. */
  resync(): void
  /** Takes up again a seat that an earlier page of this browser had. */
  resume(roomId: string): void
}

export interface RealtimeOptions {
  openSocket: OpenSocket
  clock: Clock
  newId: () => string
  /** The socket's address for a room, or for none. */
  address: (roomId: string | null) => string
}

const SYNC_AGAIN_MS = 1000
/** The seat is gone when the server says so, not when it merely cannot say. */
const SEAT_GONE: ReadonlySet<string> = new Set(['NOT_SEATED', 'ROOM_NOT_FOUND'])

export function createRealtimeClient({ openSocket, clock, newId, address }: RealtimeOptions): RealtimeClient {
  const listeners = createListeners()
  const watchers = new Set<() => void>()
  const sequence = createSequence()
  const seat = createSeat()
  const outbox = createOutbox({ clock, newId, onTimeout: () => reopenIfSilent() })

  let socket: Socket | null = null
  let connection: Connection = { status: 'connecting', closedBy: null }
  let token: string | null = null
  let lastHeardAt = 0
  let syncing = false
  /** Open, and the seat, where there is one, is ours again: what waits may go. */
  let settled = false

  const change = (status: RealtimeStatus, closedBy: ClosedBy | null = null) => {
    connection = { status, closedBy }
    for (const watcher of [...watchers]) watcher()
  }
  const transmit = (frame: OutgoingFrame) => socket?.send(JSON.stringify(frame))

  const flush = () => {
    settled = true
    outbox.unanswered().forEach(transmit)
  }

  /** Leaves the address of the lobby for the room's, so that both players meet on one gateway. */
  const move = (roomId: string) => {
    if (!seat.headFor(roomId)) return
    if (connection.status === 'open') change('connecting')
    settled = false
    socket?.reconnect()
  }

  const sync = async () => {
    const roomId = seat.roomId()
    if (roomId === null || syncing || connection.status !== 'open') return
    syncing = true
    const { frame, answer } = outbox.add('sync-room', { roomId }, { resends: false })
    transmit(frame)
    const result = await answer
    syncing = false
    if (connection.status !== 'open' || seat.roomId() !== roomId) return
    if (!result.success && SEAT_GONE.has(result.code)) {
      seat.leave()
      listeners.tell('room-closed', { reason: 'seat-lost' })
    } else if (!result.success) {
      clock.after(SYNC_AGAIN_MS, () => void sync())
      return
    }
    if (!settled) flush()
  }

  /** A connection can be dead without knowing it; an unanswered event and long silence give it away. */
  const reopenIfSilent = () => {
    if (connection.status !== 'open' || clock.now() - lastHeardAt < ANSWER_WITHIN_MS) return
    socket?.reconnect()
  }

  const onOpen = () => {
    sequence.reset()
    listeners.forget()
    settled = false
    seat.reconnected()
    lastHeardAt = clock.now()
    change('open')
    if (token !== null) transmit({ event: 'authenticate', data: { token }, id: newId() })
    if (seat.roomId() === null) flush()
    else void sync()
  }

  const onClose = (code: number) => {
    settled = false
    outbox.connectionLost()
    const closedBy = finalReason(code)
    if (closedBy !== null) {
      outbox.abandon(NO_ANSWER, 'UNAVAILABLE')
      change('closed', closedBy)
    } else if (connection.status === 'open') change('lost')
  }

  const onEvent = ({ event, data, seq }: ServerFrame) => {
    if (event === 'room-state') sequence.restart(data.seq)
    else if (seq !== undefined) {
      const verdict = sequence.judge(seq)
      if (verdict === 'seen') return
      if (verdict === 'gap') void sync()
    }
    if (event === 'room-closed') seat.leave()
    listeners.tell(event, data)
  }

  const onMessage = (text: string) => {
    lastHeardAt = clock.now()
    const frame = readFrame(text)
    if (frame === null) return
    if ('ack' in frame) outbox.settle((frame as AckFrame).ack, frame.data)
    else onEvent(frame)
  }

  const stopWatching = (roomId: string) => {
    // A seat elsewhere may have been taken since.
    if (seat.roomId() === roomId) seat.leave()
  }

  const takeSeat = (roomId: string) => {
    if (seat.take(roomId)) void sync()
    else move(roomId)
  }

  return {
    introduceBy(accessToken) {
      token = accessToken
    },
    connect() {
      change('connecting')
      socket = openSocket({ address: () => address(seat.heading()), onOpen, onMessage, onClose })
    },
    close() {
      const closing = socket
      socket = null
      seat.leave()
      closing?.close()
      outbox.abandon(NO_ANSWER, 'UNAVAILABLE')
      change('closed', 'left')
    },
    connection: () => connection,
    subscribe(listener) {
      watchers.add(listener)
      return () => void watchers.delete(listener)
    },
    async send(event, data) {
      if (connection.status === 'closed') {
        return { success: false, error: NO_ANSWER, code: 'UNAVAILABLE' } as Ack<typeof event>
      }
      const { frame, answer } = outbox.add(event, data)
      if (event === 'stop-watching') stopWatching((data as ClientEventData<'stop-watching'>).roomId)
      if (event === 'join-room' || event === 'watch-room') move((data as ClientEventData<'join-room' | 'watch-room'>).roomId)
      if (settled) transmit(frame)
      const result = await answer
      if (!result.success) return result
      if (event === 'create-room') takeSeat((result as unknown as AckData['create-room']).roomId)
      if (event === 'join-room') takeSeat((data as ClientEventData<'join-room'>).roomId)
      if (event === 'watch-room' && seat.watch((data as ClientEventData<'watch-room'>).roomId)) void sync()
      if (event === 'leave-room') seat.leave()
      return result
    },
    post(event, data) {
      if (connection.status === 'open') transmit({ event, data })
    },
    on: listeners.on,
    resync: () => void sync(),
    resume: takeSeat,
  }
}
