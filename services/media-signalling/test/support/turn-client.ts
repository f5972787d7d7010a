import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Just enough of STUN (RFC 8489) and TURN (RFC 8656) over UDP to ask a real server for an allocation. */
const COOKIE = 0x2112a442
const METHOD = { allocate: 0x003, createPermission: 0x008 } as const
const ATTRIBUTE = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  errorCode: 0x0009,
  xorPeerAddress: 0x0012,
  realm: 0x0014,
  nonce: 0x0015,
  xorRelayedAddress: 0x0016,
  requestedTransport: 0x0019,
} as const
const ANSWER_WITHIN_MS = 3_000

type Attributes = ReadonlyMap<number, Buffer>
export interface Answer {
  readonly success: boolean
  /** The STUN error, such as 401 or 403; 0 for success. */
  readonly error: number
  readonly attributes: Attributes
}

export interface TurnClient {
  /** Without credentials first, then with the realm and nonce of the refusal, as a browser does. */
  allocate(username: string, credential: string): Promise<Answer>
  /** Asks to exchange data with a peer; only after an allocation. */
  permit(peer: string): Promise<Answer>
  close(): void
}

export function createTurnClient(port: number): TurnClient {
  const socket = createSocket('udp4')
  let sign: { username: string; realm: Buffer; nonce: Buffer; key: Buffer } | undefined

  const request = async (method: number, attributes: [number, Buffer][]): Promise<Answer> => {
    const id = randomBytes(12)
    const signed = sign
      ? [
          ...attributes,
          [ATTRIBUTE.username, Buffer.from(sign.username)] as [number, Buffer],
          [ATTRIBUTE.realm, sign.realm] as [number, Buffer],
          [ATTRIBUTE.nonce, sign.nonce] as [number, Buffer],
        ]
      : attributes
    const body = Buffer.concat(signed.map(([type, value]) => encode(type, value)))
    const plain = Buffer.concat([header(method, body.length, id), body])
    socket.send(sign ? withIntegrity(method, id, body, sign.key) : plain, port, '127.0.0.1')
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    for (;;) {
      const [message] = (await once(socket, 'message', { signal })) as [Buffer]
      if (message.subarray(8, 20).equals(id)) return decode(message)
    }
  }

  return {
    async allocate(username, credential) {
      const transport: [number, Buffer][] = [[ATTRIBUTE.requestedTransport, Buffer.from([17, 0, 0, 0])]]
      const refusal = await request(METHOD.allocate, transport)
      const realm = refusal.attributes.get(ATTRIBUTE.realm) ?? Buffer.alloc(0)
      const nonce = refusal.attributes.get(ATTRIBUTE.nonce) ?? Buffer.alloc(0)
      const key = createHash('md5').update(`${username}:${realm.toString()}:${credential}`).digest()
      sign = { username, realm, nonce, key }
      return request(METHOD.allocate, transport)
    },
    permit: (peer) => request(METHOD.createPermission, [[ATTRIBUTE.xorPeerAddress, xorAddress(peer)]]),
    close: () => socket.close(),
  }
}

/** The address that the server relays through, from the answer to an allocation. */
export function relayedAddress({ attributes }: Answer): string {
  const value = attributes.get(ATTRIBUTE.xorRelayedAddress) ?? Buffer.alloc(8)
  const address = (value.readUInt32BE(4) ^ COOKIE) >>> 0
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.')
}

function header(type: number, length: number, id: Buffer): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16BE(type, 0)
  bytes.writeUInt16BE(length, 2)
  bytes.writeUInt32BE(COOKIE, 4)
  return Buffer.concat([bytes, id])
}

function encode(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)])
}

// MESSAGE-INTEGRITY covers the header with a length that counts the attribute itself (24 bytes).
function withIntegrity(method: number, id: Buffer, body: Buffer, key: Buffer): Buffer {
  const covered = Buffer.concat([header(method, body.length + 24, id), body])
  const hash = createHmac('sha1', key).update(covered).digest()
  return Buffer.concat([covered, encode(ATTRIBUTE.messageIntegrity, hash)])
}

function decode(message: Buffer): Answer {
  const attributes = new Map<number, Buffer>()
  for (let at = 20; at + 4 <= message.length;) {
    const length = message.readUInt16BE(at + 2)
    attributes.set(message.readUInt16BE(at), message.subarray(at + 4, at + 4 + length))
    at += 4 + Math.ceil(length / 4) * 4
  }
  const fault = attributes.get(ATTRIBUTE.errorCode)
  const error = fault ? (fault[2] ?? 0) * 100 + (fault[3] ?? 0) : 0
  return { success: (message.readUInt16BE(0) & 0x0110) === 0x0100, error, attributes }
}

function xorAddress(address: string): Buffer {
  const bytes = Buffer.from([0, 1, 0, 0, ...address.split('.').map(Number)])
  bytes.writeUInt16BE(40_000 ^ (COOKIE >>> 16), 2)
  bytes.writeUInt32BE((bytes.readUInt32BE(4) ^ COOKIE) >>> 0, 4)
  return bytes
}
