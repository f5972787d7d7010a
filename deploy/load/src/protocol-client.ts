import {
  CLOSE,
  type Ack,
  type AckFrame,
  type ClientEventData,
  type ClientEventName,
  type ServerFrame,
} from '@kla/proto/web'
import { WebSocket } from 'ws'
import { createEventListeners, type EventListeners } from './event-listeners.js'
import { createPendingCommands } from './pending-commands.js'
import { createSequenceCheck, type SequenceFaults } from './sequence-check.js'
import type { Session } from './sign-in.js'

export interface ClientOptions {
  readonly session: Pick<Session, 'url' | 'cookie' | 'accessToken' | 'id' | 'username'>
  /** Gateways to connect to, the next one after each loss; the session's own address unless given. */
  readonly gateways?: readonly string[]
  /** How the connection proves who it is. */
  readonly authenticateBy?: 'cookie' | 'token' | 'nothing'
  /** Before it connects again after a loss, milliseconds; a gateway that goes away is left at once. */
  readonly reconnectDelayMs?: number
  /** How long a command may wait for its answer, reconnects included, milliseconds. */
  readonly answerWithinMs?: number
}

/** A client of the browser protocol: commands with answers that outlive a connection, and typed events. */
export interface ProtocolClient extends Pick<EventListeners, 'on' | 'onAny'> {
  readonly id: number
  readonly username: string
  /** The room it has a seat in. */
  readonly roomId: string | undefined
  readonly faults: SequenceFaults
  /** How often it has connected. */
  readonly connections: number
  /** Close codes of the connections that have ended. */
  readonly closeCodes: readonly number[]
  connect(): Promise<void>
  /** Sends a command and answers what the server said to it, a refusal included. A repeat has the id of the first. */
  send<Name extends ClientEventName>(event: Name, data: ClientEventData<Name>, id?: string): Promise<Ack<Name>>
  /** Sends any text as it is. */
  sendRaw(frame: string | Buffer): void
  /** Loses the connection without a word. With `stayAway` it does not come back until `connect`. */
  drop(options?: { stayAway?: boolean }): void
  /** Says good-bye for good. */
  close(): Promise<void>
}

const FINAL: ReadonlySet<number> = new Set([CLOSE.POLICY, CLOSE.SIGNED_OUT, CLOSE.BANNED, CLOSE.SEAT_TAKEN_OVER])

export function createProtocolClient(options: ClientOptions): ProtocolClient {
  const { session, reconnectDelayMs = 1_000, answerWithinMs = 15_000, authenticateBy = 'cookie' } = options
  const gateways = options.gateways ?? [session.url]
  const listeners = createEventListeners()
  const commands = createPendingCommands()
  const sequence = createSequenceCheck()
  const closeCodes: number[] = []
  let socket: WebSocket | undefined
  let connections = 0
  let roomId: string | undefined
  let staysAway = true

  const connect = (): Promise<void> =>
    new Promise((resolve, reject) => {
      staysAway = false
      sequence.restart()
      const gateway = gateways[connections % gateways.length] ?? session.url
      const opening = new WebSocket(`${gateway.replace(/^http/, 'ws')}/realtime`, {
        headers: { origin: session.url, ...(authenticateBy === 'cookie' ? { cookie: session.cookie } : {}) },
        handshakeTimeout: 20_000,
      })
      socket = opening
      connections += 1
      opening.on('open', () => {
        resume(opening)
        resolve()
      })
      opening.on('message', (data, binary) => !binary && receive(String(data)))
      opening.on('error', reject)
      opening.on('close', (code) => {
        reject(new Error(`closed with ${code}`))
        lost(opening, code)
      })
    })

  /** A new connection first proves who it is and takes its seat again; then what was under way is sent again. */
  const resume = (opening: WebSocket): void => {
    if (authenticateBy === 'token') sendNow(opening, { event: 'authenticate', data: { token: session.accessToken } })
    if (roomId !== undefined) sendNow(opening, { event: 'sync-room', data: { roomId } })
    for (const frame of commands.frames()) opening.send(frame)
  }

  const lost = (ended: WebSocket, code: number): void => {
    closeCodes.push(code)
    if (ended !== socket) return
    socket = undefined
    if (staysAway || FINAL.has(code)) {
      commands.failAll(new Error(`the connection was closed with ${code}`))
      return
    }
    setTimeout(returns, code === CLOSE.GOING_AWAY ? 0 : reconnectDelayMs)
  }

  // A connection that fails is lost like any other, which brings the next try.
  const returns = (): void => {
    if (!staysAway) connect().catch(() => undefined)
  }

  const receive = (text: string): void => {
    const frame = JSON.parse(text) as ServerFrame | AckFrame
    if ('ack' in frame) {
      commands.settle(frame.ack, frame.data)
      return
    }
    if (frame.event === 'room-closed') roomId = undefined
    if (sequence.takes(frame) && socket && roomId !== undefined) {
      sendNow(socket, { event: 'sync-room', data: { roomId } })
    }
    listeners.emit({ ...frame, atMs: Date.now() })
  }

  const send: ProtocolClient['send'] = async (event, data, id) => {
    if (staysAway) throw new Error(`${event} was not sent: this client stays away`)
    const { frame, answer } = commands.add(event, data, answerWithinMs, id)
    if (ENTERS.has(event)) sequence.restart()
    if (socket?.readyState === WebSocket.OPEN) socket.send(frame)
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
      socket?.terminate()
    },
    async close() {
      staysAway = true
      const closing = socket
      if (!closing || closing.readyState === WebSocket.CLOSED) return
      await new Promise((resolve) => {
        closing.once('close', resolve)
        closing.close(1000)
      })
    },
  }
}

const ENTERS: ReadonlySet<ClientEventName> = new Set<ClientEventName>(['create-room', 'join-room'])

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
