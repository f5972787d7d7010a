import ReconnectingWebSocket from 'partysocket/ws'
import { CLOSE } from '@kla/proto/web'

/** Why a connection is closed for good. `left`: by this page. */
export type ClosedBy = 'left' | 'signed-out' | 'banned' | 'taken-over'

const FINAL: Readonly<Record<number, ClosedBy>> = {
  [CLOSE.SIGNED_OUT]: 'signed-out',
  [CLOSE.BANNED]: 'banned',
  [CLOSE.SEAT_TAKEN_OVER]: 'taken-over',
}

/** The reason not to reconnect, or null. */
export const finalReason = (code: number): ClosedBy | null => FINAL[code] ?? null

/** A draining gateway sends its clients to another one without delay. */
const reconnectsAtOnce = (code: number): boolean => code === CLOSE.GOING_AWAY

export const isEnded = (closedBy: ClosedBy | null): boolean => closedBy !== null && closedBy !== 'left'

/** The specification's backoff: between half and one and a half of a doubling delay. */
const RECONNECT = { delayMs: 1000, maxDelayMs: 5000, randomization: 0.5, growth: 2 } as const
const CONNECT_TIMEOUT_MS = 20_000

export interface SocketEvents {
  /** Evaluated before every attempt, as the room in the address may have changed. */
  address: () => string
  onOpen: () => void
  onMessage: (text: string) => void
  onClose: (code: number) => void
}

export interface Socket {
  send(text: string): void
  reconnect(): void
  close(): void
}

export type OpenSocket = (events: SocketEvents) => Socket

export const openSocket: OpenSocket = ({ address, onOpen, onMessage, onClose }) => {
  let atOnce = false
  const socket = new ReconnectingWebSocket(address, null, {
    // Read before every attempt.
    get minReconnectionDelay() {
      const spread = 1 + RECONNECT.randomization * (2 * Math.random() - 1)
      return atOnce ? 0 : RECONNECT.delayMs * spread
    },
    maxReconnectionDelay: RECONNECT.maxDelayMs,
    reconnectionDelayGrowFactor: RECONNECT.growth,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    // The outbox keeps messages instead: it knows which are still worth sending.
    maxEnqueuedMessages: 0,
    shouldReconnectOnClose: ({ code }) => {
      atOnce = reconnectsAtOnce(code)
      return finalReason(code) === null
    },
  })
  socket.onopen = () => {
    atOnce = false
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
  }
}
