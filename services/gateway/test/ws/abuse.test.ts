import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ClientEvents } from '@kla/proto/schemas'
import fc from 'fast-check'
import WebSocket from 'ws'
import type { Service } from '../../src/index.js'
import { newRoom } from '../support/test-client.js'
import { type TwoPlayers, twoPlayers } from '../support/two-players.js'
import { createWorld, type World } from '../support/world.js'

let world: World
let gateway: Service
let room: TwoPlayers

beforeAll(async () => {
  world = await createWorld()
  gateway = await world.gateway()
  room = await twoPlayers(world, [gateway, gateway])
})
afterAll(() => world.stop())

/** Checks that the other room plays on undisturbed. */
async function playsOn(line: string): Promise<void> {
  const { roomId, ada, bob } = room
  const nth = bob.all('receive-message').length + 1
  expect(await ada.ask('send-message', { roomId, message: line })).toEqual({ success: true })
  expect(await bob.event('receive-message', nth)).toEqual({ username: 'player1', message: line })
}

describe('a malformed frame', () => {
  test.each<[string, string | Buffer, string]>([
    ['text that is no JSON', '{"event":', 'MALFORMED_FRAME'],
    ['a bare value', '7', 'MALFORMED_FRAME'],
    ['a list', '[]', 'MALFORMED_FRAME'],
    ['null', 'null', 'MALFORMED_FRAME'],
    ['no event', '{"data":{}}', 'MALFORMED_FRAME'],
    ['an event that is no text', '{"event":{},"data":{}}', 'MALFORMED_FRAME'],
    ['data that is a list', '{"event":"ready-up","data":[]}', 'MALFORMED_FRAME'],
    ['an id that is none', '{"event":"ready-up","data":{},"id":"x"}', 'MALFORMED_FRAME'],
    ['binary', Buffer.from('{"event":"request-room-list"}'), 'MALFORMED_FRAME'],
    ['depth', `{"event":"x","data":${'['.repeat(8_000)}${']'.repeat(8_000)}}`, 'MALFORMED_FRAME'],
    ['an unknown event', '{"event":"become-admin","data":{}}', 'UNKNOWN_EVENT'],
    ['an inherited name', '{"event":"constructor","data":{}}', 'UNKNOWN_EVENT'],
    ['a polluting name', '{"event":"__proto__","data":{"__proto__":{"polluted":true}}}', 'UNKNOWN_EVENT'],
    ['17 KiB', JSON.stringify({ event: 'send-message', data: { message: 'x'.repeat(17 * 1024) } }), 'FRAME_TOO_LARGE'],
  ])('is answered: %s', async (_what, frame, code) => {
    const eve = await world.client(gateway, 0)
    eve.raw(frame)
    expect(await eve.event('error')).toMatchObject({ code })
    expect(eve.socket.readyState).toBe(WebSocket.OPEN)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test('is acknowledged by number where it has one', async () => {
    const eve = await world.client(gateway, 66)
    expect(await eve.ask('become-admin', {})).toMatchObject({ success: false, code: 'UNKNOWN_EVENT' })
    eve.raw('{"event":"ready-up","data":[],"ack":9}')
    await eve.ask('request-room-list', {})
    const error = "We couldn't read that message (data)."
    expect(eve.received).toContainEqual({ ack: 9, data: { success: false, error, code: 'MALFORMED_FRAME' } })
  })

  test('is acknowledged by number above the size limit too', async () => {
    const eve = await world.client(gateway, 66)
    expect(await eve.ask('send-message', { message: 'x'.repeat(17 * 1024) })).toMatchObject({ code: 'FRAME_TOO_LARGE' })
  })

  test('far above the size limit closes only its own connection', async () => {
    const eve = await world.client(gateway, 66)
    eve.raw('x'.repeat(200 * 1024))
    await eve.closed
    await playsOn('after a giant')
  })

  test('of any kind never disturbs another room', async () => {
    const names = Object.keys(ClientEvents)
    const { roomId } = room
    const data = fc.oneof(
      fc.object({ maxDepth: 4 }),
      fc.record({ roomId: fc.constant(roomId), message: fc.string(), index: fc.integer(), winnerId: fc.anything() }),
      fc.record({ to: fc.string(), payload: fc.object() }),
      fc.anything(),
    )
    const hostile = fc.oneof(
      fc.string({ maxLength: 2_000 }),
      fc.json({ maxDepth: 6 }),
      fc.record({ event: fc.constantFrom(...names, 'toString', ''), data, ack: fc.oneof(fc.nat(), fc.anything()), id: fc.anything() })
        .map((frame) => JSON.stringify(frame) ?? ''),
    ) // oxfmt-ignore
    await fc.assert(
      fc.asyncProperty(
        fc.array(hostile, { minLength: 20, maxLength: 60 }),
        fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 10 }),
        async (texts, binaries) => {
          const eve = await world.client(gateway, 66)
          texts.forEach((text) => eve.raw(text))
          binaries.forEach((bytes) => eve.raw(Buffer.from(bytes)))
          if (eve.socket.readyState === WebSocket.OPEN) eve.socket.close()
          await eve.closed
        },
      ),
      { numRuns: 25 },
    )
    await playsOn('after a storm')
    expect(room.ada.seqs().every((seq, index, seqs) => index === 0 || seq === (seqs[index - 1] ?? 0) + 1)).toBe(true)
    expect(room.bob.all('user-connected')).toEqual([])
  }, 60_000)

  test('gives no access to another room', async () => {
    const eve = await world.client(gateway, 67)
    const { roomId } = room
    const lines = room.bob.all('receive-message').length
    for (const [event, data] of [
      ['send-message', { roomId, message: 'boo' }],
      ['sync-room', { roomId }],
      ['leave-room', { roomId }],
      ['offer', { to: 'x', payload: {} }],
    ] as const) {
      expect(await eve.ask(event, data)).toMatchObject({ success: false, code: 'NOT_SEATED' })
    }
    await eve.ask('create-room', newRoom())
    expect(await eve.ask('send-message', { roomId, message: 'boo' })).toMatchObject({ code: 'NOT_SEATED' })
    await playsOn('alone')
    expect(room.bob.all('receive-message')).toHaveLength(lines + 1)
  })
})

describe('a flood', () => {
  test('is slowed, then closed with 1008, while the room plays on', async () => {
    const eve = await world.client(gateway, 68)
    for (let sent = 0; sent < 400; sent += 1) eve.send('ready-up', { roomId: room.roomId })
    expect(await eve.closed).toBe(1008)
    expect(eve.all('error').filter(({ code }) => code === 'RATE_LIMITED').length).toBeGreaterThan(50)
    expect(world.engine.calls.get('readyUp') ?? 0).toBeLessThan(120)
    await playsOn('after a flood')
  })

  test('of malformed frames is closed too', async () => {
    const eve = await world.client(gateway, 69)
    for (let sent = 0; sent < 400; sent += 1) eve.raw('rubbish')
    expect(await eve.closed).toBe(1008)
  })
})
