import { afterEach, describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit'
import type { Handshake, Socket, SocketListener } from '../../../src/ws/listener/socket-listener.js'
import { TestClient } from '../../support/test-client.js'
import { LISTENERS } from '../../support/world.js'

/** A listener with one client, and the calls of its acceptor. */
interface Stage {
  readonly client: TestClient
  readonly listener: SocketListener
  readonly sockets: Socket[]
  readonly frames: { text: string | undefined; bytes: number }[]
  readonly handshakes: Handshake[]
  closed: number
  dropped: number
  controls: number
}

const notice = '{"event":"error","data":{}}'

describe.each(LISTENERS)('the listener on %s', (build, create) => {
  const undo: (() => void)[] = []
  afterEach(() => undo.splice(0).forEach((step) => step()))

  const open = async (options = {}): Promise<Stage> => {
    const calls = {
      sockets: [] as Socket[],
      frames: [] as Stage['frames'],
      handshakes: [] as Handshake[],
      closed: 0,
      dropped: 0,
      controls: 0,
    }
    const listener = create({
      refusalOf: ({ origin }) =>
        origin === 'https://evil.example' ? ({ status: '403 Forbidden' } as const) : undefined,
      opened: (socket, handshake) => {
        calls.sockets.push(socket)
        calls.handshakes.push(handshake)
        return {
          message: (frame) => void calls.frames.push(frame),
          control: () => void (calls.controls += 1),
          dropped: () => void (calls.dropped += 1),
          closed: () => void (calls.closed += 1),
        }
      },
    })
    const port = await listener.listen('127.0.0.1', 0)
    undo.push(() => listener.stopListening())
    const client = await TestClient.open(port, options)
    undo.push(() => client.drop())
    return Object.assign(calls, { client, listener })
  }

  test('names its build', async () => {
    const { listener } = await open()
    expect(listener.build).toBe(build)
  })

  test('passes the handshake and every frame, without text for binary ones', async () => {
    const { client, frames, handshakes } = await open({
      cookie: 'kla=s',
      path: '/realtime?room=r',
      from: '203.0.113.7',
    })
    client.raw('héllo')
    client.raw(Buffer.from([1, 2, 3]))
    client.raw('x'.repeat(20_000))
    await eventually(() => frames.length === 3)
    expect(handshakes).toEqual([
      {
        cookie: 'kla=s',
        query: 'room=r',
        origin: '',
        connected: '127.0.0.1',
        forwardedFor: '203.0.113.7',
        spliceMark: '',
      },
    ])
    expect(frames).toEqual([
      { text: 'héllo', bytes: 6 },
      { text: undefined, bytes: 3 },
      { text: 'x'.repeat(20_000), bytes: 20_000 },
    ])
  })

  test('joins the lines of X-Forwarded-For, as proxies add them', async () => {
    const { handshakes } = await open({ from: ['192.0.2.66', '203.0.113.7, 10.0.0.1'] })
    expect(handshakes).toMatchObject([{ forwardedFor: '192.0.2.66, 203.0.113.7, 10.0.0.1' }])
  })

  test('refuses upgrades that the acceptor refuses', async () => {
    await expect(open({ origin: 'https://evil.example' })).rejects.toThrow('403')
  })

  test('publishes to subscribers', async () => {
    const { client, listener, sockets } = await open()
    sockets[0]?.subscribe('lobby')
    listener.publish('lobby', notice)
    await client.event('error')
    sockets[0]?.unsubscribe('lobby')
    listener.publish('lobby', notice)
    sockets[0]?.send('{"event":"room-closed","data":{}}')
    await client.event('room-closed')
    expect(client.all('error')).toHaveLength(1)
  })

  test('closes once with the given code and ignores calls on a closed socket', async () => {
    const stage = await open()
    const [socket] = stage.sockets
    socket?.end(4009, 'taken over')
    expect(await stage.client.closed).toBe(4009)
    await eventually(() => stage.closed === 1)
    socket?.send('late')
    socket?.end(1001, 'late')
    socket?.subscribe('late')
    socket?.destroy()
    expect(stage.closed).toBe(1)
  })

  test('sends the frames of a turn in order, before what is published or the end', async () => {
    const { client, listener, sockets } = await open()
    const frame = (error: string): string => JSON.stringify({ event: 'error', data: { error } })
    sockets[0]?.subscribe('lobby')
    sockets[0]?.send(frame('1'))
    sockets[0]?.send(frame('2'))
    listener.publish('lobby', frame('3'))
    await client.event('error', 3)
    sockets[0]?.send(frame('4'))
    sockets[0]?.send(frame('5'))
    sockets[0]?.end(4009, 'taken over')
    expect(await client.closed).toBe(4009)
    expect(client.all('error')).toEqual(['1', '2', '3', '4', '5'].map((error) => ({ error })))
  })

  test('reports dropped frames for a peer that does not read', async () => {
    const stage = await open()
    stage.client.socket.pause()
    const frame = JSON.stringify({ event: 'error', data: { error: 'x'.repeat(60_000) } })
    await eventually(() => {
      stage.sockets[0]?.send(frame)
      return stage.dropped > 0
    })
    stage.sockets[0]?.destroy()
    await eventually(() => stage.closed === 1)
  })

  test('listens on an exclusive port', async () => {
    const acceptor = {
      refusalOf: () => undefined,
      opened: () => ({
        message: () => undefined,
        control: () => undefined,
        dropped: () => undefined,
        closed: () => undefined,
      }),
    }
    const [first, second] = [create(acceptor), create(acceptor)]
    const port = await first.listen('127.0.0.1', 0)
    undo.push(() => first.stopListening())
    await expect(second.listen('127.0.0.1', port)).rejects.toThrow()
  })
})
