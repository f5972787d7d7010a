import { afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { type CallContext, createLogger, KlaError } from '@kla/chassis'
import { type Meeting, Phase } from '@kla/proto'
import { createTestPrincipals, quietLogger } from '@kla/testkit'
import { createTakeContext, type TakeContextDeps } from '../../src/evidence/context.js'
import type { ContextPhase } from '../../src/evidence/rules.js'
import { FakeRoom } from '../support/fake-room.js'

const reporter = { accountId: 1, username: 'player1', discordId: '10001' }
const reported = { accountId: 2, username: 'player2', discordId: '10002' }
let room: FakeRoom
let call: { principalToken: string; requestId: string }

beforeAll(async () => {
  const principals = await createTestPrincipals()
  call = { principalToken: await principals.sign({ accountId: 1 }), requestId: 'request' }
  room = new FakeRoom()
  room.seated = [1, 2]
})

const takeWith = (parts: Partial<TakeContextDeps> = {}, together = true) =>
  createTakeContext({
    engine: room.clients.engine,
    transcripts: { linesOf: async () => [] },
    fetchLines: async () => [],
    reveals: { between: async () => [] },
    log: quietLogger(),
    now: () => 5,
    ...parts,
  })(meeting(together), [reporter, reported], call)

const meeting = (together: boolean): Meeting => ({
  roomId: room.roomId,
  roomName: 'Neon corner',
  mode: 'rush',
  category: 'default',
  fromMs: 0,
  toMs: 0,
  gatewayIds: room.gateways,
  together,
})

test.each<[Phase, ContextPhase]>([
  [Phase.WAITING, 'waiting'],
  [Phase.PROMPT, 'prompt'],
  [Phase.SHOW, 'show'],
  [Phase.VOTE, 'vote'],
  [Phase.RESULT, 'result'],
])('maps phase %s to %s', async (phase, name) => {
  room.phase = phase
  expect(await takeWith()).toMatchObject({ phase: name, takenAtMs: 5 })
})

const line = (saidAtMs: number) => ({
  lineId: `line ${saidAtMs}`,
  accountId: 2,
  username: 'player2',
  message: `said at ${saidAtMs}`,
  saidAtMs,
})

test('includes chat messages that wait at a gateway, each once', async () => {
  room.gateways = ['one', 'two']
  const asked: string[] = []
  const context = await takeWith({
    transcripts: { linesOf: async () => [line(1), line(2)] },
    fetchLines: async (gatewayId, roomId) => {
      asked.push(`${gatewayId} ${roomId}`)
      return gatewayId === 'one' ? [line(2), line(3)] : []
    },
  })
  expect(asked).toEqual([`one ${room.roomId}`, `two ${room.roomId}`])
  expect(context?.lines).toEqual([line(1), line(2), line(3)])
  room.gateways = []
})

test('includes a chat message that its gateway sends in the meantime', async () => {
  room.gateways = ['one']
  const kept: ReturnType<typeof line>[] = []
  const context = await takeWith({
    transcripts: { linesOf: async () => [...kept] },
    fetchLines: async () => {
      kept.push(line(1))
      return []
    },
  })
  expect(context?.lines).toEqual([line(1)])
  room.gateways = []
})

test('leaves out the chat messages of a gateway that does not answer', async () => {
  room.gateways = ['gone', 'one']
  const context = await takeWith({
    transcripts: { linesOf: async () => [line(1)] },
    fetchLines: (gatewayId) =>
      gatewayId === 'gone' ? Promise.reject(new Error('timeout')) : Promise.resolve([line(2)]),
  })
  expect(context).toMatchObject({ lines: [line(1), line(2)], people: [reporter, reported] })
  room.gateways = []
})

test('leaves out stored chat messages without Redis', async () => {
  const transcripts = { linesOf: () => Promise.reject(new Error('Command timed out')) }
  expect(await takeWith({ transcripts })).toMatchObject({
    roomId: room.roomId,
    lines: [],
    people: [reporter, reported],
  })
})

test('asks game-engine as the reporter, with a deadline of one second', async () => {
  const contexts: (CallContext | undefined)[] = []
  const noting =
    <Request, Answer>(ask: (request: Request, context?: CallContext) => Promise<Answer>) =>
    (request: Request, context?: CallContext): Promise<Answer> => {
      contexts.push(context)
      return ask(request, context)
    }
  await takeWith({ engine: { findPlayedBattle: noting(room.clients.engine.findPlayedBattle) } })
  const asked = { principal: call.principalToken, requestId: 'request', deadlineMs: 1_000 }
  expect(contexts).toEqual([asked])
})

describe('the battle of the room', () => {
  const battleWith = (players: number[], together: boolean, phase = Phase.SHOW) => {
    Object.assign(room, { players, phase })
    return takeWith({}, together)
  }
  afterEach(() => {
    room.players = undefined
  })

  test.each<[string, players: number[], together: boolean, phase: Phase, taken: boolean]>([
    ['is taken after both have left', [2, 1], false, Phase.RESULT, true],
    ['is taken for a spectator while it is on', [1, 3], true, Phase.VOTE, true],
    ['is left out where it was with an earlier opponent', [1, 3], true, Phase.RESULT, false],
    ['is left out where it is with a later opponent', [1, 3], false, Phase.SHOW, false],
  ])('%s', async (_, players, together, phase, taken) => {
    const { battleId, round, receivedGif } = await battleWith(players, together, phase)
    expect({ battleId, round }).toEqual(taken ? { battleId: room.battleId, round: 3 } : { battleId: '', round: 0 })
    if (!taken) expect(receivedGif).toBe('')
  })

  test('is not missing if none was played', async () => {
    const lines: string[] = []
    const log = createLogger({ service: 'test', destination: { write: (line) => void lines.push(line) } })
    const findPlayedBattle = () => Promise.reject(new KlaError('ROOM_NOT_FOUND'))
    expect(await takeWith({ log, engine: { findPlayedBattle } })).toMatchObject({ battleId: '', phase: '', round: 0 })
    expect(lines).toEqual([])
    await takeWith({ log, engine: { findPlayedBattle: () => Promise.reject(new KlaError('UNAVAILABLE')) } })
    expect(lines).toHaveLength(1)
  })
})

test('includes the reveals of both accounts during their meeting', async () => {
  const asked: unknown[] = []
  const reveal = { epoch: 3, openedAtMs: 1_000, closedAtMs: 2_000, closedBy: 2, closedWhy: 'withdrawn' }
  const between: TakeContextDeps['reveals']['between'] = async (...question) => {
    asked.push(question)
    return [reveal]
  }
  expect(await takeWith({ reveals: { between } })).toMatchObject({ reveals: [reveal] })
  expect(asked).toEqual([[room.roomId, [1, 2], { fromMs: -2_000, toMs: 2_005 }]])
})

test('is collected without reveals when the database does not answer', async () => {
  const reveals = { between: () => Promise.reject(new Error('timeout')) }
  expect(await takeWith({ reveals })).toMatchObject({ roomId: room.roomId, reveals: [] })
})
