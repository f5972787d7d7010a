/** What the realtime part asks of a WebSocket server: the native one, or the one in JavaScript where that cannot run. */
export interface SocketListener {
  /** For the log at boot. */
  readonly build: 'uWebSockets.js' | 'ws'
  /** Answers the port that was taken. Rejects when it is not free. */
  listen(host: string, port: number): Promise<number>
  /** Sends one frame to all sockets that are subscribed to `topic`. */
  publish(topic: string, text: string): void
  /** Takes no new connections; those that stand remain. */
  stopListening(): void
}

/** One open socket. Calls on a closed one do nothing. */
export interface Socket {
  /** False when the peer reads too slowly and the frame was dropped. */
  send(text: string): boolean
  end(code: number, reason: string): void
  /** Without a close frame: for a peer that does not read. */
  destroy(): void
  subscribe(topic: string): void
  unsubscribe(topic: string): void
}

/** What is known of a client before its first frame; empty where a header is missing. */
export interface Handshake {
  readonly cookie: string
  readonly origin: string
  /** The other end of the connection, which may be a proxy. */
  readonly connected: string
  readonly forwardedFor: string
  /** What the HTTP listener of this very process marks upgrades with that it hands on. */
  readonly spliceMark: string
}

export interface SocketHandlers {
  /** `text` is undefined for a frame that is binary, or larger than the protocol allows. */
  message(frame: { readonly text: string | undefined; readonly bytes: number }): void
  /** Exactly once, however it ended. */
  closed(): void
}

export interface SocketAcceptor {
  /** The status with which an upgrade is refused, if it is. */
  refusalOf(handshake: Handshake): '403 Forbidden' | '429 Too Many Requests' | undefined
  opened(socket: Socket, handshake: Handshake): SocketHandlers
}

/** Above the protocol's limit, so that a frame that is merely too large gets an answer; beyond it the socket closes. */
export const PAYLOAD_MAX_BYTES = 64 * 1024
/** A peer that has this much unread is dropped: some hundred frames behind, it has to resync anyway. */
export const BACKPRESSURE_MAX_BYTES = 256 * 1024
