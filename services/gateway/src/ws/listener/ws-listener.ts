import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { IDLE_TIMEOUT_MS } from '@kla/proto/web'
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws'
import { REALTIME_PATH, refusalText, SPLICE_MARK_HEADER } from '../../shared/upgrade.js'
import { handshakeFault } from './opening-handshake.js'
import {
  BACKPRESSURE_MAX_BYTES,
  type Handshake,
  PAYLOAD_MAX_BYTES,
  type Socket,
  type SocketAcceptor,
  type SocketListener,
} from './socket-listener.js'

const PING_EVERY_MS = IDLE_TIMEOUT_MS / 3
/** Fragments per message. Our clients send only one. */
const FRAGMENTS_MAX = 64
const CLOSE_WITHIN_MS = 3_000

/** Slower listener for Node releases without a native build. */
export function createWsListener(acceptor: SocketAcceptor): SocketListener {
  const topics = new Map<string, Set<WebSocket>>()
  const options: ServerOptions & { readonly maxFragments: number; readonly closeTimeout: number } = {
    noServer: true,
    maxPayload: PAYLOAD_MAX_BYTES,
    maxFragments: FRAGMENTS_MAX,
    closeTimeout: CLOSE_WITHIN_MS,
    // Kla has no subprotocols.
    handleProtocols: () => false,
    // The library cuts off floods of pings without a close frame.
    autoPong: false,
  }
  const server = new WebSocketServer(options)
  const http = createServer((request, response) => {
    if (pathOf(request) === REALTIME_PATH) response.writeHead(426, { Upgrade: 'websocket' }).end()
    else response.writeHead(404).end()
  })
  http.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy())
    const handshake = handshakeOf(request)
    if (pathOf(request) !== REALTIME_PATH) return void stream.end(refusalText('404 Not Found'))
    const refusal = handshakeFault(openingOf(request)) ?? acceptor.refusalOf(handshake)
    if (refusal) return void stream.end(refusalText(refusal.status, refusal.headers))
    server.handleUpgrade(request, stream, head, (ws) => serve(ws, handshake))
  })

  function serve(ws: WebSocket, handshake: Handshake): void {
    let lastSeenMs = Date.now()
    const seen = (): void => void (lastSeenMs = Date.now())
    const handlers = acceptor.opened(
      socketOf(ws, topics, () => handlers.dropped()),
      handshake,
    )
    const pings = setInterval(() => {
      if (Date.now() - lastSeenMs > IDLE_TIMEOUT_MS) ws.terminate()
      else ws.ping()
    }, PING_EVERY_MS)
    const control = (): void => {
      seen()
      handlers.control()
    }
    ws.on('ping', (payload) => {
      control()
      if (ws.readyState === ws.OPEN) ws.pong(payload)
    })
    ws.on('pong', control)
    // The library closes after a violation, with the right code.
    ws.on('error', () => undefined)
    ws.on('message', (raw: Buffer, isBinary) => {
      seen()
      const text = isBinary ? undefined : raw.toString()
      handlers.message({ text, bytes: raw.byteLength })
    })
    ws.on('close', () => {
      clearInterval(pings)
      for (const subscribers of topics.values()) subscribers.delete(ws)
      handlers.closed()
    })
  }

  return {
    build: 'ws',
    listen: (host, port) =>
      new Promise((resolve, reject) => {
        http.once('error', reject)
        http.listen(port, host, () => resolve((http.address() as AddressInfo).port))
      }),
    publish: (topic, text) =>
      topics.get(topic)?.forEach((ws) => {
        if (ws.bufferedAmount <= BACKPRESSURE_MAX_BYTES) ws.send(text)
      }),
    stopListening: () => void http.close(),
  }
}

const handshakeOf = ({ headers, socket, url = '' }: IncomingMessage): Handshake => ({
  cookie: headers.cookie ?? '',
  query: url.split('?', 2)[1] ?? '',
  origin: headers.origin ?? '',
  connected: socket.remoteAddress ?? '',
  forwardedFor: String(headers['x-forwarded-for'] ?? ''),
  spliceMark: String(headers[SPLICE_MARK_HEADER] ?? ''),
})

const openingOf = ({ headers }: IncomingMessage): { version: string; key: string } => ({
  version: headers['sec-websocket-version'] ?? '',
  key: headers['sec-websocket-key'] ?? '',
})

const pathOf = ({ url = '' }: IncomingMessage): string | undefined => url.split('?', 1)[0]

function socketOf(ws: WebSocket, topics: Map<string, Set<WebSocket>>, dropped: () => void): Socket {
  const subscribersOf = (topic: string): Set<WebSocket> => {
    const subscribers = topics.get(topic) ?? new Set()
    topics.set(topic, subscribers)
    return subscribers
  }
  return {
    send: (text) => {
      if (ws.bufferedAmount > BACKPRESSURE_MAX_BYTES) setImmediate(dropped)
      else ws.send(text)
    },
    end: (code, reason) => ws.close(code, reason),
    destroy: () => ws.terminate(),
    subscribe: (topic) => subscribersOf(topic).add(ws),
    unsubscribe: (topic) => subscribersOf(topic).delete(ws),
  }
}
