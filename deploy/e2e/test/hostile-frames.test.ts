import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createProtocolClient, partPair, signIn, type Pair, type ProtocolClient } from '@kla/bench'
import type { Platform } from '@kla/local'
import { ClientEvents } from '@kla/proto/schemas'
import { CLOSE, FRAME_MAX_BYTES } from '@kla/proto/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually, uniqueName } from '@kla/testkit'
import { faultsOf, playThrough, seatTestPair, startTestPlatform } from '../src/platform/index.js'

let platform: Platform
let pair: Pair
beforeAll(async () => {
  platform = await startTestPlatform('hostile-frames')
  pair = await seatTestPair(platform)
}, 90_000)
afterAll(async () => {
  if (pair) await partPair(pair)
  await platform?.close()
}, 60_000)

const EVENTS = Object.keys(ClientEvents)
const VALUES: unknown[] = [null, true, -1, 1e308, '', 'x', '\u0000', [], [[]], {}, { roomId: {} }, { to: 7, payload: 'x' }]

/** Things that no client of ours sends, about the room of the two who play. */
function* hostileFrames(roomId: string): Generator<string | Buffer> {
  yield* ['', 'x', '{', 'null', '[]', '7', '"event"', '{"event":7}', '{"event":"nothing"}', '{"event":"__proto__"}']
  yield* ['{"event":"constructor","data":{}}', '{"event":"authenticate","data":{"token":"a.b.c"}}']
  yield Buffer.from([0, 255, 254, 1])
  yield `${'['.repeat(8_000)}${']'.repeat(8_000)}`.slice(0, FRAME_MAX_BYTES)
  yield JSON.stringify({ event: 'send-message', data: { roomId, message: 'x'.repeat(20_000) } })
  for (const event of EVENTS) {
    for (const value of VALUES) yield JSON.stringify({ event, data: value, ack: 1 })
    yield JSON.stringify({ event, data: { roomId, index: 1, winnerId: 1, message: 'hello', gifUrl: 'x' }, ack: 2 })
    yield JSON.stringify({ event, data: { roomId: 'a.*.>', message: 'hello', index: 0 }, ack: -1, id: 'no id' })
  }
}

async function attack(client: ProtocolClient, pauseMs: number): Promise<void> {
  await client.connect()
  for (const frame of hostileFrames(pair.roomId)) {
    client.sendRaw(frame)
    if (pauseMs > 0) await sleep(pauseMs)
  }
}

describe('hostile frames', () => {
  test("do not disturb another player's battle", async () => {
    const sessions = await Promise.all([1, 2, 3].map(() => signIn(platform.url, uniqueName('hostile'))))
    const [seated, anonymous, flood] = sessions.map((session, index) =>
      createProtocolClient({ session, authenticateBy: index === 1 ? 'nothing' : 'cookie', reconnectDelayMs: 100 }),
    )
    if (!seated || !anonymous || !flood) throw new Error('three were to come')
    const received: string[] = []
    pair.first.client.on('receive-message', (line) => 'message' in line && received.push(line.message))

    const attacks = Promise.all([attack(seated, 20), attack(anonymous, 20), attack(flood, 0)])
    await playThrough(pair)
    await attacks

    expect(faultsOf([pair])).toEqual([])
    expect(received).not.toContain('hello')
    expect(platform.running('gateway')).toHaveLength(1)
    expect(flood.closeCodes).toContain(CLOSE.POLICY)
    await Promise.all([seated, anonymous, flood].map((client) => client.close()))
  }, 90_000)

  test('are refused with the name of the event and keep the connection open', async () => {
    const client = createProtocolClient({ session: await signIn(platform.url, uniqueName('clumsy')) })
    const errors: { event: string; code: string }[] = []
    client.on('error', (error) => errors.push(error))
    await client.connect()
    client.sendRaw('{')
    client.sendRaw('{"event":"nothing","data":{}}')
    client.sendRaw('{"event":"ready-up","data":{"roomId":7}}')
    expect(await client.send('request-room-list', {})).toEqual({ success: true })
    expect(errors.map(({ code }) => code)).toEqual(['MALFORMED_FRAME', 'UNKNOWN_EVENT', 'INVALID_FIELD'])
    expect(errors.slice(1).map(({ event }) => event)).toEqual(['nothing', 'ready-up'])
    await client.close()
  })

  test('close the connection with 1008 after the refusals of a flood through the front door', async () => {
    const session = await signIn(platform.url, uniqueName('flood'))
    const client = createProtocolClient({ session, authenticateBy: 'nothing' })
    const errors: string[] = []
    client.on('error', ({ code }) => errors.push(code))
    await client.connect()
    for (let sent = 0; sent < 300; sent++) client.sendRaw('{}')
    await eventually(() => expect(client.closeCodes).toEqual([CLOSE.POLICY]))
    expect(errors).toContain('MALFORMED_FRAME')
    expect(errors).toContain('RATE_LIMITED')
    await client.close()
  })
})
