import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { TestClient } from '../../support/test-client.js'
import { createWorld, LISTENERS, type World } from '../../support/world.js'

const OPCODE = { CONTINUATION: 0, TEXT: 1, BINARY: 2, CLOSE: 8, PING: 9, PONG: 10 } as const
const FIN = 0x80
const MASKED = 0x80
const KEY = 'dGhlIHNhbXBsZSBub25jZQ=='
const FLOOD = 200

/** One frame of a client with an all-zero mask, which leaves the payload readable. */
function frame(first: number, payload: Buffer | string = ''): Buffer {
  const body = Buffer.from(payload)
  const length = body.length < 126 ? [MASKED | body.length] : [MASKED | 126, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([first, ...length, 0, 0, 0, 0]), body])
}

/** A frame's head that announces this many bytes. */
const announced = (bytes: number): Buffer => {
  const head = Buffer.from([FIN | OPCODE.TEXT, MASKED | 127, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  head.writeBigUInt64BE(BigInt(bytes), 2)
  return head
}

const opening = (headers: Readonly<Record<string, string>> = {}): string => {
  const all = {
    Host: 'kla',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': KEY,
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET /realtime HTTP/1.1\r\n${lines.join('')}\r\n`
}

describe.each(LISTENERS)('a gateway on %s', (_build, createListener) => {
  let world: World
  let gateway: Service
  const clients: Socket[] = []
  beforeAll(async () => {
    world = await createWorld()
    gateway = await world.gateway({}, { createListener })
  })
  afterAll(async () => {
    for (const client of clients) client.destroy()
    await world.stop()
  })

  /** Returns all bytes from the server after its head, until it closes the connection. */
  async function answersTo(head: string, ...frames: readonly Buffer[]): Promise<{ head: string; bytes: Buffer }> {
    const client = connect(gateway.ports.http, '127.0.0.1')
    clients.push(client)
    client.on('error', () => undefined)
    let received = Buffer.alloc(0)
    client.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (chunk.includes(FIN | OPCODE.CLOSE)) client.end()
    })
    client.write(head)
    const end = await eventually(() => {
      const at = received.indexOf('\r\n\r\n')
      return at < 0 ? false : at + 4
    })
    for (const bytes of frames) client.write(bytes)
    if (!client.closed) await once(client, 'close')
    return { head: received.subarray(0, end).toString(), bytes: received.subarray(end) }
  }

  /** Returns the code of the server's final close frame. */
  async function closeCodeOf(...frames: readonly Buffer[]): Promise<number> {
    const { bytes } = await answersTo(opening(), ...frames)
    const at = bytes.lastIndexOf(FIN | OPCODE.CLOSE)
    return at < 0 ? NaN : bytes.readUInt16BE(at + 2)
  }

  test.each<[string, number, Buffer]>([
    ['a reserved bit', 1002, frame(FIN | 0x40 | OPCODE.TEXT, '{}')],
    ['a reserved opcode', 1002, frame(FIN | 3, '{}')],
    ['a ping in fragments', 1002, frame(OPCODE.PING)],
    ['a ping of 126 bytes', 1002, frame(FIN | OPCODE.PING, 'x'.repeat(126))],
    ['a continuation of nothing', 1002, frame(FIN | OPCODE.CONTINUATION, 'x')],
    ['text that is not UTF-8', 1007, frame(FIN | OPCODE.TEXT, Buffer.from([0xc3, 0x28]))],
    ['text with half of a surrogate pair', 1007, frame(FIN | OPCODE.TEXT, Buffer.from([0xed, 0xa0, 0x80]))],
    ['a message of a mebibyte', 1009, announced(1024 * 1024)],
  ])('closes with the right code after %s: %i', async (_what, code, bytes) => {
    expect(await closeCodeOf(bytes)).toBe(code)
  })

  test.each(['8', '14', ''])('answers 426 to version "%s" and names its own', async (version) => {
    const { head } = await answersTo(opening({ 'Sec-WebSocket-Version': version }))
    expect(head).toMatch(/^HTTP\/1.1 426 Upgrade Required\r\n/)
    expect(head).toMatch(/\r\nSec-WebSocket-Version: 13\r\n/i)
  })

  test.each(['', 'short', `${KEY}, ${KEY}`])('answers 400 to the key "%s"', async (key) => {
    const { head } = await answersTo(opening({ 'Sec-WebSocket-Key': key }))
    expect(head).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
  })

  test('names no subprotocol, because it speaks none', async () => {
    const { head } = await answersTo(
      opening({ 'Sec-WebSocket-Protocol': 'mqtt, graphql-ws' }),
      frame(FIN | OPCODE.CLOSE),
    )
    expect(head).toMatch(/^HTTP\/1.1 101 /)
    expect(head).not.toMatch(/sec-websocket-protocol/i)
  })

  test.each([OPCODE.PING, OPCODE.PONG])(
    'closes with 1008 after a flood of control frames: opcode %i',
    async (opcode) => {
      expect(await closeCodeOf(...Array.from({ length: FLOOD }, () => frame(FIN | opcode)))).toBe(1008)
    },
  )

  test('answers some pings and stays open', async () => {
    const client = await TestClient.open(gateway.ports.http)
    client.socket.ping('still there?')
    const [payload] = (await once(client.socket, 'pong')) as [Buffer]
    expect(payload.toString()).toBe('still there?')
    expect(client.socket.readyState).toBe(client.socket.OPEN)
    client.drop()
  })
})
