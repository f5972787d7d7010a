import { expect, test } from '@jest/globals'
import { keepAsking } from '../../../src/features/quick-match/keep-asking.js'
import { cancelMatch } from '../../../src/features/quick-match/use-cancel-search.js'
import { createTestClient } from '../../shared/realtime/test-client.js'

const wish = { mode: 'stamina', category: 'gay' } as const
const NO = { success: false, error: "You're in another room. Leave it first.", code: 'ALREADY_SEATED' }

function setUp() {
  const { client, socket, advance } = createTestClient()
  client.connect()
  const refusals: string[] = []
  let taken = 0
  const search = () =>
    keepAsking({ client, wish, onTaken: () => void ++taken, onRefused: (text) => void refusals.push(text) })
  return { client, socket, advance, search, refusals, taken: () => taken }
}

test('asks once as soon as there is a connection', async () => {
  const { socket, search } = setUp()
  search()
  expect(socket.takeSent()).toEqual([])
  await socket.opens()
  expect(socket.takeSent()).toMatchObject([{ event: 'find-match', data: wish }])
})

test('a cancellation while the connection is lost follows the search that is asked for again', async () => {
  const { client, socket } = setUp()
  await socket.opens()
  void client.send('find-match', wish)
  await socket.closes(1006)
  cancelMatch(client)
  await socket.opens()
  expect(socket.takeSent().map(({ event }) => event)).toEqual(['find-match', 'find-match', 'cancel-match'])
})

test('asks at once when already connected', async () => {
  const { socket, search } = setUp()
  await socket.opens()
  search()
  expect(socket.takeSent()).toMatchObject([{ event: 'find-match', data: wish }])
})

test('asks again on the next connection, even after a response', async () => {
  const { socket, search, refusals, taken } = setUp()
  await socket.opens()
  search()
  const [asked] = socket.takeSent()
  expect(taken()).toBe(0)
  await socket.says({ ack: asked?.ack, data: { success: true } })
  expect(taken()).toBe(1)
  await socket.closes(1006)
  await socket.opens()
  const [again] = socket.takeSent()
  expect(again).toMatchObject({ event: 'find-match', data: wish })
  expect(again?.id).not.toBe(asked?.id)
  expect(refusals).toEqual([])
})

test('asks once on a connection that took over from another', async () => {
  const { socket, advance, search, refusals } = setUp()
  await socket.opens()
  search()
  const [asked] = socket.takeSent()
  await socket.says({ ack: asked?.ack, data: { success: true } })
  await socket.says({ event: 'going-away', data: { withinMs: 1_000, socketId: 's1' } })
  advance(0)
  await socket.opens()
  const frames = socket.takeSent()
  expect(frames).toMatchObject([{ event: 'find-match', data: wish }])
  // The gateway left behind says that it no longer has the search.
  await socket.ends[0]?.says({ event: 'match-ended', data: { reason: 'gone' } })
  expect(refusals).toEqual([])
})

test('reports a refusal and stops asking', async () => {
  const { socket, search, refusals } = setUp()
  await socket.opens()
  search()
  await socket.says({ ack: socket.takeSent()[0]?.ack, data: NO })
  expect(refusals).toEqual([NO.error])
  await socket.closes(1006)
  await socket.opens()
  expect(socket.takeSent()).toEqual([])
})

test('does not treat a request lost with its connection as refused', async () => {
  const { socket, advance, search, refusals } = setUp()
  await socket.opens()
  search()
  socket.takeSent()
  await socket.closes(1006)
  advance(10_000)
  await socket.settle()
  expect(refusals).toEqual([])
  await socket.opens()
  expect(socket.takeSent()).toMatchObject([{ event: 'find-match' }])
})

test('does nothing after it is stopped', async () => {
  const { socket, search, refusals, taken } = setUp()
  await socket.opens()
  const stop = search()
  const [asked] = socket.takeSent()
  stop()
  await socket.says({ ack: asked?.ack, data: NO })
  await socket.closes(1006)
  await socket.opens()
  expect(socket.takeSent()).toEqual([])
  expect(refusals).toEqual([])
  expect(taken()).toBe(0)
})
