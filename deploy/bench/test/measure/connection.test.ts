import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { type WebSocket, WebSocketServer } from 'ws'
import { clientFrame, FrameReader, OPCODE, openConnection } from '../../src/measure/connection.js'

const SIZES = [0, 1, 125, 126, 4_000, 70_000]

/** A frame as servers send it. */
function serverFrame(payload: Buffer): Buffer {
  const head =
    payload.length < 126
      ? Buffer.of(0x81, payload.length)
      : payload.length < 65_536
        ? Buffer.of(0x81, 126, payload.length >> 8, payload.length & 0xff)
        : Buffer.concat([Buffer.of(0x81, 127), Buffer.from(payload.length.toString(16).padStart(16, '0'), 'hex')])
  return Buffer.concat([head, payload])
}

describe('FrameReader', () => {
  const payloads = SIZES.map((size) => Buffer.alloc(size, 'x'))
  const stream = Buffer.concat(payloads.map(serverFrame))

  test.each([1, 3, 1_000, stream.length])('reassembles frames from pieces of %d bytes', (piece) => {
    const taken: Buffer[] = []
    const reader = new FrameReader((opcode, payload) => {
      expect(opcode).toBe(OPCODE.text)
      taken.push(Buffer.from(payload))
    })
    for (let at = 0; at < stream.length; at += piece) reader.take(stream.subarray(at, at + piece))
    expect(taken.map(({ length }) => length)).toEqual(SIZES)
    expect(taken.every((payload, at) => payload.equals(payloads[at] ?? Buffer.alloc(0)))).toBe(true)
  })
})

describe('openConnection', () => {
  const open = async (onServer: (socket: WebSocket) => void) => {
    const server = new WebSocketServer({ port: 0 })
    await once(server, 'listening')
    server.on('connection', onServer)
    const [received, lost]: [string[], string[]] = [[], []]
    const connection = await openConnection({
      server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      path: '/any',
      headers: { cookie: 'session=1' },
      onFrame: (payload) => received.push(payload.toString()),
      onLost: (why) => lost.push(why),
    })
    return { server, connection, received, lost }
  }
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  test('exchanges text and bytes with a server, and keeps frames sent at once', async () => {
    const { server, connection, received } = await open((socket) => {
      socket.send('welcome')
      socket.on('message', (data, isBinary) => socket.send(`${isBinary ? 'bytes' : 'text'} ${String(data)}`))
    })
    connection.send('größer')
    connection.send(Buffer.from('x'.repeat(300)))
    await until(() => received.length === 3)
    expect(received).toEqual(['welcome', 'text größer', `bytes ${'x'.repeat(300)}`])
    connection.close()
    server.close()
  })

  test('answers pings, and reports the close code', async () => {
    const { server, lost } = await open((socket) => {
      socket.ping()
      socket.on('pong', () => socket.close(4_001))
    })
    await until(() => lost.length === 1)
    expect(lost).toEqual(['closed with 4001'])
    server.close()
  })

  test('uses the short header up to 125 bytes', () => {
    expect(clientFrame(OPCODE.text, 'hi')).toEqual(Buffer.of(0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69))
  })
})
