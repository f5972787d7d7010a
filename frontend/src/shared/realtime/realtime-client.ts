import {
  type Ack,
  type AckData,
  type ClientEventData,
  type ClientEventName,
  retryDelayMs,
  type ServerEventName,
  type ServerFrame,
} from '@kla/proto/web'
import type { Clock } from './clock.js'
import { createHandover, type Link } from './handover.js'
import { createListeners, createRelayed, type Handler, isRelayed, withMarks } from './listeners.js'
import { type ClosedBy, finalReason, type OpenSocket } from './open-socket.js'
import { createNewestUpdate, createSequence } from './ordering.js'
import { createOutbox, NO_ANSWER, type OutgoingFrame, readFrame } from './outbox.js'
import { createQueuePlace, type QueuePlace } from './queue-place.js'
import { createSeat } from './seat.js'
import type { CreateWatchdog, Watchdog } from './watchdog.js'

/** `lost`: being reopened. `closed`: for good. */
export type RealtimeStatus = 'connecting' | 'open' | 'lost' | 'closed'
/** State of the live connection. */
export interface Connection {
  readonly status: RealtimeStatus
  readonly closedBy: ClosedBy | null
  /** Rises with every connection and handover; subscriptions must then be repeated. */
  readonly number: number
  readonly queuePlace: QueuePlace | null
}

/** The page's live connection to the platform. */
export interface RealtimeClient {
  introduceBy(accessToken: string | null): void
  /** Sets the room to connect for. */
  headFor(roomId: string): void
  connect(): void
  close(): void
  connection(): Connection
  subscribe(listener: () => void): () => void
  /** Calls `listener` when a request was refused for lack of a sign-in. */
  onNotSignedIn(listener: () => void): () => void
  /** An earlier try's `id` makes repeats take effect once. */
  send<Name extends ClientEventName>(event: Name, data: ClientEventData<Name>, id?: string): Promise<Ack<Name>>
  /** Leaves the seat here at once, and repeats until answered. UNAVAILABLE: closed for good, or the server failed. */
  panicExit(data: ClientEventData<'leave-and-block'>): Promise<Ack<'leave-and-block'>>
  post<Name extends ClientEventName>(event: Name, data: ClientEventData<Name>): void
  on<Name extends ServerEventName>(event: Name, handler: Handler<Name>): () => void
  resync(): void
  /** Retakes a seat of an earlier page. */
  resume(roomId: string): void
}

interface RealtimeOptions {
  openSocket: OpenSocket
  clock: Clock
  newId: () => string
  random: () => number
  /** `returns`: the page authenticates by a token first. */
  address: (roomId: string | null, returns: boolean) => string
  loadWatchdog: (use: (create: CreateWatchdog) => void) => void
}

const SYNC_AGAIN_MS = 1000
const NOT_SIGNED_IN: ReadonlySet<string> = new Set(['NOT_SIGNED_IN', 'NOT_SIGNED_IN_TO_CREATE'])
const SEAT_GONE: ReadonlySet<string> = new Set(['NOT_SEATED', 'ROOM_NOT_FOUND'])

export function createRealtimeClient(options: RealtimeOptions): RealtimeClient {
  const { openSocket, clock, newId, random, address, loadWatchdog } = options
  const listeners = createListeners()
  const watchers = new Set<() => void>()
  const notSignedIn = new Set<() => void>()
  const sequence = createSequence()
  const seat = createSeat()
  const outbox = createOutbox({ clock, newId, sendAgain: (frame) => settled && transmit(frame) })

  const newest = createNewestUpdate()
  const relayed = createRelayed()

  let current: Link | null = null
  let connection: Connection = { status: 'connecting', closedBy: null, number: 0, queuePlace: null }
  let token: string | null = null
  /** Signs the next connection in beside the cookie, faster than that alone. */
  let returnToken: string | null = null
  let watchdog: Watchdog | null = null
  let syncing: 'no' | 'asked' | 'delivered' = 'no'
  let syncsAgain = false
  /** True once the seat is taken again. */
  let settled = false
  let retryAfterMs: number | null = null

  const be = (now: Connection) => {
    connection = now
    for (const watcher of [...watchers]) watcher()
  }
  const change = (status: RealtimeStatus, closedBy: ClosedBy | null = null) =>
    be({ status, closedBy, number: connection.number + (status === 'open' ? 1 : 0), queuePlace: null })
  const queue = createQueuePlace(
    clock,
    (queuePlace) => connection.queuePlace === queuePlace || be({ ...connection, queuePlace }),
  )
  const transmitOn = (link: Link | null, frame: OutgoingFrame) => link?.socket.send(JSON.stringify(frame))
  const transmit = (frame: OutgoingFrame) => {
    watchdog?.sent(frame)
    transmitOn(current, frame)
  }
  const introduceOn = (link: Link | null) => {
    const presented = returnToken ?? token
    if (presented !== null) transmitOn(link, { event: 'authenticate', data: { token: presented }, id: newId() })
  }

  const flush = () => {
    settled = true
    for (const frame of [...(watchdog?.takeRepeats(seat.roomId()) ?? []), ...outbox.unanswered()]) transmit(frame)
  }

  const move = (roomId: string) => {
    if (!seat.headFor(roomId)) return
    if (connection.status === 'open') change('connecting')
    settled = false
    handover.callOff()
    current?.socket.reconnect()
  }

  const judgeSignIn = (answer: Ack<ClientEventName>) => {
    if (!answer.success && NOT_SIGNED_IN.has(answer.code)) for (const listener of [...notSignedIn]) listener()
  }

  const sync = async () => {
    const roomId = seat.roomId()
    if (roomId === null || connection.status !== 'open') return
    if (syncing !== 'no') {
      syncsAgain ||= syncing === 'delivered'
      return
    }
    syncing = 'asked'
    syncsAgain = false
    const { frame, answer } = outbox.add('sync-room', { roomId }, { resends: false })
    transmit(frame)
    const result = await answer
    syncing = 'no'
    judgeSignIn(result)
    if (connection.status !== 'open' || seat.roomId() !== roomId) return
    if (!result.success && SEAT_GONE.has(result.code)) {
      seat.leave()
      listeners.deliver('room-closed', { reason: 'seat-lost' })
    } else if (!result.success) {
      clock.after(retryAfterMs ?? SYNC_AGAIN_MS, () => void sync())
      retryAfterMs = null
      return
    }
    if (!settled) flush()
    if (syncsAgain) void sync()
  }

  const open = (): Link => {
    const socket = openSocket({
      address: () => address(seat.heading(), returnToken !== null),
      onOpen: () => (link === current ? onOpen() : handover.onOpen(link)),
      onMessage: (text) => onMessage(link, text),
      onClose: (code) => (link === current ? onClose(code) : handover.onClose(link, code)),
    })
    const link: Link = { socket }
    return link
  }

  const handover = createHandover({
    clock,
    random,
    newest,
    open: () => (connection.status === 'open' ? open() : null),
    place: seat.place,
    async ask(link, place, continues) {
      introduceOn(link)
      if (place === null) return { success: true }
      const { frame, answer } = outbox.add(place.event, { ...place.data, continues }, { resends: false })
      transmitOn(link, frame)
      return answer
    },
    take(link, state) {
      const left = current
      current = link
      syncing = 'no'
      settled = false
      watchdog?.begin()
      sequence.reset()
      change('open')
      if (state !== null) onEvent(state)
      flush()
      return left
    },
  })

  const onOpen = () => {
    sequence.reset()
    listeners.forget()
    settled = false
    seat.reconnected()
    watchdog?.begin()
    change('open')
    introduceOn(current)
    if (seat.roomId() === null) flush()
    else void sync()
  }

  const lose = () => {
    settled = false
    if (connection.status === 'open') change('lost')
  }

  const reopen = () => {
    const link = current
    link?.socket.close()
    if (current === link && connection.status !== 'closed') current = open()
  }

  const onClose = (code: number) => {
    watchdog?.end(connection.status === 'open')
    settled = false
    outbox.connectionLost()
    const instead = handover.instead(code)
    if (instead !== null) {
      current?.socket.close()
      current = instead
      change('lost')
      return onOpen()
    }
    const closedBy = finalReason(code)
    if (closedBy !== null) {
      outbox.abandon()
      change('closed', closedBy)
    } else lose()
  }

  const onEvent = (frame: ServerFrame, isNew = true) => {
    const { event, seq } = frame
    if (frame.event === 'going-away') return handover.plan(frame.data)
    if (frame.event === 'waiting') queue.take(frame.data)
    if (frame.event === 'come-back') retryAfterMs = retryDelayMs(random, frame.data.afterMs)
    if (frame.event === 'room-state') {
      queue.over()
      if (syncing === 'asked') syncing = 'delivered'
      sequence.restart(frame.data.seq)
      newest.note(frame.data.roomId, frame.update)
    } else if (seq !== undefined) {
      const verdict = sequence.judge(seq)
      if (verdict === 'seen') return
      if (verdict === 'gap') void sync()
    }
    if (event === 'room-closed') seat.leave()
    if (isNew) listeners.deliver(event, withMarks(frame))
  }

  const noteCrowd = ({ socket }: Link, frame: ServerFrame) => {
    if (frame.event === 'return-spread') socket.spreadReturn(frame.data.spreadMs)
    if (frame.event === 'return-token') returnToken = frame.data.token
    if (frame.event === 'waiting') outbox.postpone()
  }

  const wayOf = (link: Link) => {
    if (link !== current) return 'second'
    return handover.isOverlapping() ? 'first' : 'only'
  }

  const onMessage = (link: Link, text: string) => {
    const frame = readFrame(text)
    if (frame === null) return
    if (link === current) watchdog?.heard(frame)
    if ('ack' in frame) {
      if (link === current) queue.over()
      return outbox.settle(frame.ack, frame.data)
    }
    noteCrowd(link, frame)
    if (frame.event !== 'room-state') newest.note(seat.roomId(), frame.update)
    const isNew = !isRelayed(frame) || relayed.isNew(frame, wayOf(link))
    if (link === current) onEvent(frame, isNew)
    else if (!isRelayed(frame)) handover.onEvent(link, frame)
    else if (isNew) listeners.deliver(frame.event, withMarks(frame))
  }

  const stopWatching = (roomId: string) => {
    // Another seat may have been taken since.
    if (seat.roomId() === roomId) seat.leave()
  }

  const takeSeat = (roomId: string) => {
    if (seat.take(roomId)) void sync()
    else move(roomId)
  }

  return {
    introduceBy(accessToken) {
      token = accessToken
      if (accessToken === null) returnToken = null
    },
    headFor(roomId) {
      if (current === null) seat.headFor(roomId)
    },
    connect() {
      change('connecting')
      current = open()
      loadWatchdog((create) => {
        watchdog = create({
          clock,
          random,
          lose,
          reopen,
          probe: () => transmitOn(current, { event: 'probe', data: {} }),
        })
        if (connection.status === 'open') watchdog.begin()
      })
    },
    close() {
      const closing = current
      current = null
      watchdog?.end(false)
      seat.leave()
      handover.callOff()
      closing?.socket.close()
      outbox.abandon()
      change('closed', 'left')
    },
    connection: () => connection,
    subscribe(listener) {
      watchers.add(listener)
      return () => void watchers.delete(listener)
    },
    onNotSignedIn(listener) {
      notSignedIn.add(listener)
      return () => void notSignedIn.delete(listener)
    },
    async send(event, data, id) {
      if (connection.status === 'closed') {
        return NO_ANSWER
      }
      const { frame, answer } = outbox.add(event, data, { resends: true, id })
      if (event === 'stop-watching') stopWatching((data as ClientEventData<'stop-watching'>).roomId)
      if (event === 'join-room' || event === 'watch-room')
        move((data as ClientEventData<'join-room' | 'watch-room'>).roomId)
      if (settled) transmit(frame)
      const result = await answer
      judgeSignIn(result)
      if (!result.success) return result
      if (event === 'create-room') takeSeat((result as unknown as AckData['create-room']).roomId)
      if (event === 'join-room') takeSeat((data as ClientEventData<'join-room'>).roomId)
      if (event === 'watch-room' && seat.watch(data as ClientEventData<'watch-room'>)) void sync()
      if (event === 'leave-room' || event === 'leave-and-block') seat.leave()
      return result
    },
    async panicExit(data) {
      if (connection.status === 'closed') return NO_ANSWER
      const { frame, answer } = outbox.add('leave-and-block', data, { resends: true, insists: true })
      seat.leave()
      if (settled) transmit(frame)
      else if (connection.status === 'open') flush()
      const result = await answer
      judgeSignIn(result)
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
