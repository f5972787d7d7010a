import { describe, expect, test } from '@jest/globals'
import { CLOSE } from '@kla/proto/web'
import { createWatching } from '../../../src/features/watch/watching.js'
import { createTestClient } from '../../shared/realtime/test-client.js'

/** A watcher who has opened the page and asked. */
async function asking(pass: string | null) {
  const { client, socket, clock, advance } = createTestClient()
  client.connect()
  const watching = createWatching(
    client,
    { roomId: 'r1', pass, bearer: pass === null ? null : 'of the console' },
    clock,
  )
  watching.begin()
  await socket.settle()
  await socket.opens()
  const answer = async (data: object) => {
    const asked = socket.takeSent().findLast(({ event }) => event === 'watch-room')
    await socket.says({ ack: asked?.ack, data })
    return asked
  }
  return { socket, advance, watching, answer, kind: () => watching.get().status.kind }
}

/** A watcher whom the server has let in. */
async function inside(pass: string | null) {
  const world = await asking(pass)
  await world.answer({ success: true })
  return world
}

describe('asking to watch', () => {
  test('comes first on the connection, at the room’s address and with the pass', async () => {
    const { socket } = await asking('secret')
    expect(socket.addresses).toEqual(['/realtime?room=r1'])
    expect(socket.takeSent()).toMatchObject([
      { event: 'watch-room', data: { roomId: 'r1', pass: 'secret', bearer: 'of the console' } },
    ])
  })

  test("is followed by a request for the room's state", async () => {
    const { socket, kind } = await inside(null)
    expect(kind()).toBe('watching')
    expect(socket.takeSent()).toMatchObject([{ event: 'sync-room', data: { roomId: 'r1' } }])
  })

  test('shows a refusal in the server’s words', async () => {
    const { watching, answer } = await asking(null)
    await answer({ success: false, error: "This battle isn't open to spectators.", code: 'NOT_WATCHABLE' })
    expect(watching.get().status).toEqual({
      kind: 'refused',
      code: 'NOT_WATCHABLE',
      text: "This battle isn't open to spectators.",
    })
  })
})

test('is retried later by a watcher whose last connection has just ended', async () => {
  const { socket, kind, answer, advance } = await asking(null)
  await answer({ success: false, error: 'Slow down a little.', code: 'RATE_LIMITED' })
  expect(kind()).toBe('asking')
  advance(1_999)
  await socket.settle()
  expect(socket.takeSent()).toEqual([])
  advance(1)
  await socket.settle()
  expect(await answer({ success: true })).toMatchObject({ event: 'watch-room', data: { roomId: 'r1' } })
  expect(kind()).toBe('watching')
})

test('is retried while the server is unavailable', async () => {
  const { socket, kind, answer, advance } = await asking(null)
  await answer({ success: false, error: 'Not now.', code: 'UNAVAILABLE' })
  expect(kind()).toBe('asking')
  advance(2_000)
  await socket.settle()
  await answer({ success: true })
  expect(kind()).toBe('watching')
})

describe('on a connection that is closed for good', () => {
  for (const [why, code] of [
    ['a log-out in another tab', CLOSE.SIGNED_OUT],
    ['another page that took over', CLOSE.SEAT_TAKEN_OVER],
  ] as const) {
    test(`ends after ${why}`, async () => {
      const [judge, spectator] = [await inside('secret'), await inside(null)]
      for (const { socket } of [judge, spectator]) await socket.closes(code)
      expect([judge.kind(), spectator.kind()]).toEqual(['pass-spent', 'closed'])
    })

    test(`ends while asking, after ${why}, and asks no more`, async () => {
      const { socket, kind, advance } = await asking(null)
      socket.takeSent()
      await socket.closes(code)
      expect(kind()).toBe('closed')
      advance(10_000)
      await socket.settle()
      expect(socket.takeSent()).toEqual([])
    })
  }

  test('ends a watcher who asks on it', async () => {
    const { client, clock, socket } = createTestClient()
    client.connect()
    await socket.opens()
    await socket.closes(CLOSE.SIGNED_OUT)
    const watching = createWatching(client, { roomId: 'r1', pass: null, bearer: null }, clock)
    watching.begin()
    await socket.settle()
    expect(watching.get().status.kind).toBe('closed')
  })

  test('names a ban', async () => {
    const { socket, kind } = await inside(null)
    await socket.closes(CLOSE.BANNED)
    expect(kind()).toBe('banned')
  })
})

describe('after a lost connection', () => {
  test('rejoins as a spectator and asks again', async () => {
    const { socket, kind, answer } = await inside(null)
    socket.takeSent()
    await socket.closes(1006)
    expect(kind()).toBe('rejoining')
    await socket.opens()
    expect(await answer({ success: true })).toMatchObject({ event: 'watch-room', data: { roomId: 'r1' } })
    expect(kind()).toBe('watching')
  })

  test('asks again while the server is unavailable', async () => {
    const { socket, kind, answer, advance } = await inside(null)
    await socket.closes(1006)
    await socket.opens()
    await answer({ success: false, error: 'Not now.', code: 'UNAVAILABLE' })
    expect(kind()).toBe('rejoining')
    advance(2_000)
    await socket.settle()
    await answer({ success: true })
    expect(kind()).toBe('watching')
  })

  test('stops for a judge, whose pass is not sent twice', async () => {
    const { socket, kind } = await inside('secret')
    socket.takeSent()
    await socket.closes(1006)
    await socket.opens()
    expect(kind()).toBe('pass-spent')
    expect(socket.takeSent()).toEqual([])
  })

  test('accepts that the room no longer admits spectators', async () => {
    const { socket, kind, answer } = await inside(null)
    await socket.closes(1006)
    await socket.opens()
    await answer({ success: false, error: 'No.', code: 'NOT_WATCHABLE' })
    expect(kind()).toBe('refused')
  })
})

describe('after being removed', () => {
  test('shows the server’s reason', async () => {
    const { socket, watching } = await inside(null)
    await socket.says({ event: 'room-closed', data: { reason: 'A player does not want spectators any more.' } })
    expect(watching.get().status).toEqual({ kind: 'out', reason: 'A player does not want spectators any more.' })
  })

  test('does not rejoin', async () => {
    const { socket, kind } = await inside(null)
    await socket.says({ event: 'room-closed', data: { reason: 'The room is empty.' } })
    socket.takeSent()
    await socket.closes(1006)
    await socket.opens()
    expect(kind()).toBe('out')
    expect(socket.takeSent()).toEqual([])
  })
})

describe('leaving', () => {
  test('tells the server', async () => {
    const { socket, watching } = await inside(null)
    socket.takeSent()
    watching.end()
    await socket.settle()
    expect(socket.takeSent().map(({ event }) => event)).toContain('stop-watching')
  })

  test('tells the server nothing when never admitted', async () => {
    const { socket, watching, answer } = await asking(null)
    await answer({ success: false, error: 'No.', code: 'NOT_WATCHABLE' })
    watching.end()
    expect(socket.takeSent()).toEqual([])
  })
})
