import {
  type Ack,
  type AckFrame,
  type ClientEventData,
  type ClientEventName,
  CLOSE,
  createLiveness,
  PASSING,
  type ServerFrame,
} from '@kla/proto/web'
import { WebSocket } from 'ws'
import { createSequenceCheck, type SequenceFaults } from './checks.js'
import { type Clock, systemClock } from './clock.js'
import { createEventListeners, type EventListeners } from './event-listeners.js'
import { createPendingCommands } from './pending-commands.js'
import { createRecentLines } from './recent-lines.js'
import type { Session } from './sign-in.js'
import { createOverlap, createStayLog, type Stay } from './stay.js'

export interface ClientOptions {
  readonly session: Pick<Session, 'url' | 'cookie' | 'accessToken' | 'id' | 'username'>
  readonly gateways?: readonly string[]
  /** `return-token`: by the cookie, and when it returns by what the gateway gave it, as pages do. */
  readonly authenticateBy?: 'cookie' | 'token' | 'return-token' | 'nothing'
  readonly reconnectDelayMs?: number
  readonly answerWithinMs?: number
  /** Whether it moves when its gateway drains, as pages do. */
  readonly handsOver?: boolean
  /** Returns the W3C `traceparent` that a command carries. */
  readonly traceOf?: (event: ClientEventName) => string | undefined
  readonly clock?: Clock
}

/** Client of the WebSocket protocol whose commands survive a reconnect. */
export interface ProtocolClient extends Pick<EventListeners, 'on' | 'onAny'> {
  readonly id: number
  readonly username: string
  readonly roomId: string | undefined
  readonly faults: SequenceFaults
  readonly connections: number
  readonly stay: Stay
  readonly closeCodes: readonly number[]
  connect(): Promise<void>
  /** Resolves to the server's answer, refusals included. A repeat carries the first id. */
  send<Name extends ClientEventName>(event: Name, data: ClientEventData<Name>, id?: string): Promise<Ack<Name>>
  sendRaw(frame: string | Buffer): void
  /** Drops the connection; with `stayAway` until `connect`. */
  drop(options?: { stayAway?: boolean }): void
  close(): Promise<void>
}

const FINAL: ReadonlySet<number> = new Set([CLOSE.POLICY, CLOSE.SIGNED_OUT, CLOSE.BANNED, CLOSE.SEAT_TAKEN_OVER])
/** Events in flight on the old connection still arrive. */
const LINGER_MS = 1_500
const CLOSE_WITHIN_MS = 2_000

export function createProtocolClient(options: ClientOptions): ProtocolClient {
  const {
    session,
    reconnectDelayMs = 1_000,
    answerWithinMs = 15_000,
    authenticateBy = 'cookie',
    clock = systemClock,
  } = options
  const gateways = options.gateways ?? [session.url]
  const listeners = createEventListeners()
  const commands = createPendingCommands()
  const sequence = createSequenceCheck()
  const overlap = createOverlap()
  const stay = createStayLog()
  const recent = createRecentLines()
  const closeCodes: number[] = []
  let socket: WebSocket | undefined
  let next: { readonly socket: WebSocket; readonly continues: string } | undefined
  let planned: NodeJS.Timeout | undefined
  let former: { readonly socket: WebSocket; readonly end: NodeJS.Timeout } | undefined
  let connections = 0
  let roomId: string | undefined
  let staysAway = true
  let returnSpreadMs = 0
  let returnToken: string | undefined
  let comeBackMs: number | undefined
  /** Chat waits for the seat, in order: possibly lost messages, then unanswered ones. */
  let hasSeat = true
  let repeats: string[] = []

  const liveness = createLiveness({
    clock,
    probe: () => socket && sendNow(socket, { event: 'probe', data: {} }),
    dead: () => socket?.terminate(),
  })

  const begin = (): void => {
    repeats = recent.take(liveness.heardAt())
    liveness.begin()
  }

  /** The address names the room, so that a router can bring both players together. */
  const open = (): WebSocket => {
    const gateway = gateways[connections % gateways.length] ?? session.url
    const query = new URLSearchParams({
      ...(roomId === undefined ? {} : { room: roomId }),
      ...(authenticateBy === 'return-token' ? { token: returnToken === undefined ? 'wanted' : 'first' } : {}),
    })
    const hasCookie = authenticateBy === 'cookie' || authenticateBy === 'return-token'
    const opening = new WebSocket(`${gateway.replace(/^http/, 'ws')}/realtime?${query}`, {
      headers: { origin: session.url, ...(hasCookie ? { cookie: session.cookie } : {}) },
      handshakeTimeout: 20_000,
    })
    connections += 1
    opening.on('message', (data, binary) => !binary && receive(opening, String(data as Buffer)))
    return opening
  }

  const connect = (): Promise<void> =>
    new Promise((resolve, reject) => {
      staysAway = false
      sequence.restart()
      const opening = open()
      socket = opening
      opening.on('open', () => {
        stay.found()
        returnSpreadMs = 0
        begin()
        resume(opening)
        resolve()
      })
      opening.on('error', reject)
      opening.on('close', (code) => {
        reject(new Error(`closed with ${code}`))
        lost(opening, code)
      })
    })

  const resume = (opening: WebSocket, continues?: string): void => {
    const token = authenticateBy === 'token' ? session.accessToken : returnToken
    if (token !== undefined) sendNow(opening, { event: 'authenticate', data: { token } })
    if (roomId !== undefined) sync(opening, continues)
    if (opening !== socket) return
    hasSeat = false
    for (const { event, frame } of commands.pending()) if (!IN_SEAT.has(event)) opening.send(frame)
    if (roomId === undefined) seated(opening)
  }

  const seated = (on: WebSocket): void => {
    if (hasSeat) return
    hasSeat = true
    const lines = commands.pending().filter(({ event }) => IN_SEAT.has(event))
    for (const frame of [...repeats, ...lines.map((line) => line.frame)]) on.send(frame)
    repeats = []
  }

  const sync = (on: WebSocket, continues?: string): void =>
    sendNow(on, { event: 'sync-room', data: { roomId, continues } })

  /** An unread state would lose the seat after the grace. */
  const syncLater = (on: WebSocket): void => {
    setTimeout(() => {
      if (roomId === undefined || staysAway) return
      if (on === socket) sync(on)
      else if (on === next?.socket) sync(on, next.continues)
    }, comeBackMs ?? reconnectDelayMs).unref()
    comeBackMs = undefined
  }

  /** Switches once the second connection has the seat. */
  const move = (continues: string): void => {
    planned = undefined
    if (staysAway || next || socket?.readyState !== WebSocket.OPEN) return
    stay.moves()
    const opening = open()
    next = { socket: opening, continues }
    opening.on('open', () => {
      if (opening !== next?.socket) return
      resume(opening, continues)
      if (roomId === undefined) take(opening)
    })
    opening.on('error', () => undefined)
    opening.on('close', (code) => {
      if (opening !== next?.socket) return lost(opening, code)
      next = undefined
      planned = setTimeout(() => move(continues), reconnectDelayMs)
    })
  }

  const take = (opening: WebSocket): void => {
    const left = socket
    socket = opening
    next = undefined
    stay.moved()
    sequence.restart()
    begin()
    hasSeat = true
    for (const frame of [...repeats, ...commands.pending().map((one) => one.frame)]) opening.send(frame)
    repeats = []
    endFormer()
    if (left) former = { socket: left, end: setTimeout(endFormer, LINGER_MS) }
  }

  const endFormer = (): void => {
    clearTimeout(former?.end)
    former?.socket.close(1000)
    former = undefined
  }

  const lost = (ended: WebSocket, code: number): void => {
    if (ended !== socket) return
    liveness.end()
    closeCodes.push(code)
    clearTimeout(planned)
    planned = undefined
    const instead = next?.socket
    next = undefined
    socket = undefined
    if (staysAway || FINAL.has(code)) {
      instead?.terminate()
      commands.failAll(new Error(`the connection was closed with ${code}`))
      return
    }
    if (instead?.readyState === WebSocket.OPEN) {
      socket = instead
      sequence.restart()
      begin()
      return resume(instead)
    }
    instead?.terminate()
    stay.lost()
    setTimeout(returns, code === CLOSE.GOING_AWAY ? 0 : reconnectDelayMs + Math.random() * returnSpreadMs)
  }

  const returns = (): void => {
    if (!staysAway) connect().catch(() => undefined)
  }

  const receive = (from: WebSocket, text: string): void => {
    const frame = JSON.parse(text) as ServerFrame | AckFrame
    if (from === socket) liveness.heard()
    if ('ack' in frame) {
      recent.answered(frame.ack, (frame.data as { success: boolean }).success, clock.now())
      commands.settle(frame.ack, frame.data)
      return
    }
    if (frame.event === 'alive') {
      if (from === socket) liveness.announced(frame.data.withinMs)
      return
    }
    const isDuplicate = overlap.isDuplicateLine(frame)
    if (frame.event !== 'room-state') overlap.received(roomId, frame.update)
    if (from === next?.socket && frame.event === 'room-state' && frame.data.roomId === roomId) {
      if (overlap.isRecent(frame)) take(from)
      else sync(from, next.continues)
    }
    if (frame.event === 'error' && frame.data.event === 'sync-room' && PASSING.has(frame.data.code)) syncLater(from)
    if (from === socket) takeIn(frame, isDuplicate)
    else if (frame.event === 'receive-message' && frame.id !== undefined && !isDuplicate) emit(frame)
  }

  const emit = (frame: ServerFrame): void => listeners.emit({ ...frame, atMs: Date.now() })

  const takeIn = (frame: ServerFrame, isDuplicate: boolean): void => {
    if (frame.event === 'going-away' && options.handsOver !== false) {
      const { withinMs, socketId, spreadMs = withinMs } = frame.data
      planned ??= setTimeout(() => move(socketId), Math.random() * spreadMs)
    }
    if (frame.event === 'return-spread') returnSpreadMs = frame.data.spreadMs
    if (frame.event === 'return-token') returnToken = frame.data.token
    if (frame.event === 'waiting') commands.postpone()
    if (frame.event === 'come-back') comeBackMs = (0.5 + Math.random()) * frame.data.afterMs
    if (frame.event === 'room-state') {
      overlap.received(frame.data.roomId, frame.update)
      for (const { id } of frame.data.lines ?? []) overlap.knowsLine(id)
    }
    if (frame.event === 'room-closed') roomId = undefined
    if (socket && endsSync(frame)) seated(socket)
    if (sequence.takes(frame) && socket && roomId !== undefined) sync(socket)
    if (!isDuplicate) emit(frame)
  }

  const send: ProtocolClient['send'] = async (event, data, id) => {
    if (staysAway) throw new Error(`${event} was not sent: this client stays away`)
    const { ack: number, frame, answer } = commands.add(event, data, answerWithinMs, id, options.traceOf?.(event))
    if (ENTERS.has(event)) sequence.restart()
    if (event === 'send-message') recent.sent(number, frame)
    if (socket?.readyState === WebSocket.OPEN && (hasSeat || !IN_SEAT.has(event))) {
      socket.send(frame)
      liveness.asked()
    }
    const ack = await answer
    if (ack.success) roomId = roomAfter(event, data, ack, roomId)
    return ack
  }

  return {
    id: session.id,
    username: session.username,
    get roomId() {
      return roomId
    },
    faults: sequence.faults,
    stay,
    get connections() {
      return connections
    },
    closeCodes,
    on: listeners.on,
    onAny: listeners.onAny,
    connect,
    send,
    sendRaw: (frame) => socket?.send(frame),
    drop({ stayAway = false } = {}) {
      staysAway = stayAway
      next?.socket.terminate()
      socket?.terminate()
      if (stayAway) commands.failAll(new Error('the connection was dropped'))
    },
    async close() {
      staysAway = true
      clearTimeout(planned)
      endFormer()
      liveness.end()
      next?.socket.terminate()
      const closing = socket
      if (!closing || closing.readyState === WebSocket.CLOSED) return
      await new Promise((resolve) => {
        const giveUp = setTimeout(() => closing.terminate(), CLOSE_WITHIN_MS)
        closing.once('close', () => {
          clearTimeout(giveUp)
          resolve(undefined)
        })
        closing.close(1000)
      })
    },
  }
}

const ENTERS: ReadonlySet<ClientEventName> = new Set<ClientEventName>(['create-room', 'join-room'])

const IN_SEAT: ReadonlySet<ClientEventName> = new Set<ClientEventName>(['send-message'])

function endsSync(frame: ServerFrame): boolean {
  if (frame.event === 'error') return frame.data.event === 'sync-room' && !PASSING.has(frame.data.code)
  return frame.event === 'room-state' || frame.event === 'room-closed'
}

const sendNow = (socket: WebSocket, frame: object): void => {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
}

function roomAfter(
  event: ClientEventName,
  data: object,
  ack: { success: true; roomId?: string },
  before: string | undefined,
): string | undefined {
  if (event === 'create-room') return ack.roomId
  if (event === 'join-room') return (data as { roomId: string }).roomId
  return event === 'leave-room' ? undefined : before
}
