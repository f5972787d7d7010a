import { CLOSE, RECONNECT, reconnectDelayMs } from '@kla/proto/web'
import ReconnectingWebSocket from 'partysocket/ws'

/** Why a connection is closed for good. `left`: by this page. */
export type ClosedBy = 'left' | 'signed-out' | 'banned' | 'taken-over'

const FINAL: Readonly<Record<number, ClosedBy>> = {
  [CLOSE.SIGNED_OUT]: 'signed-out',
  [CLOSE.BANNED]: 'banned',
  [CLOSE.SEAT_TAKEN_OVER]: 'taken-over',
}

export const finalReason = (code: number): ClosedBy | null => FINAL[code] ?? null

const reconnectsAtOnce = (code: number): boolean => code === CLOSE.GOING_AWAY

export const isEnded = (closedBy: ClosedBy | null): boolean => closedBy !== null && closedBy !== 'left'

const CONNECT_TIMEOUT_MS = 20_000

/** Callbacks of a reconnecting socket. */
export interface SocketEvents {
  /** Evaluated before every attempt: the room may have changed. */
  address: () => string
  onOpen: () => void
  onMessage: (text: string) => void
  onClose: (code: number) => void
}

/** A socket that reconnects until closed for good. */
export interface Socket {
  send(text: string): void
  reconnect(): void
  close(): void
  /** Spreads the next return over this time. */
  spreadReturn(spreadMs: number): void
}

export type OpenSocket = (events: SocketEvents) => Socket

export const openSocket: OpenSocket = ({ address, onOpen, onMessage, onClose }) => {
  let atOnce = false
  let returnSpreadMs = 0
  const socket = new ReconnectingWebSocket(address, null, {
    get minReconnectionDelay() {
      return atOnce ? 0 : reconnectDelayMs(Math.random, returnSpreadMs)
    },
    get maxReconnectionDelay() {
      return RECONNECT.maxDelayMs + Math.random() * returnSpreadMs
    },
    reconnectionDelayGrowFactor: RECONNECT.growth,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    // The outbox keeps messages instead.
    maxEnqueuedMessages: 0,
    shouldReconnectOnClose: ({ code }) => {
      atOnce = reconnectsAtOnce(code)
      return finalReason(code) === null
    },
  })
  socket.onopen = () => {
    atOnce = false
    returnSpreadMs = 0
    onOpen()
  }
  socket.onmessage = ({ data }: MessageEvent) => {
    if (typeof data === 'string') onMessage(data)
  }
  socket.onclose = ({ code }) => onClose(code)
  return {
    send: (text) => void socket.send(text),
    reconnect: () => socket.reconnect(),
    close: () => socket.close(),
    spreadReturn: (spreadMs) => void (returnSpreadMs = spreadMs),
  }
}
