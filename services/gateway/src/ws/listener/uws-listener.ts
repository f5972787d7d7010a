import { IDLE_TIMEOUT_MS } from '@kla/proto/web'
import uWS, { type HttpRequest, type us_listen_socket, type WebSocket } from 'uWebSockets.js'
import { REALTIME_PATH, SPLICE_MARK_HEADER } from '../../shared/upgrade.js'
import { handshakeFault } from './opening-handshake.js'
import {
  BACKPRESSURE_MAX_BYTES,
  type Handshake,
  PAYLOAD_MAX_BYTES,
  type Socket,
  type SocketAcceptor,
  type SocketHandlers,
  type SocketListener,
} from './socket-listener.js'

interface UserData {
  /** Cleared after opening to save memory. */
  handshake: Handshake | undefined
  handlers: SocketHandlers | undefined
  open: boolean
  cut: boolean
}

const DROPPED = 2
const NO_SUBPROTOCOL = ''

/** Code of a connection without a close frame. */
const ABNORMAL = 1006
/** Close codes (RFC 6455, section 7.4.1) of violations, for which the native build sends no close frame. */
const VIOLATIONS: ReadonlyMap<string, number> = new Map([
  // Includes peers that left without a close frame and read nothing more.
  ['', 1002],
  ['Received invalid WebSocket frame', 1002],
  ['Received invalid close payload', 1002],
  ['Received invalid UTF-8', 1007],
  ['Received too big message', 1009],
  ['Received too big message, or other inflation error', 1009],
])

export const hasNativeBuild = (): boolean => 'SSLApp' in uWS

export function createUwsListener(acceptor: SocketAcceptor): SocketListener {
  let listening: us_listen_socket | undefined
  const app = uWS.App().ws<UserData>(REALTIME_PATH, {
    maxPayloadLength: PAYLOAD_MAX_BYTES,
    maxBackpressure: BACKPRESSURE_MAX_BYTES,
    idleTimeout: IDLE_TIMEOUT_MS / 1000,
    sendPingsAutomatically: true,
    upgrade: (response, request, context) => {
      const handshake = {
        cookie: request.getHeader('cookie'),
        query: request.getQuery() ?? '',
        origin: request.getHeader('origin'),
        connected: addressText(Buffer.from(response.getRemoteAddress())),
        forwardedFor: allLinesOf(request, 'x-forwarded-for'),
        spliceMark: request.getHeader(SPLICE_MARK_HEADER),
      }
      const key = request.getHeader('sec-websocket-key')
      const fault = handshakeFault({ version: request.getHeader('sec-websocket-version'), key })
      const refusal = fault ?? acceptor.refusalOf(handshake)
      if (refusal) {
        response.writeStatus(refusal.status)
        for (const [name, value] of Object.entries(refusal.headers ?? {})) response.writeHeader(name, value)
        response.end('', true)
        return
      }
      response.upgrade<UserData>(
        { handshake, handlers: undefined, open: true, cut: false },
        key,
        NO_SUBPROTOCOL,
        request.getHeader('sec-websocket-extensions'),
        context,
      )
    },
    open: (ws) => {
      const data = ws.getUserData()
      if (data.handshake) data.handlers = acceptor.opened(new UwsSocket(ws, data), data.handshake)
      data.handshake = undefined
    },
    message: (ws, message, isBinary) => {
      const bytes = message.byteLength
      // The buffer is valid only during this callback.
      const text = isBinary ? undefined : Buffer.from(message).toString()
      ws.getUserData().handlers?.message({ text, bytes })
    },
    ping: (ws) => ws.getUserData().handlers?.control(),
    pong: (ws) => ws.getUserData().handlers?.control(),
    close: (ws, code, message) => {
      const data = ws.getUserData()
      data.open = false
      const violated = code === ABNORMAL && !data.cut
      data.handlers?.closed(violated ? VIOLATIONS.get(Buffer.from(message).toString()) : undefined)
    },
  })
  // No upgrade, or one without the key that the native build requires.
  app.any(REALTIME_PATH, (response, request) => {
    const upgrades = request.getHeader('upgrade') !== ''
    response
      .writeStatus(upgrades ? '400 Bad Request' : '426 Upgrade Required')
      .writeHeader('Upgrade', 'websocket')
      .end('', true)
  })
  app.any('/*', (response) => {
    response.writeStatus('404 Not Found').end()
  })

  return {
    build: 'uWebSockets.js',
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        // Otherwise two processes would share the port.
        const listen = app.listen as unknown as (
          host: string,
          port: number,
          options: number,
          taken: (socket: us_listen_socket | false) => void,
        ) => void
        listen.call(app, host, port, EXCLUSIVE_PORT, (socket) => {
          if (socket === false) return reject(new Error(`port ${port} is not free`))
          listening = socket
          resolve(uWS.us_socket_local_port(socket))
        })
      }),
    publish: (topic, text) => void app.publish(topic, text),
    stopListening: () => {
      if (listening) uWS.us_listen_socket_close(listening)
      listening = undefined
    },
  }
}

/** Joins a header's lines as Node does: some proxies add a line of their own, and `getHeader` returns only the first. */
function allLinesOf(request: HttpRequest, name: string): string {
  const values: string[] = []
  request.forEach((key, value) => {
    if (key === name) values.push(value)
  })
  return values.join(', ')
}

// LIBUS_LISTEN_EXCLUSIVE_PORT, not exported by the module.
const EXCLUSIVE_PORT = 1

const MAPPED_IPV4 = Buffer.from('00000000000000000000ffff', 'hex')

function addressText(bytes: Buffer): string {
  const ipv4 = bytes.subarray(0, MAPPED_IPV4.length).equals(MAPPED_IPV4) ? bytes.subarray(MAPPED_IPV4.length) : bytes
  if (ipv4.length === 4) return ipv4.join('.')
  return (bytes.toString('hex').match(/.{4}/g) ?? []).join(':')
}

class UwsSocket implements Socket {
  constructor(
    private readonly ws: WebSocket<UserData>,
    private readonly data: UserData,
  ) {}

  send(text: string): void {
    if (this.data.open && this.ws.send(text) === DROPPED) setImmediate(() => this.data.handlers?.dropped())
  }

  end(code: number, reason: string): void {
    if (this.data.open) this.ws.end(code, reason)
  }

  destroy(): void {
    this.data.cut = true
    if (this.data.open) this.ws.close()
  }

  subscribe(topic: string): void {
    if (this.data.open) this.ws.subscribe(topic)
  }

  unsubscribe(topic: string): void {
    if (this.data.open) this.ws.unsubscribe(topic)
  }
}
