import { describe, expect, test } from '@jest/globals'
import { createTestClient } from './test-client.js'

/** A page whose seat in room r1 is asked for on a new connection. */
async function returning() {
  const { client, socket, advance } = createTestClient()
  client.connect()
  client.resume('r1')
  await socket.opens()
  const [sync] = socket.takeSent()
  return { client, socket, advance, sync }
}

const waiting = (place: number, of = 4_000) => ({ event: 'waiting', data: { place, of } })

describe('a page in the admission queue', () => {
  test('knows its place until its seat is back', async () => {
    const { client, socket, sync } = await returning()
    expect(client.connection().queuePlace).toBeNull()
    await socket.says(waiting(312))
    await socket.says(waiting(200))
    expect(client.connection()).toMatchObject({ status: 'open', queuePlace: { place: 200, of: 4_000 } })
    await socket.says({ event: 'room-state', data: { roomId: 'r1', seq: 1 } })
    expect(client.connection().queuePlace).toBeNull()
    await socket.says(waiting(3))
    await socket.says({ ack: sync?.ack, data: { success: true } })
    expect(client.connection().queuePlace).toBeNull()
  })

  test('does not give up its place, however long it waits', async () => {
    const { client, socket, advance } = await returning()
    let answered = false
    void client.send('ready-up', { roomId: 'r1' }).then(() => (answered = true))
    for (let seconds = 0; seconds < 60; seconds += 5) {
      await socket.says(waiting(100 - seconds))
      advance(5_000)
      await socket.settle()
    }
    expect(socket.ends).toHaveLength(1)
    expect(socket.takeSent()).toEqual([])
    expect(answered).toBe(false)
  })

  test('shows no place once the gateway stops reporting it', async () => {
    const { client, socket, advance } = await returning()
    await socket.says(waiting(5))
    advance(8_000)
    expect(client.connection().queuePlace).toBeNull()
  })

  test('has no place on a lost connection', async () => {
    const { client, socket } = await returning()
    await socket.says(waiting(5))
    await socket.closes(1006)
    expect(client.connection()).toMatchObject({ status: 'lost', queuePlace: null })
  })
})

test('a page that finds the queue full asks for its seat again after the announced time', async () => {
  const { socket, advance, sync } = await returning()
  await socket.says({ event: 'come-back', data: { afterMs: 20_000 } })
  await socket.says({ ack: sync?.ack, data: { success: false, error: 'Not now.', code: 'UNAVAILABLE' } })
  advance(19_999)
  expect(socket.takeSent()).toEqual([])
  advance(1)
  expect(socket.takeSent()).toMatchObject([{ event: 'sync-room', data: { roomId: 'r1' } }])
})

test('a page spreads its return as the gateway has asked', async () => {
  const { socket } = await returning()
  await socket.says({ event: 'return-spread', data: { spreadMs: 4_000 } })
  expect(socket.ends[0]?.returnSpreadMs).toBe(4_000)
})
