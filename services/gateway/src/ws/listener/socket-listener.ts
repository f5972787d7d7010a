import type { UpgradeRefusal } from './opening-handshake.js'

/** A server that accepts WebSocket connections and publishes to them by topic. */
export interface SocketListener {
  readonly build: 'uWebSockets.js' | 'ws'
  /** Returns the port; rejects when it is taken. */
  listen(host: string, port: number): Promise<number>
  publish(topic: string, text: string): void
  stopListening(): void
}

/** A connection that the listener holds. */
export interface Socket {
  send(text: string): void
  end(code: number, reason: string): void
  /** Cuts off without a close frame. */
  destroy(): void
  subscribe(topic: string): void
  unsubscribe(topic: string): void
}

/** What an upgrade says; empty if missing. */
export interface Handshake {
  readonly cookie: string
  /** The address's query, without its question mark. */
  readonly query: string
  readonly origin: string
  /** The peer's address, possibly a proxy's. */
  readonly connected: string
  readonly forwardedFor: string
  readonly spliceMark: string
}

/** What a listener reports of a socket. */
export interface SocketHandlers {
  /** `text` is undefined for binary or oversized frames. */
  message(frame: { readonly text: string | undefined; readonly bytes: number }): void
  /** A ping, already answered, or a pong. */
  control(): void
  /** Called if the peer reads too slowly for a frame; never within `send`. */
  dropped(): void
  /** Called exactly once. `unsaid`: the close code of a violation that the peer could not be sent. */
  closed(unsaid?: number): void
}

/** Decides on upgrades and handles accepted sockets. */
export interface SocketAcceptor {
  refusalOf(handshake: Handshake): UpgradeRefusal | undefined
  opened(socket: Socket, handshake: Handshake): SocketHandlers
}

/** Limit above the protocol's, so that slightly oversized frames get an answer. */
export const PAYLOAD_MAX_BYTES = 64 * 1024
/** Peers this far behind are dropped; they must resync anyway. */
export const BACKPRESSURE_MAX_BYTES = 256 * 1024
