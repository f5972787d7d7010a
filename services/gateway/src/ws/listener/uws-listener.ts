import uWS, { type us_listen_socket, type WebSocket } from 'uWebSockets.js'
import { FRAME_MAX_BYTES, IDLE_TIMEOUT_MS } from '@kla/proto/web'
import { REALTIME_PATH, SPLICE_MARK_HEADER } from '../../shared/upgrade.js'
import {
  BACKPRESSURE_MAX_BYTES,
  PAYLOAD_MAX_BYTES,
  type Handshake,
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
}

const DROPPED = 2

/** Other builds of the package cannot take our upgrades. */
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
        origin: request.getHeader('origin'),
        connected: addressText(Buffer.from(response.getRemoteAddress())),
        forwardedFor: request.getHeader('x-forwarded-for'),
        spliceMark: request.getHeader(SPLICE_MARK_HEADER),
      }
      const refusal = acceptor.refusalOf(handshake)
      if (refusal) {
        response.writeStatus(refusal).end()
        return
      }
      response.upgrade<UserData>(
        { handshake, handlers: undefined, open: true },
        request.getHeader('sec-websocket-key'),
        request.getHeader('sec-websocket-protocol'),
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
      const text = isBinary || bytes > FRAME_MAX_BYTES ? undefined : Buffer.from(message).toString()
      ws.getUserData().handlers?.message({ text, bytes })
    },
    close: (ws) => {
      const data = ws.getUserData()
      data.open = false
      data.handlers?.closed()
    },
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

// LIBUS_LISTEN_EXCLUSIVE_PORT, which the module does not export.
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
    if (this.data.open) this.ws.close()
  }

  subscribe(topic: string): void {
    if (this.data.open) this.ws.subscribe(topic)
  }

  unsubscribe(topic: string): void {
    if (this.data.open) this.ws.unsubscribe(topic)
  }
}
