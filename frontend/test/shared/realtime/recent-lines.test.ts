import { expect, test } from '@jest/globals'
import { createTestClient } from './test-client.js'

/** A client that sits in room r1. */
async function seated() {
  const { client, socket, advance } = createTestClient()
  client.headFor('r1')
  client.connect()
  await socket.opens()
  client.resume('r1')
  const granted = async () => {
    const sync = socket.takeSent().find(({ event }) => event === 'sync-room')
    await socket.says({ event: 'room-state', data: { roomId: 'r1', seq: 10 } })
    await socket.says({ ack: sync?.ack, data: { success: true } })
  }
  await granted()
  const say = async (message: string) => {
    const answer = client.send('send-message', { roomId: 'r1', message })
    const [frame] = socket.takeSent()
    return { answer, frame, answered: () => socket.says({ ack: frame?.ack, data: { success: true } }) }
  }
  const said = () =>
    socket
      .takeSent()
      .flatMap(({ event, data, id }) => (event === 'send-message' ? [{ text: data['message'], id }] : []))
  return { client, socket, advance, granted, say, said }
}

test('sends messages answered just before a loss again under their id, before unanswered ones', async () => {
  const { socket, advance, granted, say, said } = await seated()
  await (await say('long answered')).answered()
  advance(3_000)
  const answered = await say('answered')
  await answered.answered()
  const open = await say('not answered')
  await socket.closes(1006)
  await socket.opens()
  await granted()
  expect(said()).toEqual([
    { text: 'answered', id: answered.frame?.id },
    { text: 'not answered', id: open.frame?.id },
  ])
})

test('repeats a message after the first loss only, and not in another room', async () => {
  const { client, socket, granted, say, said } = await seated()
  await (await say('answered')).answered()
  await socket.closes(1006)
  await socket.opens()
  await granted()
  expect(said()).toHaveLength(1)
  await socket.closes(1006)
  await socket.opens()
  await granted()
  expect(said()).toEqual([])

  await (await say('answered')).answered()
  await socket.closes(1006)
  void client.panicExit({ roomId: 'r1' })
  await socket.opens()
  expect(said()).toEqual([])
})

test('sends a message that was given up again under the id of its first try', async () => {
  const { client, socket, advance, say } = await seated()
  const first = await say('hello')
  for (let seconds = 0; seconds < 10; seconds += 1) {
    advance(1_000)
    await socket.says({ event: 'game-tick', data: { serverTime: 1 } })
  }
  expect(await first.answer).toMatchObject({ success: false, code: 'UNAVAILABLE' })
  void client.send('send-message', { roomId: 'r1', message: 'hello' }, first.frame?.id)
  expect(socket.takeSent()).toMatchObject([{ event: 'send-message', id: first.frame?.id }])
})
