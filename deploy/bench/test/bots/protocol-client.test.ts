import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { createProtocolClient, type ProtocolClient } from '../../src/bots/protocol-client.js'

interface Said {
  readonly event: string
  readonly data: Record<string, unknown>
  readonly ack?: number
  readonly id?: string
}

/** One connection, as the server has it. */
interface End {
  readonly socket: WebSocket
  readonly address: string
  readonly said: Said[]
}

let server: WebSocketServer
let ends: End[]
let client: ProtocolClient

beforeEach(async () => {
  ends = []
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket, { url = '' }) => {
    const said: Said[] = []
    ends.push({ socket, address: url, said })
    socket.on('message', (raw: Buffer) => said.push(JSON.parse(raw.toString()) as Said))
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const session = { url: `http://127.0.0.1:${port}`, cookie: '', accessToken: '', id: 1, username: 'bot' }
  client = createProtocolClient({ session, authenticateBy: 'nothing', reconnectDelayMs: 10 })
  await client.connect()
})
afterEach(async () => {
  await client.close()
  for (const one of server.clients) one.terminate()
  server.close()
})

const end = (index: number): Promise<End> => eventually(() => ends[index] ?? false)
const tell = ({ socket }: End, frame: object): void => socket.send(JSON.stringify(frame))
const heardBy = ({ said }: End, event: string): Promise<Said> =>
  eventually(() => said.find((frame) => frame.event === event) ?? false)
const state = (seq: number, update: number) => ({ event: 'room-state', data: { roomId: 'r1', seq }, update })
const line = (id: string, message: string, seq: number) => ({
  ...{ event: 'receive-message', data: { username: 'other', message }, id, seq },
})

/** A client in room r1 that is asked to leave its connection, with the new one that it has opened. */
async function moving(): Promise<{ old: End; next: End }> {
  const old = await end(0)
  const joined = client.send('join-room', { roomId: 'r1', passcode: null, role: 'player' })
  const { ack } = await heardBy(old, 'join-room')
  tell(old, { ack, data: { success: true } })
  await joined
  tell(old, state(10, 4))
  tell(old, { event: 'going-away', data: { withinMs: 1, socketId: 's1' } })
  return { old, next: await end(1) }
}

describe('ProtocolClient of a gateway with many clients', () => {
  test('asks again for its seat after the time that the full line gave it', async () => {
    const only = await end(0)
    const joined = client.send('join-room', { roomId: 'r1', passcode: null, role: 'player' })
    const { ack } = await heardBy(only, 'join-room')
    tell(only, { ack, data: { success: true } })
    await joined
    tell(only, { event: 'come-back', data: { afterMs: 400 } })
    tell(only, { event: 'error', data: { event: 'sync-room', error: 'Not now.', code: 'UNAVAILABLE' } })
    const beganAt = performance.now()
    await heardBy(only, 'sync-room')
    expect(performance.now() - beganAt).toBeGreaterThanOrEqual(190)
  })
})

describe('ProtocolClient whose gateway drains', () => {
  test('takes its seat at another gateway, then closes the old connection', async () => {
    const { old, next } = await moving()
    expect(next.address).toBe('/realtime?room=r1')
    expect(await heardBy(next, 'sync-room')).toMatchObject({ data: { roomId: 'r1', continues: 's1' } })
    expect(old.socket.readyState).toBe(old.socket.OPEN)
    tell(next, state(20, 4))
    await eventually(() => client.stay.handovers === 1)
    await eventually(() => old.socket.readyState === old.socket.CLOSED)
    expect(client.stay.reconnects).toBe(0)
    expect(client.closeCodes).toEqual([])
  })

  test('repeats unanswered commands and emits lines and phases once', async () => {
    const { old, next } = await moving()
    const received: string[] = []
    client.on('receive-message', (data) => received.push('message' in data ? data.message : ''))
    client.on('prompt-gif', ({ round }) => received.push(`round ${round}`))
    const ready = client.send('ready-up', { roomId: 'r1' })
    const { id } = await heardBy(old, 'ready-up')
    tell(old, { event: 'prompt-gif', data: { round: 1 }, seq: 11, update: 5 })
    tell(old, line('a', 'first', 12))
    await eventually(() => expect(received).toEqual(['round 1', 'first']))

    tell(next, line('a', 'first', 19))
    // From before what it has heard: it asks again.
    tell(next, state(20, 4))
    await eventually(() => next.said.filter(({ event }) => event === 'sync-room').length === 2)
    tell(next, state(21, 5))
    const again = await heardBy(next, 'ready-up')
    expect(again.id).toBe(id)
    tell(next, { ack: again.ack, data: { success: true } })
    expect(await ready).toEqual({ success: true })
    tell(old, line('b', 'second', 13))
    tell(old, { event: 'prompt-gif', data: { round: 1 }, seq: 14, update: 5 })
    tell(next, line('b', 'second', 22))
    tell(next, line('c', 'third', 23))
    await eventually(() => expect(received).toEqual(['round 1', 'first', 'second', 'third']))
    expect(client.faults).toEqual({ missed: 0, repeated: 0, unnumbered: 0 })
  })

  test("asks again when the room's state is unavailable", async () => {
    const { next } = await moving()
    await heardBy(next, 'sync-room')
    tell(next, { event: 'error', data: { event: 'sync-room', error: 'Later.', code: 'UNAVAILABLE' } })
    const asked = await eventually(() => {
      const all = next.said.filter(({ event }) => event === 'sync-room')
      return all.length === 2 && all
    })
    expect(asked.map(({ data }) => data['continues'])).toEqual(['s1', 's1'])
  })

  test('continues on the new connection when the old one closes early', async () => {
    const { old, next } = await moving()
    await heardBy(next, 'sync-room')
    old.socket.close(1001)
    await eventually(() => next.said.filter(({ event }) => event === 'sync-room').length === 2)
    expect(client.stay.reconnects).toBe(0)
  })

  test('reconnects when no second connection opens', async () => {
    const { old, next } = await moving()
    next.socket.terminate()
    old.socket.close(1001)
    await end(2)
    await eventually(() => client.stay.reconnects === 1)
  })
})
