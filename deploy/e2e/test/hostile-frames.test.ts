import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import {
  createBot,
  createProtocolClient,
  nextEvent,
  OPEN_ROOM,
  type Pair,
  partPair,
  type ProtocolClient,
  type Session,
  signIn,
} from '@kla/bots'
import type { Platform } from '@kla/local'
import { ClientEvents } from '@kla/proto/schemas'
import { CLOSE, FRAME_MAX_BYTES } from '@kla/proto/web'
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
const VALUES: unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  'x',
  '\u0000',
  [],
  [[]],
  {},
  { roomId: {} },
  { to: 7, payload: 'x' },
]

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

const FLOOD_SOCKETS = 80
/** Of each socket in a round, at once. */
const FLOOD_FRAMES = 8
/** Players who enter at once. */
const ENTRANTS = 5
/** Of each kind, in turn: what slows the machine down meanwhile slows both down. The first pair warms up and does not count. */
const ROUNDS = 4
/** Milliseconds below which the machine's other work decides, not the flood, which once cost seconds. */
const UNNOTICED_MS = 500

interface Flood {
  readonly name: string
  /** An account has at most twelve sockets. */
  readonly accounts: number
  frame(): object
}

const FLOODS: readonly Flood[] = [
  {
    name: 'anonymous watch-room with made-up passes',
    accounts: 0,
    frame: () => ({
      event: 'watch-room',
      data: { roomId: pair.roomId, continues: randomUUID(), pass: randomUUID(), bearer: randomUUID() },
    }),
  },
  {
    name: 'authenticate with made-up tokens',
    accounts: 0,
    frame: () => ({ event: 'authenticate', data: { token: randomUUID() } }),
  },
  {
    name: 'watch-room of players who watch nothing',
    accounts: 8,
    frame: () => ({ event: 'watch-room', data: { roomId: pair.roomId, continues: randomUUID() } }),
  },
  {
    name: 'sync-room of players without a seat',
    accounts: 8,
    frame: () => ({ event: 'sync-room', data: { roomId: pair.roomId, continues: randomUUID() } }),
  },
]

const medianOf = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN

describe('a flood of 640 frames from 80 sockets', () => {
  let entrants: Session[]
  let floodAccounts: Session[]
  const sessions = (count: number) =>
    Promise.all(Array.from({ length: count }, () => signIn(platform.url, uniqueName('flood'))))
  beforeAll(async () => {
    floodAccounts = await sessions(8)
  }, 60_000)
  // Those of the test before may have left so many rooms that they are limited themselves.
  beforeEach(async () => {
    entrants = await sessions(ENTRANTS)
  }, 60_000)

  /** From opening the socket until the room is there, milliseconds. */
  async function enter(session: Session): Promise<number> {
    const bot = createBot({ session })
    const sinceMs = performance.now()
    await bot.client.connect()
    const { roomId } = await bot.must('create-room', OPEN_ROOM)
    const tookMs = performance.now() - sinceMs
    await bot.must('leave-room', { roomId })
    await bot.client.close()
    return tookMs
  }

  /** From the loss of the socket until the state of the room is back, milliseconds. */
  async function comeBack({ client }: Pair['second']): Promise<number> {
    const state = nextEvent(client, 'room-state', () => true, { withinMs: 60_000 })
    const sinceMs = performance.now()
    client.drop()
    await state
    return performance.now() - sinceMs
  }

  /** Milliseconds of a round, in which all do it at once. */
  async function measure({ second }: Pair): Promise<{ entering: number; returning: number }> {
    const [returning, ...entering] = await Promise.all([comeBack(second), ...entrants.map(enter)])
    return { entering: medianOf(entering), returning }
  }

  const floodOf = (sockets: readonly ProtocolClient[], frame: () => object): void => {
    for (const socket of sockets.filter(({ closeCodes }) => closeCodes.length === 0)) {
      for (let sent = 0; sent < FLOOD_FRAMES; sent++) socket.sendRaw(JSON.stringify(frame()))
    }
  }

  let seated: Pair | undefined
  let sockets: ProtocolClient[] = []
  afterEach(async () => {
    await Promise.all([...(seated ? [partPair(seated)] : []), ...sockets.map((socket) => socket.close())])
  }, 60_000)

  test.each(FLOODS)(
    'of $name costs others at most twice their time',
    async ({ accounts, frame }) => {
      sockets = Array.from({ length: FLOOD_SOCKETS }, (_, index) =>
        createProtocolClient({
          session: floodAccounts[index % 8] as Session,
          authenticateBy: accounts > 0 ? 'cookie' : 'nothing',
          reconnectDelayMs: 60_000,
        }),
      )
      seated = await seatTestPair(platform)
      await Promise.all(sockets.map((socket) => socket.connect()))
      const quiet: Awaited<ReturnType<typeof measure>>[] = []
      const flooded: typeof quiet = []
      for (let round = 0; round < ROUNDS; round++) {
        quiet.push(await measure(seated))
        floodOf(sockets, frame)
        flooded.push(await measure(seated))
      }
      for (const what of ['entering', 'returning'] as const) {
        const [calm, busy] = [quiet, flooded].map((rounds) =>
          medianOf(rounds.slice(1).map((round) => round[what])),
        ) as [number, number]
        expect({ what, busy, within: busy < Math.max(2 * calm, UNNOTICED_MS) }).toEqual({ what, busy, within: true })
      }
    },
    120_000,
  )
})
