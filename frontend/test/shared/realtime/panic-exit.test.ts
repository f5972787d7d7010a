import { expect, test } from '@jest/globals'
import { createTestClient } from './test-client.js'

const DONE = { success: true, blockedId: 22, incident: 'token' }

/** A client that sits in room r1. */
async function seated() {
  const { client, socket, advance } = createTestClient()
  client.connect()
  await socket.opens()
  client.resume('r1')
  await socket.opens()
  const [sync] = socket.takeSent()
  await socket.says({ ack: sync?.ack, data: { success: true } })
  return { client, socket, advance }
}

test('is sent at once, with an id', async () => {
  const { client, socket } = await seated()
  const answer = client.panicExit({ roomId: 'r1' })
  const [frame] = socket.takeSent()
  expect(frame).toMatchObject({ event: 'leave-and-block', data: { roomId: 'r1' }, id: expect.any(String) })
  await socket.says({ ack: frame?.ack, data: DONE })
  expect(await answer).toEqual(DONE)
})

test('is sent first on the next connection, which takes no seat', async () => {
  const { client, socket } = await seated()
  await socket.closes(1006)
  const answer = client.panicExit({ roomId: 'r1' })
  await socket.opens()
  const sent = socket.takeSent()
  expect(sent.map(({ event }) => event)).toEqual(['leave-and-block'])
  await socket.says({ ack: sent[0]?.ack, data: DONE })
  expect(await answer).toEqual(DONE)
})

test('does not wait for a seat that is being taken again', async () => {
  const { client, socket } = await seated()
  await socket.closes(1006)
  await socket.opens()
  expect(socket.takeSent().map(({ event }) => event)).toEqual(['sync-room'])
  void client.panicExit({ roomId: 'r1' })
  expect(socket.takeSent().map(({ event }) => event)).toEqual(['leave-and-block'])
})

test('is repeated under the same id while no answer comes', async () => {
  const { client, socket, advance } = await seated()
  void client.panicExit({ roomId: 'r1' })
  const [first] = socket.takeSent()
  for (let answers = 0; answers < 5; answers += 1) {
    advance(2_000)
    await socket.says({ event: 'alive', data: { withinMs: 6_000 } })
  }
  expect(socket.takeSent()).toEqual([first])
  // Silence shows that the connection is dead, and what is overdue by then comes on the next one.
  advance(10_000)
  expect(client.connection().status).toBe('lost')
  await socket.opens()
  expect(socket.takeSent()).toEqual([first])
})

test('fails only once the connection is closed for good', async () => {
  const { client, socket, advance } = await seated()
  const answer = client.panicExit({ roomId: 'r1' })
  await socket.closes(1006)
  advance(60_000)
  await socket.opens()
  await socket.closes(4003)
  expect(await answer).toMatchObject({ success: false })
})
