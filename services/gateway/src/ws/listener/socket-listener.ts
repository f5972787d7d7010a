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
  /** Cuts the connection without a close frame. */
  destroy(): void
  subscribe(topic: string): void
  unsubscribe(topic: string): void
}

/** Headers of the upgrade; empty if missing. */
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

/** Limit above the protocol's, so that slightly oversized frames get an answer. */
export const PAYLOAD_MAX_BYTES = 64 * 1024
/** Peers this far behind are dropped; they must resync anyway. */
export const BACKPRESSURE_MAX_BYTES = 256 * 1024
