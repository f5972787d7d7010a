import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import { type KeepLinesRequest, LinesWaiting, LinesWanted, type RecordedLine, subjects } from '@kla/proto'
import { eventually, quietLogger } from '@kla/testkit'
import { Transcripts, type UnsentMessage } from '../../../src/ws/chat/transcripts.js'
import { twoPlayers } from '../../support/two-players.js'
import { createWorld, type World } from '../../support/world.js'

const line = (index: number): UnsentMessage => ({
  username: 'ada',
  message: `line ${index}`,
  lineId: String(index),
  accountId: 1,
  saidAtMs: index,
})

const linesOf = ({ rooms }: KeepLinesRequest): RecordedLine[] =>
  rooms.flatMap(({ roomId, lines }) => (JSON.parse(lines) as RecordedLine[]).map((one) => ({ ...one, roomId })))

/** Creates a moderation whose calls the test answers. */
function createRecorder() {
  const calls: string[][] = []
  const recorder = {
    calls,
    dropped: 0,
    answer: async (): Promise<void> => undefined,
    transcripts: undefined as unknown as Transcripts,
  }
  recorder.transcripts = new Transcripts({
    moderation: {
      keepLines: async (request: KeepLinesRequest) => {
        calls.push(linesOf(request).map(({ lineId }) => lineId))
        await recorder.answer()
        return {}
      },
    },
    flushMs: 1_000_000,
    metrics: { messagesDropped: { inc: (lines = 1) => void (recorder.dropped += lines) } } as never,
    log: quietLogger(),
  })
  return recorder
}

const ids = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => String(from + index))

describe('Transcripts', () => {
  test('sends messages once, in order, at most 1,000 per call', async () => {
    const { transcripts, calls } = createRecorder()
    for (let index = 0; index < 2_400; index += 1) transcripts.add('r', line(index))
    await transcripts.flush()
    expect(calls).toEqual([ids(0, 1_000), ids(1_000, 2_000), ids(2_000, 2_400)])
    await transcripts.flush()
    expect(calls).toHaveLength(3)
  })

  test('begins three calls per turn and runs at most eight', async () => {
    const recorder = createRecorder()
    const turns: number[] = []
    let turn = 0
    let isOver = false
    const count = (): void => {
      turn += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    let open = (): void => undefined
    const gate = new Promise<void>((resolve) => (open = resolve))
    recorder.answer = () => {
      turns.push(turn)
      return gate
    }
    for (let index = 0; index < 10_000; index += 1)
      recorder.transcripts.add(`r${Math.floor(index / 1_000)}`, line(index))
    const sent = recorder.transcripts.flush()
    await eventually(() => turns.length === 8)
    expect([0, 3, 6].map((at) => new Set(turns.slice(at, at + 3)).size)).toEqual([1, 1, 1])
    expect(new Set(turns).size).toBe(3)
    open()
    await sent
    isOver = true
    expect(turns).toHaveLength(10)
  })

  test('sends two groups at once while 30,000 messages wait', async () => {
    const { transcripts, calls } = createRecorder()
    for (let index = 0; index < 30_000; index += 1) transcripts.add(`r${(index % 16).toString(16)}`, line(index))
    transcripts.tick()
    await eventually(() => calls.flat().length === 30_000 / 8)
    expect(new Set(calls.flat().map((id) => Number(id) % 16))).toEqual(new Set([1, 2]))
  })

  test('sends each room once in a round of sixteen groups', async () => {
    const { transcripts, calls } = createRecorder()
    for (let round = 0; round < 2; round += 1) {
      const before = calls.length
      for (let room = 0; room < 16; room += 1) transcripts.add(`r${room.toString(16)}`, line(room))
      for (let turn = 1; turn <= 16; turn += 1) {
        transcripts.tick()
        await eventually(() => calls.length === before + turn)
      }
      expect(
        calls
          .slice(before)
          .flat()
          .map(Number)
          .sort((one, other) => one - other),
      ).toEqual([...Array(16).keys()])
    }
    transcripts.tick()
    await transcripts.flush()
    expect(calls).toHaveLength(32)
  })

  test('retries once a round after a failure', async () => {
    const recorder = createRecorder()
    const { transcripts, calls } = recorder
    recorder.answer = () => Promise.reject(new KlaError('UNAVAILABLE'))
    for (let room = 0; room < 16; room += 1) transcripts.add(`r${room.toString(16)}`, line(room))
    transcripts.tick()
    await eventually(() => calls.length === 1)
    await new Promise(setImmediate)
    for (let turn = 2; turn < 16; turn += 1) transcripts.tick()
    await new Promise(setImmediate)
    expect(calls).toHaveLength(1)
    recorder.answer = async () => undefined
    transcripts.tick()
    await eventually(() => calls.length === 2)
    await transcripts.flush()
    expect(new Set(calls.flat()).size).toBe(16)
  })

  test('groups many rooms into full calls', async () => {
    const recorder = createRecorder()
    for (let index = 0; index < 2_400; index += 1) {
      recorder.transcripts.add(`r${index % 4}`, line(index))
    }
    await recorder.transcripts.flush()
    expect(recorder.calls.map((call) => call.length)).toEqual([1_200, 1_200])
    expect(new Set(recorder.calls.flat()).size).toBe(2_400)
  })

  test('waits in flush for messages that arrive during a call', async () => {
    const recorder = createRecorder()
    const { transcripts, calls } = recorder
    let open = (): void => undefined
    const gate = new Promise<void>((resolve) => (open = resolve))
    recorder.answer = () => gate
    transcripts.add('r', line(0))
    const first = transcripts.flush()
    await eventually(() => calls.length === 1)
    transcripts.add('r', line(1))
    let done = false
    const second = transcripts.flush().then(() => (done = true))
    await Promise.resolve()
    expect(done).toBe(false)
    open()
    await Promise.all([first, second])
    expect(calls).toEqual([['0'], ['1']])
  })

  test('sends messages that arrive during a call only with the next batch', async () => {
    const recorder = createRecorder()
    const { transcripts, calls } = recorder
    recorder.answer = async () => transcripts.add('r', line(calls.length))
    transcripts.add('r', line(0))
    await transcripts.flush()
    expect(calls).toEqual([['0']])
    await transcripts.flush()
    expect(calls).toEqual([['0'], ['1']])
  })

  test('is full while moderation is away, and drops nothing', async () => {
    const recorder = createRecorder()
    const { transcripts, calls } = recorder
    recorder.answer = () => Promise.reject(new KlaError('UNAVAILABLE'))
    for (let index = 0; index < 99_999; index += 1) transcripts.add('r', line(index))
    await transcripts.flush()
    expect(transcripts.isFull).toBe(false)
    transcripts.add('r', line(99_999))
    const underWay = transcripts.flush()
    expect(transcripts.isFull).toBe(true)
    await underWay
    expect(transcripts.isFull).toBe(true)
    expect(recorder.dropped).toBe(0)
    const tried = calls.length
    recorder.answer = async () => undefined
    await transcripts.flush()
    expect(transcripts.isFull).toBe(false)
    expect(calls.slice(tried).flat()).toEqual(ids(0, 100_000))
  })

  test("returns a room's messages until moderation has them", async () => {
    const recorder = createRecorder()
    const { transcripts, calls } = recorder
    let open = (): void => undefined
    const gate = new Promise<void>((resolve) => (open = resolve))
    recorder.answer = () => gate
    const waiting = (): string[] => transcripts.waitingOf('r').map(({ lineId }) => lineId)
    transcripts.add('r', line(0))
    transcripts.add('another', line(1))
    const sent = transcripts.flush()
    await eventually(() => calls.length === 1)
    transcripts.add('r', line(2))
    expect(waiting()).toEqual(['0', '2'])
    open()
    await sent
    await transcripts.flush()
    expect(waiting()).toEqual([])
  })

  test("sends a room's messages, and no others, at once when its last member leaves", async () => {
    const { transcripts, calls } = createRecorder()
    transcripts.add('r', line(0))
    transcripts.add('stays', line(1))
    transcripts.roomLeft('another')
    transcripts.roomLeft('r')
    await eventually(() => calls.length === 1)
    transcripts.roomLeft('r')
    await new Promise(setImmediate)
    expect(calls).toEqual([['0']])
    await transcripts.flush()
    expect(calls).toEqual([['0'], ['1']])
  })

  test('drops messages that moderation rejects as invalid, without blocking others', async () => {
    const recorder = createRecorder()
    const { transcripts, calls } = recorder
    recorder.answer = () => Promise.reject(new KlaError('INVALID_FIELD'))
    transcripts.add('r', line(0))
    await transcripts.flush()
    expect(recorder.dropped).toBe(1)
    recorder.answer = async () => undefined
    transcripts.add('r', line(1))
    await transcripts.flush()
    expect(calls).toEqual([['0'], ['1']])
  })

  test.each([
    ['refuses', () => Promise.reject(new KlaError('UNAVAILABLE'))],
    ['does not answer', () => new Promise<void>(() => undefined)],
  ])('counts the messages that a shutdown loses when moderation %s', async (_what, answer) => {
    const recorder = createRecorder()
    recorder.answer = answer
    for (let index = 0; index < 3; index += 1) recorder.transcripts.add('r', line(index))
    await recorder.transcripts.stop()
    expect(recorder.dropped).toBe(3)
  })
})

describe('transcript of a chat', () => {
  let world: World
  beforeEach(async () => {
    world = await createWorld()
  })
  afterEach(() => world.stop())

  const recorded = () =>
    world.moderation.calls.flatMap(({ method, request }) =>
      method === 'keepLines' ? [linesOf(request as KeepLinesRequest)] : [],
    )

  test("is sent to moderation in batches, each message by its sender's gateway", async () => {
    const settings = { transcriptFlushMs: 200 }
    const [one, two] = [await world.gateway(settings), await world.gateway(settings)]
    const { roomId, ada, bob } = await twoPlayers(world, [one, two])
    for (let index = 0; index < 5; index += 1) await ada.ask('send-message', { roomId, message: `line ${index}` })
    await bob.event('receive-message', 5)
    await bob.ask('send-message', { roomId, message: 'an answer' })
    await eventually(() => recorded().flat().length === 6)
    const lines = recorded().flat()
    expect(new Set(lines.map(({ lineId }) => lineId)).size).toBe(6)
    expect(lines.find(({ message }) => message === 'line 0')).toEqual({
      lineId: expect.any(String),
      roomId,
      accountId: 1,
      username: 'player1',
      message: 'line 0',
      saidAtMs: expect.any(Number),
    })
    expect(Math.abs(Date.now() - (lines[0]?.saidAtMs ?? 0))).toBeLessThan(10_000)
  })

  test('is returned when moderation asks', async () => {
    const gateway = await world.gateway({ transcriptFlushMs: 1_000_000 })
    const { roomId, ada } = await twoPlayers(world, [gateway, gateway])
    await ada.ask('send-message', { roomId, message: 'just now' })
    const gatewayId = world.rooms.rooms.get(roomId)?.seats[0]?.connection?.gatewayId ?? ''
    const answer = await world.bus.ask(subjects.gatewayLines(gatewayId), LinesWanted.encode({ roomId }).finish(), 1_000)
    expect(LinesWaiting.decode(answer).lines).toMatchObject([{ roomId, accountId: 1, message: 'just now' }])
    expect(recorded()).toEqual([])
  })

  test('is sent when the gateway stops', async () => {
    const gateway = await world.gateway({ transcriptFlushMs: 1_000_000 })
    const { roomId, ada } = await twoPlayers(world, [gateway, gateway])
    await ada.ask('send-message', { roomId, message: 'last words' })
    expect(recorded()).toEqual([])
    await gateway.stop()
    expect(recorded().flat()).toMatchObject([{ message: 'last words' }])
  })
})
