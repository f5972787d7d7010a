import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** RFC 6455, as far as these servers use it. */
export const OPCODE = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

const FINAL = 0x80
const MASKED = 0x80
const MASK_BYTES = 4
const [LENGTH_16, LENGTH_64] = [126, 127]

/** Masked with zeros, so that the payload goes as it is. */
export function clientFrame(opcode: number, payload: string | Uint8Array): Buffer {
  const length = Buffer.byteLength(payload)
  const long = length >= LENGTH_16
  const head = (long ? 4 : 2) + MASK_BYTES
  const frame = Buffer.alloc(head + length)
  frame[0] = FINAL | opcode
  frame[1] = MASKED | (long ? LENGTH_16 : length)
  if (long) frame.writeUInt16BE(length, 2)
  if (typeof payload === 'string') frame.write(payload, head)
  else frame.set(payload, head)
  return frame
}

export class FrameReader {
  #rest: Buffer | undefined

  constructor(private readonly onFrame: (opcode: number, payload: Buffer) => void) {}

  take(chunk: Buffer): void {
    let bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk
    for (;;) {
      const frame = cut(bytes)
      if (!frame) break
      bytes = bytes.subarray(frame.end)
      this.onFrame(frame.opcode, frame.payload)
    }
    this.#rest = bytes.length > 0 ? bytes : undefined
  }
}

/** Throws for what no server of this bench sends. */
function cut(bytes: Buffer): { opcode: number; payload: Buffer; end: number } | undefined {
  if (bytes.length < 2) return undefined
  const [first = 0, second = 0] = bytes
  if ((first & FINAL) === 0 || (second & MASKED) !== 0) throw new Error('the server sends parts, or masks')
  let [from, length] = [2, second]
  if (second === LENGTH_16) {
    if (bytes.length < 4) return undefined
    ;[from, length] = [4, bytes.readUInt16BE(2)]
  } else if (second === LENGTH_64) {
    if (bytes.length < 10) return undefined
    ;[from, length] = [10, Number(bytes.readBigUInt64BE(2))]
  }
  const end = from + length
  return bytes.length < end ? undefined : { opcode: first & 0x0f, payload: bytes.subarray(from, end), end }
}

/** A client several times cheaper for each frame than a package's. */
export interface Connection {
  send(payload: string | Uint8Array): void
  close(): void
}

interface ConnectionOptions {
  readonly server: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Source address: each has its own ports. */
  readonly localAddress?: string
  readonly onFrame: (payload: Buffer) => void
  readonly onLost: (why: string) => void
}

const HEAD_END = '\r\n\r\n'
const UPGRADED = 'HTTP/1.1 101'
const OPEN_WITHIN_MS = 30_000

export function openConnection({
  server,
  path,
  headers,
  localAddress,
  onFrame,
  onLost,
}: ConnectionOptions): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(server)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true, ...(localAddress && { localAddress }) })
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
      // The caller needs the connection before its first frame.
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
