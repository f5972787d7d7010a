import { describe, expect, test } from '@jest/globals'
import { createTestClient } from './test-client.js'

function setUp(headsFor?: string, address?: Parameters<typeof createTestClient>[0]) {
  const { client, socket, advance } = createTestClient(address)
  if (headsFor !== undefined) client.headFor(headsFor)
  client.connect()
  return { client, socket, advance }
}

/** A client that sits in room r1, with its `room-state` received at number 10. */
async function seated() {
  const world = setUp()
  const { client, socket } = world
  await socket.opens()
  const joined = client.send('join-room', { roomId: 'r1', passcode: null, role: 'player' })
  await socket.opens()
  const [join] = socket.takeSent()
  await socket.says({ ack: join?.ack, data: { success: true } })
  await joined
  await socket.says({ event: 'room-state', data: { roomId: 'r1', seq: 10 } })
  const [sync] = socket.takeSent()
  await socket.says({ ack: sync?.ack, data: { success: true } })
  return world
}

describe('answers', () => {
  test('reach the event that asked for them', async () => {
    const { client, socket } = setUp()
    await socket.opens()
    const first = client.send('ready-up', { roomId: 'r1' })
    const second = client.send('user-finishes', { roomId: 'r1' })
    const [readyUp, finishes] = socket.takeSent()
    await socket.says({ ack: finishes?.ack, data: { success: true } })
    await socket.says({ ack: readyUp?.ack, data: { success: false, error: 'No.', code: 'ALREADY_READY' } })
    expect(await first).toEqual({ success: false, error: 'No.', code: 'ALREADY_READY' })
    expect(await second).toEqual({ success: true })
  })

  test('are awaited by events queued until the connection is open', async () => {
    const { client, socket } = setUp()
    void client.send('request-room-list', {})
    expect(socket.takeSent()).toEqual([])
    await socket.opens()
    expect(socket.takeSent()).toMatchObject([{ event: 'request-room-list' }])
  })

  test('are requested again under the same id after a reconnect', async () => {
    const { client, socket } = setUp()
    await socket.opens()
    const answer = client.send('request-room-list', {})
    const [first] = socket.takeSent()
    await socket.closes(1006)
    expect(client.connection().status).toBe('lost')
    await socket.opens()
    const [again] = socket.takeSent()
    expect(again).toEqual(first)
    await socket.says({ ack: again?.ack, data: { success: true } })
    expect(await answer).toEqual({ success: true })
  })

  test('time out after ten seconds, and the message is never sent later', async () => {
    const { client, socket, advance } = setUp()
    await socket.opens()
    await socket.closes(1006)
    const answer = client.send('send-message', { roomId: 'r1', message: 'hello' })
    advance(9_999)
    await socket.settle()
    advance(1)
    expect(await answer).toMatchObject({ success: false, code: 'UNAVAILABLE', error: expect.any(String) })
    await socket.opens()
    expect(socket.takeSent()).toEqual([])
  })

  test('that are missing in silence cause a new connection', async () => {
    const { client, socket, advance } = setUp()
    await socket.opens()
    void client.send('request-room-list', {})
    advance(10_000)
    expect(client.connection().status).toBe('lost')
  })

  test('ignore anything that is not a frame of the protocol', async () => {
    const { client, socket } = setUp()
    await socket.opens()
    await socket.saysText('not json')
    await socket.saysText('[1]')
    await socket.saysText('{"event":"room-closed"}')
    expect(client.connection().status).toBe('open')
  })
})

test('authenticates by token first, where there is one', async () => {
  const { client, socket } = setUp()
  client.introduceBy('signed')
  void client.send('request-room-list', {})
  await socket.opens()
  expect(socket.takeSent().map(({ event }) => event)).toEqual(['authenticate', 'request-room-list'])
})

describe('a token to return by', () => {
  const address = (_: string | null, returns: boolean) => `/realtime?token=${returns ? 'first' : 'wanted'}`

  test('replaces the first token on the next connection, whose address says so', async () => {
    const { client, socket } = setUp(undefined, address)
    client.introduceBy('signed')
    await socket.opens()
    expect(socket.takeSent()).toMatchObject([{ event: 'authenticate', data: { token: 'signed' } }])
    await socket.says({ event: 'return-token', data: { token: 'older' } })
    await socket.says({ event: 'return-token', data: { token: 'newer' } })
    client.introduceBy('signed again')
    await socket.closes(1006)
    await socket.opens()
    expect(socket.takeSent()).toMatchObject([{ event: 'authenticate', data: { token: 'newer' } }])
    expect(socket.addresses).toEqual(['/realtime?token=wanted', '/realtime?token=first'])
  })

  test('is forgotten once nobody is signed in', async () => {
    const { client, socket } = setUp()
    client.introduceBy('signed')
    await socket.opens()
    await socket.says({ event: 'return-token', data: { token: 'newer' } })
    client.introduceBy(null)
    socket.takeSent()
    await socket.closes(1006)
    await socket.opens()
    expect(socket.takeSent()).toEqual([])
  })
})

describe('seat', () => {
  test('is taken on a connection whose address names the room, before the state is requested', async () => {
    const { client, socket } = setUp()
    await socket.opens()
    void client.send('join-room', { roomId: 'r1', passcode: null, role: 'player' })
    expect(socket.takeSent()).toEqual([])
    await socket.opens()
    expect(socket.addresses).toEqual(['/realtime', '/realtime?room=r1'])
    const [join] = socket.takeSent()
    await socket.says({ ack: join?.ack, data: { success: true } })
    expect(socket.takeSent()).toMatchObject([{ event: 'sync-room', data: { roomId: 'r1' } }])
  })

  test('is taken on the first connection if its room was known before', async () => {
    const { client, socket } = setUp('r1')
    await socket.opens()
    void client.send('join-room', { roomId: 'r1', passcode: null, role: 'player' })
    expect(socket.takeSent()).toMatchObject([{ event: 'join-room' }])
    expect(client.connection()).toMatchObject({ status: 'open', number: 1 })
    expect(socket.addresses).toEqual(['/realtime?room=r1'])
  })

  test('moves to another room than the one the connection was opened for', async () => {
    const { client, socket } = setUp('r1')
    await socket.opens()
    client.headFor('r2')
    void client.send('join-room', { roomId: 'r2', passcode: null, role: 'player' })
    await socket.opens()
    expect(socket.addresses).toEqual(['/realtime?room=r1', '/realtime?room=r2'])
  })

  test('moves to the room’s address after creation, without reporting a lost connection', async () => {
    const { client, socket } = setUp()
    await socket.opens()
    const statuses: string[] = []
    client.subscribe(() => statuses.push(client.connection().status))
    const answer = client.send('create-room', {
      roomName: 'a',
      passcode: null,
      passcodeRequired: false,
      publicRoom: true,
      mode: 'rush',
      capacity: '2',
      category: 'default',
    })
    const [create] = socket.takeSent()
    await socket.says({ ack: create?.ack, data: { success: true, roomId: 'r1' } })
    await answer
    await socket.opens()
    expect(socket.addresses.at(-1)).toBe('/realtime?room=r1')
    expect(statuses).toEqual(['connecting', 'open'])
    expect(socket.takeSent()).toMatchObject([{ event: 'sync-room' }])
  })

  test('is taken again first after a reconnect', async () => {
    const { client, socket } = await seated()
    await socket.closes(1006)
    void client.send('send-message', { roomId: 'r1', message: 'hello' })
    await socket.opens()
    const [sync, ...rest] = socket.takeSent()
    expect(sync).toMatchObject({ event: 'sync-room', data: { roomId: 'r1' } })
    expect(rest).toEqual([])
    await socket.says({ ack: sync?.ack, data: { success: true } })
    expect(socket.takeSent()).toMatchObject([{ event: 'send-message' }])
  })

  test('reports a closed room when it was given up meanwhile', async () => {
    const { client, socket } = await seated()
    const reasons: string[] = []
    client.on('room-closed', ({ reason }) => reasons.push(reason))
    await socket.closes(1006)
    await socket.opens()
    const [sync] = socket.takeSent()
    await socket.says({ ack: sync?.ack, data: { success: false, error: 'No seat.', code: 'NOT_SEATED' } })
    expect(reasons).toEqual(['seat-lost'])
    await socket.closes(1006)
    await socket.opens()
    expect(socket.addresses.at(-1)).toBe('/realtime')
    expect(socket.takeSent()).toEqual([])
  })

  test('has its state requested again by a page that began to listen after the state and before the answer', async () => {
    const { client, socket } = setUp('r1')
    await socket.opens()
    void client.send('join-room', { roomId: 'r1', passcode: null, role: 'player' })
    await socket.says({ ack: socket.takeSent()[0]?.ack, data: { success: true } })
    const [sync] = socket.takeSent()
    client.resync()
    await socket.says({ event: 'room-state', data: { roomId: 'r1', seq: 10 } })
    const states: number[] = []
    client.on('room-state', ({ seq }) => states.push(seq))
    client.resync()
    await socket.says({ ack: sync?.ack, data: { success: true } })
    const again = socket.takeSent()
    expect(again).toMatchObject([{ event: 'sync-room', data: { roomId: 'r1' } }])
    await socket.says({ event: 'room-state', data: { roomId: 'r1', seq: 11 } })
    await socket.says({ ack: again[0]?.ack, data: { success: true } })
    expect([states, socket.takeSent()]).toEqual([[11], []])
  })

  test('requests the state again while the server cannot give it', async () => {
    const { client, socket, advance } = await seated()
    await socket.closes(1006)
    await socket.opens()
    const [sync] = socket.takeSent()
    await socket.says({ ack: sync?.ack, data: { success: false, error: 'Later.', code: 'UNAVAILABLE' } })
    void client.send('ready-up', { roomId: 'r1' })
    expect(socket.takeSent()).toEqual([])
    advance(1000)
    expect(socket.takeSent()).toMatchObject([{ event: 'sync-room' }])
  })
})

describe('order of room events', () => {
  test('delivers an event once, however often it arrives', async () => {
    const { client, socket } = await seated()
    const rounds: number[] = []
    client.on('prompt-gif', ({ round }) => rounds.push(round))
    await socket.says({ event: 'prompt-gif', data: { round: 1 }, seq: 11 })
    await socket.says({ event: 'prompt-gif', data: { round: 1 }, seq: 11 })
    await socket.says({ event: 'prompt-gif', data: { round: 0 }, seq: 10 })
    expect(rounds).toEqual([1])
    expect(socket.takeSent()).toEqual([])
  })

  test('requests the state when a number is missing, and continues from there', async () => {
    const { client, socket } = await seated()
    const rounds: number[] = []
    client.on('prompt-gif', ({ round }) => rounds.push(round))
    await socket.says({ event: 'prompt-gif', data: { round: 2 }, seq: 13 })
    const [sync] = socket.takeSent()
    expect(sync).toMatchObject({ event: 'sync-room' })
    await socket.says({ event: 'room-state', data: { roomId: 'r1', seq: 20 } })
    await socket.says({ ack: sync?.ack, data: { success: true } })
    await socket.says({ event: 'prompt-gif', data: { round: 3 }, seq: 21 })
    expect(rounds).toEqual([2, 3])
    expect(socket.takeSent()).toEqual([])
  })
})

describe('closing', () => {
  test.each([
    [4001, 'signed-out'],
    [4003, 'banned'],
    [4009, 'taken-over'],
  ] as const)('does not reconnect after code %i: %s', async (code, reason) => {
    const { client, socket } = setUp()
    await socket.opens()
    const answer = client.send('ready-up', { roomId: 'r1' })
    await socket.closes(code)
    expect(client.connection()).toMatchObject({ status: 'closed', closedBy: reason })
    expect(await answer).toMatchObject({ success: false })
    expect(await client.send('ready-up', { roomId: 'r1' })).toMatchObject({ success: false })
  })

  test('does not end the connection when a gateway drains', async () => {
    const { client, socket } = setUp()
    await socket.opens()
    await socket.closes(1001)
    expect(client.connection()).toMatchObject({ status: 'lost', closedBy: null })
  })
})

describe('signals', () => {
  test('wait for a listener while the room is loading', async () => {
    const { client, socket } = setUp()
    await socket.opens()
    await socket.says({ event: 'offer', data: { from: 's2', payload: {} } })
    const heard: string[] = []
    client.on('offer', ({ from }) => heard.push(from))
    client.on('offer', ({ from }) => heard.push(from))
    expect(heard).toEqual(['s2'])
  })

  test('of a lost connection are forgotten', async () => {
    const { client, socket } = setUp()
    await socket.opens()
    await socket.says({ event: 'offer', data: { from: 's2', payload: {} } })
    await socket.closes(1006)
    await socket.opens()
    const heard: string[] = []
    client.on('offer', ({ from }) => heard.push(from))
    expect(heard).toEqual([])
  })

  test('are sent once or not at all', async () => {
    const { client, socket } = setUp()
    client.post('offer', { to: 's2', payload: {} })
    await socket.opens()
    expect(socket.takeSent()).toEqual([])
    client.post('offer', { to: 's2', payload: {} })
    expect(socket.takeSent()).toMatchObject([{ event: 'offer', data: { to: 's2' } }])
  })
})

test('resumes a seat of an earlier page', async () => {
  const { client, socket } = setUp()
  client.resume('r1')
  await socket.opens()
  expect(socket.addresses).toEqual(['/realtime?room=r1'])
  expect(socket.takeSent()).toMatchObject([{ event: 'sync-room', data: { roomId: 'r1' } }])
})

test('is in no room after closing and opening again', async () => {
  const { client, socket } = await seated()
  client.close()
  client.connect()
  await socket.opens()
  expect(socket.addresses.at(-1)).toBe('/realtime')
  expect(socket.takeSent()).toEqual([])
})

describe('watching', () => {
  /** A client that watches room r1. */
  async function watching() {
    const world = setUp()
    const { client, socket } = world
    const letIn = client.send('watch-room', { roomId: 'r1', pass: null })
    await socket.opens()
    const [watch] = socket.takeSent()
    await socket.says({ ack: watch?.ack, data: { success: true } })
    await letIn
    const [sync] = socket.takeSent()
    await socket.says({ ack: sync?.ack, data: { success: true } })
    return world
  }

  test('requests the state when an event was missed', async () => {
    const { socket } = await watching()
    await socket.says({ event: 'room-state', data: { roomId: 'r1', seq: 10 } })
    await socket.says({ event: 'watchers', data: { watchers: [], spectatorConsents: [] }, seq: 12 })
    expect(socket.takeSent()).toMatchObject([{ event: 'sync-room', data: { roomId: 'r1' } }])
  })

  test('ends with the connection', async () => {
    const { socket } = await watching()
    await socket.closes(1006)
    await socket.opens()
    expect(socket.takeSent()).toEqual([])
    expect(socket.addresses.at(-1)).toBe('/realtime?room=r1')
  })

  test('ends without giving up a seat taken elsewhere since', async () => {
    const { client, socket } = await watching()
    const joined = client.send('join-room', { roomId: 'r2', passcode: null, role: 'player' })
    await socket.opens()
    const [join] = socket.takeSent()
    await socket.says({ ack: join?.ack, data: { success: true } })
    await joined
    socket.takeSent()
    void client.send('stop-watching', { roomId: 'r1' })
    await socket.closes(1006)
    socket.takeSent()
    await socket.opens()
    expect(socket.takeSent()).toMatchObject([{ event: 'sync-room', data: { roomId: 'r2' } }])
  })
})
