import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit/eventually'
import { type WebSocket, WebSocketServer } from 'ws'
import { createProtocolClient, type ProtocolClient } from '../src/protocol-client.js'
import { manualClock } from './manual-clock.js'

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
let advance: (byMs: number) => void

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
  const time = manualClock()
  advance = time.advance
  client = createProtocolClient({ session, authenticateBy: 'nothing', reconnectDelayMs: 10, clock: time.clock })
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
  event: 'receive-message',
  data: { username: 'other', message },
  id,
  seq,
})

/** What a client has said on a connection after its probe. */
const eventsOf = ({ said }: End): string[] => said.map(({ event }) => event).filter((event) => event !== 'probe')

/** Seats the client in room r1. */
async function join(on: End): Promise<void> {
  const joined = client.send('join-room', { roomId: 'r1', passcode: null, role: 'player' })
  const { ack } = await heardBy(on, 'join-room')
  tell(on, { ack, data: { success: true } })
  await joined
}

/** The n-th chat line on a connection. */
const chatOn = (on: End, n = 1): Promise<Said> =>
  eventually(() => on.said.filter(({ event }) => event === 'send-message')[n - 1] ?? false)

const say = (message: string): Promise<unknown> => client.send('send-message', { roomId: 'r1', message })

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

describe('ProtocolClient on a connection that is silent', () => {
  test('probes, and opens another connection when nothing answers', async () => {
    const only = await end(0)
    await heardBy(only, 'probe')
    tell(only, { event: 'alive', data: { withinMs: 6_000 } })
    await eventually(() => {
      advance(1_000)
      expect(only.said.filter(({ event }) => event === 'probe').length).toBeGreaterThan(1)
    })
    expect(client.connections).toBe(1)
    advance(3_000)
    await end(1)
    await eventually(() => client.stay.reconnects === 1)
  })

  test('keeps a connection that answers, whatever it says', async () => {
    const only = await end(0)
    await heardBy(only, 'probe')
    const heard: string[] = []
    client.onAny(({ event }) => heard.push(event))
    for (let turn = 1; turn <= 10; turn++) {
      tell(only, { event: 'alive', data: { withinMs: 6_000 } })
      tell(only, { event: 'watchers', data: { watchers: [], spectatorConsents: [] } })
      await eventually(() => heard.length === turn)
      advance(6_000)
    }
    expect(heard).not.toContain('alive')
    expect(client.connections).toBe(1)
  })

  test('probes sooner when an answer is awaited', async () => {
    const only = await end(0)
    await heardBy(only, 'probe')
    void client.send('request-room-list', {}).catch(() => undefined)
    await heardBy(only, 'request-room-list')
    advance(3_000)
    await eventually(() => only.said.filter(({ event }) => event === 'probe').length === 2)
  })
})

describe('ProtocolClient whose gateway dies', () => {
  test('sends lines again by their id once it has its seat: those answered just before, then those without an answer', async () => {
    const dying = await end(0)
    await join(dying)
    const answered = say('first')
    const first = await chatOn(dying)
    tell(dying, { ack: first.ack, data: { success: true } })
    await answered
    const unanswered = say('second')
    const second = await chatOn(dying, 2)
    dying.socket.terminate()
    const next = await end(1)
    await heardBy(next, 'sync-room')
    const third = say('third')
    expect(eventsOf(next)).toEqual(['sync-room'])
    tell(next, state(5, 1))
    const again = await Promise.all([1, 2, 3].map((n) => chatOn(next, n)))
    expect(again.map(({ data, id }) => [data['message'], id])).toEqual([
      ['first', first.id],
      ['second', second.id],
      ['third', expect.any(String)],
    ])
    for (const { ack } of again) tell(next, { ack, data: { success: true } })
    expect(await Promise.all([unanswered, third])).toEqual([{ success: true }, { success: true }])
  })

  test('sends nothing again that was answered long before, or refused', async () => {
    const dying = await end(0)
    await join(dying)
    const early = say('early')
    tell(dying, { ack: (await chatOn(dying)).ack, data: { success: true } })
    await early
    advance(3_500)
    const refused = say('refused')
    tell(dying, { ack: (await chatOn(dying, 2)).ack, data: { success: false, code: 'BANNED', error: 'No.' } })
    await refused
    dying.socket.terminate()
    const next = await end(1)
    await heardBy(next, 'sync-room')
    tell(next, state(5, 1))
    const late = say('late')
    const { ack, data } = await chatOn(next)
    expect(data['message']).toBe('late')
    tell(next, { ack, data: { success: true } })
    await late
    expect(eventsOf(next)).toEqual(['sync-room', 'send-message'])
  })

  test('shows a line once that the state of its room has already', async () => {
    const only = await end(0)
    await join(only)
    const shown: string[] = []
    client.on('receive-message', (data) => shown.push('message' in data ? data.message : ''))
    const kept = state(10, 4)
    tell(only, { ...kept, data: { ...kept.data, lines: [{ id: 'a', username: 'other', message: 'known' }] } })
    tell(only, line('a', 'known', 11))
    tell(only, line('b', 'new', 12))
    await eventually(() => expect(shown).toEqual(['new']))
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
