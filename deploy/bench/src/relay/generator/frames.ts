/** Kinds of WebSocket frames (RFC 6455), as far as servers send them here. */
export const OPCODE = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

const FINAL = 0x80
const MASKED = 0x80
const MASK_BYTES = 4
const [LENGTH_16, LENGTH_64] = [126, 127]

/**
 * A frame as clients send it. Its mask is all zeros, so that the payload goes as it is: a server takes the mask off
 * either way, and a generator of load has better things to do.
 */
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

/** Takes the frames of a server out of what comes by a socket, however that is cut. */
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

/** The first frame of some bytes, if it is there as a whole. Throws for what no server of this bench sends. */
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
