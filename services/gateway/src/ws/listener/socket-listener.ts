import type { UpgradeRefusal } from './opening-handshake.js'

export interface SocketListener {
  readonly build: 'uWebSockets.js' | 'ws'
  /** Returns the port. Rejects when it is taken. */
  listen(host: string, port: number): Promise<number>
  publish(topic: string, text: string): void
  stopListening(): void
}

export interface Socket {
  send(text: string): void
  end(code: number, reason: string): void
  /** Closes without a close frame. */
  destroy(): void
  subscribe(topic: string): void
  unsubscribe(topic: string): void
}

/** Empty where a header is missing. */
export interface Handshake {
  readonly cookie: string
  readonly origin: string
  /** The peer's address, possibly a proxy's. */
  readonly connected: string
  readonly forwardedFor: string
  readonly spliceMark: string
}

export interface SocketHandlers {
  /** `text` is undefined for binary or oversized frames. */
  message(frame: { readonly text: string | undefined; readonly bytes: number }): void
  /** A ping or pong. The listener has answered a ping. */
  control(): void
  /** A frame was dropped because the peer reads too slowly. Never called within `send`. */
  dropped(): void
  /** Called exactly once. `unsaid` is the close code of a violation that the listener could not send to the peer. */
  closed(unsaid?: number): void
}

export interface SocketAcceptor {
  refusalOf(handshake: Handshake): UpgradeRefusal | undefined
  opened(socket: Socket, handshake: Handshake): SocketHandlers
}

/** Above the protocol's limit, so that slightly oversized frames get an answer. */
export const PAYLOAD_MAX_BYTES = 64 * 1024
/** Peers this far behind are dropped; they have to resync anyway. */
export const BACKPRESSURE_MAX_BYTES = 256 * 1024
