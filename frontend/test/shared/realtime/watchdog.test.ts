import { describe, expect, test } from '@jest/globals'
import { createRealtimeClient } from '../../../src/shared/realtime/realtime-client.js'
import { createWatchdog, type Watchdog } from '../../../src/shared/realtime/watchdog.js'
import { fakeSocket } from './fake-socket.js'
import { manualClock } from './manual-clock.js'

const ALIVE = { event: 'alive', data: { withinMs: 6_000 } }

function setUp() {
  const socket = fakeSocket()
  const { clock, advance } = manualClock()
  let ids = 0
  let watchdog: Watchdog | undefined
  const away: number[] = []
  const check = () => watchdog?.check()
  const client = createRealtimeClient({
    openSocket: socket.openSocket,
    clock,
    newId: () => `id-${++ids}`,
    random: () => 0.5,
    address: () => '/realtime',
    loadWatchdog: (use) => use((options) => (watchdog = createWatchdog(options, (awayMs) => away.push(awayMs)))),
  })
  client.connect()
  /** Number of probes on the newest connection. */
  const probes = () => socket.ends.at(-1)?.probes ?? 0
  return { client, socket, advance, away, probes, check }
}

/** A client on a connection that has announced its interval. */
async function listening() {
  const world = setUp()
  await world.socket.opens()
  await world.socket.says(ALIVE)
  return world
}

describe('a connection that only listens', () => {
  test('asks for the interval when it opens', async () => {
    expect((await listening()).probes()).toBe(1)
  })

  test('is recognised as silent within ten seconds of its last frame', async () => {
    const { client, socket, advance } = await listening()
    for (let frames = 0; frames < 20; frames += 1) {
      advance(6_000)
      await socket.says(ALIVE)
    }
    expect(client.connection().status).toBe('open')
    advance(10_000)
    expect(client.connection().status).toBe('lost')
  })

  test('stays open when a probe is answered, also by a refusal of an older gateway', async () => {
    const { client, socket, advance, probes } = await listening()
    advance(7_000)
    expect(probes()).toBe(2)
    await socket.says({ event: 'error', data: { event: 'probe', error: 'Unknown.', code: 'UNKNOWN_EVENT' } })
    advance(3_000)
    expect(client.connection().status).toBe('open')
  })

  test('is never suspected where the gateway announces no interval', async () => {
    const { client, socket, advance, probes } = setUp()
    await socket.opens()
    advance(3_600_000)
    expect([client.connection().status, probes()]).toEqual(['open', 1])
  })

  test('returns spread over the time that a large gateway asked for', async () => {
    const { client, socket, advance } = await listening()
    await socket.says({ event: 'return-spread', data: { spreadMs: 4_000 } })
    let reopened = false
    client.subscribe(() => (reopened ||= client.connection().number > 1))
    advance(9_500)
    expect(client.connection().status).toBe('lost')
    advance(2_000)
    await socket.opens()
    expect(reopened).toBe(true)
  })
})

test('an answer that is awaited in silence reveals a dead connection sooner, and is asked for again on the next', async () => {
  const { client, socket, advance } = await listening()
  void client.send('request-room-list', {})
  const sent = socket.takeSent()
  advance(6_000)
  expect(client.connection().status).toBe('lost')
  await socket.opens()
  expect(socket.takeSent()).toEqual(sent)
})

describe('the return of the page', () => {
  test('is followed by a probe at once, and by a new connection when that gets no answer', async () => {
    const { client, advance, probes, check } = await listening()
    check()
    expect(probes()).toBe(2)
    advance(2_999)
    expect(client.connection().status).toBe('open')
    advance(1)
    expect(client.connection().status).toBe('lost')
  })

  test('opens another connection instead of one that has been waiting, and not twice at once', async () => {
    const { client, socket, check } = await listening()
    await socket.closes(1006)
    check()
    check()
    expect(socket.ends).toHaveLength(2)
    expect(socket.ends[0]?.isClosed).toBe(true)
    await socket.opens()
    expect(client.connection()).toMatchObject({ status: 'open', number: 2 })
  })

  test('says for how long the connection was lost', async () => {
    const { socket, advance, away } = await listening()
    advance(9_500)
    advance(2_500)
    await socket.opens()
    expect(away).toEqual([12_000])
  })
})
