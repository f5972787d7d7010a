import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { clientFrame, FrameReader, OPCODE } from './frames.js'

/** A client's WebSocket, as cheap as it can be had: a package's own costs several times as much a frame. */
export interface Connection {
  /** Sends text as a text frame, and bytes as a binary one. */
  send(payload: string | Uint8Array): void
  close(): void
}

export interface ConnectionOptions {
  /** `http://host:port`. */
  readonly server: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly onFrame: (payload: Buffer) => void
  /** The connection ended, and nobody here had closed it. */
  readonly onLost: (why: string) => void
}

const HEAD_END = '\r\n\r\n'
const UPGRADED = 'HTTP/1.1 101'
const OPEN_WITHIN_MS = 30_000

/** Rejects when the server does not take the connection. */
export function openConnection({ server, path, headers, onFrame, onLost }: ConnectionOptions): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(server)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let closed = false
    const connection: Connection = {
      send(payload) {
        socket.write(clientFrame(typeof payload === 'string' ? OPCODE.text : OPCODE.binary, payload))
      },
      close: () => {
        closed = true
        socket.destroy()
      },
    }
    const reader = new FrameReader((opcode, payload) => {
      if (opcode === OPCODE.ping) socket.write(clientFrame(OPCODE.pong, payload))
      else if (opcode === OPCODE.close) end(`closed with ${payload.length >= 2 ? payload.readUInt16BE() : 'no code'}`)
      else onFrame(payload)
    })
    const end = (why: string): void => {
      reject(new Error(why))
      if (!closed) onLost(why)
      connection.close()
    }
    const refuse = setTimeout(() => end('no answer to the handshake'), OPEN_WITHIN_MS)
    socket.on('error', ({ message }) => end(message))
    socket.on('close', () => end('the socket ended'))
    socket.once('connect', () => socket.write(requestOf(host, path, headers)))
    takeHead(socket, (head, rest) => {
      clearTimeout(refuse)
      if (!head.startsWith(UPGRADED)) return end(`no upgrade: ${head.slice(0, head.indexOf('\r'))}`)
      resolve(connection)
      // Whoever opened it is to have it before its first frame comes.
      socket.pause()
      setImmediate(() => {
        reader.take(rest)
        socket.on('data', (chunk) => reader.take(chunk))
        socket.resume()
      })
    })
  })
}

const requestOf = (host: string, path: string, headers: Readonly<Record<string, string>>): string =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n') + HEAD_END

/** Calls once with the head of the server's answer, and what came behind it. */
function takeHead(socket: Socket, onHead: (head: string, rest: Buffer) => void): void {
  let bytes = Buffer.alloc(0)
  const take = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk])
    const end = bytes.indexOf(HEAD_END)
    if (end < 0) return
    socket.off('data', take)
    onHead(bytes.toString('latin1', 0, end), bytes.subarray(end + HEAD_END.length))
  }
  socket.on('data', take)
}
