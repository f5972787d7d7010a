import { describe, expect, test } from '@jest/globals'
import { createTestClient } from './test-client.js'

function setUp() {
  const { client, socket, advance } = createTestClient()
  const statuses: string[] = []
  client.subscribe(() => statuses.push(client.connection().status))
  client.connect()
  return { client, socket, advance, statuses }
}

const state = (seq: number, update: number) => ({ event: 'room-state', data: { roomId: 'r1', seq, update }, update })
const line = (id: string, seq: number) => ({
  event: 'receive-message',
  data: { username: 'b', message: 'hi' },
  seq,
  id,
})
const prompt = (round: number, seq: number, update: number) => ({ event: 'prompt-gif', data: { round }, seq, update })

/** A page in room r1 that has opened the connection it was asked to move to. */
async function moving() {
  const world = setUp()
  const { client, socket, advance } = world
  client.resume('r1')
  await socket.opens()
  const [sync] = socket.takeSent()
  await socket.says(state(10, 4))
  await socket.says({ ack: sync?.ack, data: { success: true } })
  const told: unknown[] = []
  client.on('receive-message', () => told.push('line'))
  client.on('prompt-gif', ({ round }) => told.push(`round ${round}`))
  client.on('room-state', (data) => told.push(`state ${(data as unknown as { update: number }).update}`))
  client.on('offer', () => told.push('offer'))
  await socket.says({ event: 'going-away', data: { withinMs: 1_000, socketId: 's1' } })
  advance(499)
  expect(socket.ends).toHaveLength(1)
  advance(1)
  const [old, next] = socket.ends
  if (!old || !next) throw new Error('no second connection was opened')
  await socket.opens()
  world.statuses.length = 0
  return { ...world, old, next, told }
}

describe('when asked to leave a connection', () => {
  test('opens another one in time and asks for its place as the same page', async () => {
    const { socket, next, old } = await moving()
    expect(socket.addresses.at(-1)).toBe('/realtime?room=r1')
    expect(next.takeSent()).toMatchObject([{ event: 'sync-room', data: { roomId: 'r1', continues: 's1' } }])
    expect(old.isClosed).toBe(false)
  })

  test('moves within the spread that it was given', async () => {
    const { client, socket, advance } = setUp()
    client.resume('r1')
    await socket.opens()
    await socket.says({ event: 'going-away', data: { withinMs: 30_000, socketId: 's1', spreadMs: 2_000 } })
    advance(999)
    expect(socket.ends).toHaveLength(1)
    advance(1)
    expect(socket.ends).toHaveLength(2)
  })

  test('never disconnects, and closes the old one when nothing is in flight', async () => {
    const { client, old, next, advance, statuses } = await moving()
    await next.says(state(20, 4))
    expect(client.connection()).toMatchObject({ status: 'open', number: 2 })
    expect(new Set(statuses)).toEqual(new Set(['open']))
    expect(old.isClosed).toBe(false)
    advance(2_000)
    expect(old.isClosed).toBe(true)
    expect(client.connection().status).toBe('open')
    expect(next.isClosed).toBe(false)
  })

  test('sends unanswered events again under the same id', async () => {
    const { client, old, next } = await moving()
    void client.send('ready-up', { roomId: 'r1' })
    const [first] = old.takeSent()
    next.takeSent()
    await next.says(state(20, 4))
    expect(next.takeSent()).toEqual([first])
    void client.send('user-finishes', { roomId: 'r1' })
    expect(next.takeSent()).toMatchObject([{ event: 'user-finishes' }])
    expect(old.takeSent()).toEqual([])
  })

  test('accepts an answer from either connection', async () => {
    const { client, old, next } = await moving()
    const answer = client.send('ready-up', { roomId: 'r1' })
    const [frame] = old.takeSent()
    await next.says(state(20, 4))
    await old.says({ ack: frame?.ack, data: { success: true } })
    expect(await answer).toEqual({ success: true })
  })
})

describe('while two connections are open', () => {
  test('delivers each chat line once from either connection', async () => {
    const { old, next, told } = await moving()
    await old.says(line('a', 11))
    await next.says(line('a', 15))
    await next.says(line('b', 16))
    await next.says(state(20, 4))
    await old.says(line('b', 12))
    await old.says(line('c', 13))
    await next.says(line('c', 21))
    expect(told.filter((one) => one === 'line')).toHaveLength(3)
  })

  test('delivers each signal once', async () => {
    const { old, next, told } = await moving()
    const offer = (sdp: string) => ({ event: 'offer', data: { from: 's2', payload: { sdp } } })
    await next.says(offer('one'))
    await old.says(offer('one'))
    await next.says(state(20, 4))
    await old.says(offer('two'))
    await next.says(offer('two'))
    expect(told.filter((one) => one === 'offer')).toHaveLength(2)
  })

  test('follows the battle on the old one until the new one has caught up', async () => {
    const { old, next, told } = await moving()
    next.takeSent()
    await old.says(prompt(1, 11, 5))
    await next.says(state(20, 4))
    expect(next.takeSent()).toMatchObject([{ event: 'sync-room', data: { continues: 's1' } }])
    await next.says(prompt(1, 21, 5))
    await next.says(state(21, 5))
    await old.says(prompt(2, 12, 6))
    await next.says(prompt(2, 22, 6))
    expect(told).toEqual(['round 1', 'state 5', 'round 2'])
  })
})

describe('when something fails', () => {
  test('uses a new connection that is ready when the old one ends early', async () => {
    const { client, old, next } = await moving()
    next.takeSent()
    await old.closes(1001)
    expect(client.connection().status).toBe('open')
    expect(next.takeSent()).toMatchObject([{ event: 'sync-room' }])
  })

  test('drops one that is not ready, and the old one reconnects as usual', async () => {
    const { client, socket, advance } = setUp()
    await socket.opens()
    await socket.says({ event: 'going-away', data: { withinMs: 1_000, socketId: 's1' } })
    advance(500)
    const [old, next] = socket.ends
    await old?.closes(1001)
    expect(next?.isClosed).toBe(true)
    expect(client.connection().status).toBe('lost')
  })

  test('asks again for a place that is unavailable for now', async () => {
    const { next, advance } = await moving()
    const [sync] = next.takeSent()
    await next.says({ ack: sync?.ack, data: { success: false, error: 'Later.', code: 'UNAVAILABLE' } })
    advance(1_000)
    expect(next.takeSent()).toMatchObject([{ event: 'sync-room', data: { continues: 's1' } }])
  })

  test('changes nothing when the place is refused', async () => {
    const { client, old, next } = await moving()
    const [sync] = next.takeSent()
    await next.says({ ack: sync?.ack, data: { success: false, error: 'No.', code: 'NOT_SEATED' } })
    expect(next.isClosed).toBe(true)
    expect(client.connection().status).toBe('open')
    void client.send('leave-room', { roomId: 'r1' })
    expect(old.takeSent()).toMatchObject([{ event: 'leave-room' }])
  })

  test('moves again when the next gateway goes away too', async () => {
    const { socket, next, advance } = await moving()
    await next.says({ event: 'going-away', data: { withinMs: 1_000, socketId: 's2' } })
    await next.says(state(20, 4))
    advance(500)
    expect(socket.ends).toHaveLength(3)
    await socket.opens()
    expect(socket.ends[2]?.takeSent()).toMatchObject([{ event: 'sync-room', data: { continues: 's2' } }])
  })
})

test('uses the new connection as soon as it is open outside of rooms', async () => {
  const { client, socket, advance } = setUp()
  await socket.opens()
  await socket.says({ event: 'going-away', data: { withinMs: 1_000, socketId: 's1' } })
  advance(500)
  await socket.opens()
  expect(client.connection()).toMatchObject({ status: 'open', number: 2 })
  void client.send('request-room-list', {})
  expect(socket.ends[1]?.takeSent()).toMatchObject([{ event: 'request-room-list' }])
})

test('keeps a watcher watching with the same pass', async () => {
  const { client, socket, advance } = setUp()
  const letIn = client.send('watch-room', { roomId: 'r1', pass: 'once' })
  await socket.opens()
  const [watch] = socket.takeSent()
  await socket.says({ ack: watch?.ack, data: { success: true } })
  await letIn
  await socket.says({ event: 'going-away', data: { withinMs: 1_000, socketId: 's1' } })
  advance(500)
  await socket.opens()
  const [again] = socket.ends[1]?.takeSent() ?? []
  expect(again).toMatchObject({ event: 'watch-room', data: { roomId: 'r1', pass: 'once', continues: 's1' } })
  await socket.says({ ack: again?.ack, data: { success: true } })
  await socket.says(state(20, 4))
  expect(client.connection()).toMatchObject({ status: 'open', number: 2 })
})
