import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import {
  Client,
  type ClientDuplexStream,
  Metadata,
  Server,
  status as Status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  type CallContext,
  createGrpcClient,
  createGrpcServer,
  createHealth,
  createMetrics,
  createPrincipalVerifier,
  type GrpcClient,
  type GrpcServer,
  type Identity,
  KlaError,
  serveHealth,
} from '@kla/chassis'
import {
  type CallStreamRequest,
  type CallStreamResponse,
  GameEngineServiceService as definition,
  HealthService,
  type SaveGifChoiceRequest,
  type StreamedResult,
  StreamServiceService,
} from '@kla/proto'
import { createTestPrincipals, eventually, quietLogger, testIdentity, type TestPrincipals } from '@kla/testkit'
import fc from 'fast-check'
import { RESPONSE_MAX_BYTES } from '../../src/grpc/stream-limits.js'
import { openDoor } from '../support/door.js'

type Engine = GrpcClient<typeof definition>

/** What the served methods do with a call, as its `roomId`. */
interface Task {
  readonly end: 'answers' | 'refuses' | 'refuses in its own words' | 'fails' | 'answers too much'
  /** Turns of the event loop that it takes. */
  readonly turns: number
}

const ENDS: Task['end'][] = ['answers', 'answers', 'refuses', 'refuses in its own words', 'fails']

let principals: TestPrincipals
let tokens: (string | undefined)[]
let port: number
const served: string[] = []
const aborted: string[] = []
const closing: (() => unknown)[] = []

async function perform({ roomId }: { readonly roomId: string }, { requestId }: { readonly requestId: string }) {
  served.push(requestId)
  const { end, turns } = JSON.parse(roomId) as Task
  for (let left = turns; left > 0; left--) await turn()
  if (end === 'refuses') throw new KlaError('ALREADY_PICKED')
  if (end === 'refuses in its own words') throw new KlaError('RATE_LIMITED', `Ä ${turns}`, { retryAfterMs: turns })
  if (end === 'fails') throw new Error('a secret of the house')
  return end === 'answers too much' ? 'x'.repeat(RESPONSE_MAX_BYTES + 1) : `after ${turns}`
}

async function start(
  options: { readonly connectionAgeMs?: number } = {},
): Promise<{ server: GrpcServer; port: number }> {
  const started = createGrpcServer({
    ...options,
    identity: testIdentity('game-engine'),
    log: quietLogger(),
    metrics: createMetrics('test'),
    verifyPrincipal: await createPrincipalVerifier(principals.publicKeyPem),
    more: [serveHealth(createHealth({ port: 0, metrics: createMetrics('test'), log: quietLogger() }))],
    definition,
    handlers: {
      saveGifChoice: async (request: SaveGifChoiceRequest, call) => {
        const { username } = await call.principal()
        return { gifUrl: [await perform(request, call), username, call.requestId, call.principalToken].join(' ') }
      },
      playWildCard: async (request, call) => ({ remainingWildCards: (await perform(request, call)).length }),
      findPlayedBattle: async () => {
        throw new KlaError('ROOM_NOT_FOUND')
      },
      readyUp: (_request, call) =>
        new Promise((resolve) => {
          served.push(call.requestId)
          call.signal.addEventListener('abort', () => {
            aborted.push(call.requestId)
            resolve({})
          })
        }),
    } as Partial<Parameters<typeof createGrpcServer<typeof definition>>[0]['handlers']> as never,
  })
  closing.push(() => started.close(0))
  return { server: started, port: await started.listen('127.0.0.1:0') }
}

beforeAll(async () => {
  principals = await createTestPrincipals()
  tokens = [
    await principals.sign({ accountId: 1, username: 'ada' }),
    await principals.sign({ accountId: 2, username: 'bo' }),
    'forged',
    undefined,
  ]
  port = (await start()).port
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

function connect(options: Partial<Parameters<typeof createGrpcClient<typeof definition>>[0]> = {}): Engine {
  const client = createGrpcClient({
    definition,
    // Each has its own streams.
    identity: testIdentity('gateway'),
    address: `127.0.0.1:${port}`,
    deadlineMs: 20_000,
    attemptMs: 10_000,
    ...options,
  })
  closing.push(() => client.close())
  return client
}

const rawClient = (identity: Identity = testIdentity('gateway'), to = port): Client => {
  const client = new Client(`127.0.0.1:${to}`, identity.channelCredentials('game-engine'), {
    'grpc.ssl_target_name_override': 'game-engine',
  })
  closing.push(() => client.close())
  return client
}

interface Made extends Task {
  readonly method: 'saveGifChoice' | 'playWildCard'
  readonly account: number
  /** Whether a turn passes before the next one is made. */
  readonly pause: boolean
}

const describeError = (error: unknown): unknown => {
  const { reason, code, message, retryAfterMs } = KlaError.from(error)
  return { reason, code, message, retryAfterMs }
}

const requestOf = (task: Task) => ({
  roomId: JSON.stringify({ end: task.end, turns: task.turns }),
  commandId: '',
  index: 0,
  round: 0,
  gifUrl: '',
})

const make = (client: Engine, made: Made, requestId: string, options: CallContext = {}): Promise<unknown> => {
  const principal = tokens[made.account]
  const context: CallContext = { requestId, ...options, ...(principal !== undefined && { principal }) }
  return client[made.method](requestOf(made), context).catch(describeError)
}

/** Makes a plain unary call of gRPC, as other clients do. */
const makePlainly = (client: Client, made: Made, requestId: string): Promise<unknown> =>
  new Promise((resolve) => {
    const { path, requestSerialize, responseDeserialize } = definition[made.method]
    const metadata = new Metadata()
    metadata.set('kla-request-id', requestId)
    const principal = tokens[made.account]
    if (principal !== undefined) metadata.set('kla-principal', principal)
    client.makeUnaryRequest(
      path,
      requestSerialize as (request: object) => Buffer,
      responseDeserialize as (bytes: Buffer) => unknown,
      requestOf(made),
      metadata,
      { deadline: Date.now() + 20_000 },
      (error, response) => resolve(error ? describeError(error) : response),
    )
  })

const anyCall = fc.record({
  method: fc.constantFrom('saveGifChoice' as const, 'playWildCard' as const),
  end: fc.constantFrom(...ENDS),
  account: fc.nat(3),
  turns: fc.nat(6),
  pause: fc.boolean(),
})

const UNAVAILABLE = describeError(new KlaError('UNAVAILABLE'))
let run = 0

describe('a call on a stream', () => {
  test('ends as a plain unary call does, however calls are grouped and in whatever order they finish', async () => {
    const [plain, streaming] = [rawClient(), connect()]
    await fc.assert(
      fc.asyncProperty(fc.array(anyCall, { minLength: 1, maxLength: 40 }), async (calls) => {
        const found: Promise<unknown>[] = []
        for (const [number, call] of calls.entries()) {
          found.push(make(streaming, call, `request-${number}`))
          if (call.pause) await turn()
        }
        const ends = await Promise.all(found)
        for (const [number, call] of calls.entries())
          expect(ends[number]).toEqual(await makePlainly(plain, call, `request-${number}`))
      }),
      { numRuns: 15 },
    )
  }, 60_000)

  test('ends once, as alone or as unavailable, under cancellations, deadlines and broken connections', async () => {
    const plain = rawClient()
    const door = await openDoor(port)
    closing.push(door.close)
    const client = connect({ address: door.address, once: ['saveGifChoice', 'playWildCard'] })
    const anyTrouble = fc.constantFrom('none', 'none', 'none', 'cancel', 'deadline', 'cut')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyCall, anyTrouble), { minLength: 1, maxLength: 30 }), async (calls) => {
        run += 1
        // The connection is there again.
        await eventually(async () => !isDeepStrictEqual(await make(client, EASY, `again-${run}`), UNAVAILABLE))
        const ends: Promise<unknown>[] = []
        let settled = 0
        for (const [number, [call, trouble]] of calls.entries()) {
          const controller = new AbortController()
          const options: CallContext = {
            ...(trouble === 'cancel' && { signal: controller.signal }),
            ...(trouble === 'deadline' && { deadlineMs: call.turns }),
          }
          ends.push(make(client, call, `${run}-${number}`, options).finally(() => (settled += 1)))
          if (call.pause) await turn()
          if (trouble === 'cancel') controller.abort()
          if (trouble === 'cut') door.cut()
        }
        const found = await Promise.all(ends)
        expect(settled).toBe(calls.length)
        const isCut = calls.some(([, trouble]) => trouble === 'cut')
        for (const [number, [call, trouble]] of calls.entries()) {
          const requestId = `${run}-${number}`
          const times = served.filter((one) => one === requestId).length
          expect(times).toBeLessThanOrEqual(1)
          const expected = await makePlainly(plain, call, requestId)
          if (trouble === 'none' && !isCut) expect(found[number]).toEqual(expected)
          else expect([expected, UNAVAILABLE]).toContainEqual(found[number])
        }
      }),
      { numRuns: 15 },
    )
  }, 90_000)

  test('aborts at its server by its signal and by its deadline, and delays no other', async () => {
    const client = connect()
    const controller = new AbortController()
    const cancelled = client.readyUp(
      { roomId: '', commandId: '' },
      { requestId: 'cancelled', signal: controller.signal },
    )
    const late = client.readyUp({ roomId: '', commandId: '' }, { requestId: 'late', deadlineMs: 400 })
    const ends = Promise.allSettled([cancelled, late])
    await eventually(() => served.includes('cancelled') && served.includes('late'))
    expect(await make(client, EASY, 'other')).toEqual({ remainingWildCards: 7 })
    expect(aborted).toEqual([])
    controller.abort()
    await eventually(() => aborted.includes('cancelled') && aborted.includes('late'))
    expect(await ends).toMatchObject(Array(2).fill({ reason: { reason: 'UNAVAILABLE' } }))
  })

  test('is answered elsewhere when the process of its server is killed', async () => {
    const child = fork(new URL('../support/hanging-server.mjs', import.meta.url), {
      env: { ...process.env, PEM: principals.publicKeyPem },
    })
    closing.push(() => child.kill('SIGKILL'))
    const [{ port: dying }] = (await once(child, 'message')) as [{ port: number }]
    const only = connect({ address: `127.0.0.1:${dying}`, once: ['playWildCard'] })
    const both = connect({ address: `127.0.0.1:${dying},127.0.0.1:${port}` })
    // Both servers have a stream.
    await eventually(async () => {
      const found = await Promise.all(Array.from({ length: 4 }, () => make(both, EASY, '', { deadlineMs: 300 })))
      return new Set(found.map((end) => JSON.stringify(end))).size === 2
    })
    let underWay = 12
    const calls = (client: Engine) =>
      Array.from({ length: 6 }, () => make(client, EASY, '', { attemptMs: 15_000 }).finally(() => (underWay -= 1)))
    const [lost, moved] = [calls(only), calls(both)]
    await eventually(() => underWay < 12)
    await sleep(300)
    expect(underWay).toBeGreaterThan(6)
    const killedMs = performance.now()
    child.kill('SIGKILL')
    expect(await Promise.all(lost)).toEqual(Array(6).fill(UNAVAILABLE))
    expect(await Promise.all(moved)).toEqual(Array(6).fill({ remainingWildCards: 7 }))
    expect(performance.now() - killedMs).toBeLessThan(5_000)
  }, 40_000)

  test('is not lost when its server ends the connection because of its age', async () => {
    const { port: to } = await start({ connectionAgeMs: 1_000 })
    const door = await openDoor(to)
    closing.push(door.close)
    const client = connect({ address: door.address, once: ['playWildCard'] })
    const calls: Promise<unknown>[] = []
    while (door.connections() < 4) {
      calls.push(make(client, { ...EASY, turns: 6 }, ''))
      await sleep(5)
    }
    const ends = new Set((await Promise.all(calls)).map((end) => JSON.stringify(end)))
    expect(ends).toEqual(new Set(['{"remainingWildCards":7}']))
  }, 30_000)

  test('becomes unavailable at a server without streams', async () => {
    const identity = testIdentity('game-engine')
    const server = new Server()
    const called: string[] = []
    server.addService(
      definition as never,
      {
        playWildCard: (call: { request: { roomId: string } }, answer: (error: null, response: object) => void) => {
          called.push(call.request.roomId)
          answer(null, { remainingWildCards: 3 })
        },
      } as unknown as UntypedServiceImplementation,
    )
    const bound = await new Promise<number>((resolve, reject) =>
      server.bindAsync('127.0.0.1:0', identity.serverCredentials, (error, found) =>
        error ? reject(error) : resolve(found),
      ),
    )
    closing.push(() => server.forceShutdown())
    const client = connect({ address: `127.0.0.1:${bound}` })
    expect(await make(client, EASY, 'a')).toMatchObject({ reason: 'UNAVAILABLE' })
    expect(called).toEqual([])
  })

  test('fails alone when its response is too large for any client', async () => {
    const client = connect()
    const huge: Made = { ...EASY, method: 'saveGifChoice', account: 0, end: 'answers too much' }
    const found = await Promise.all([make(client, huge, 'huge'), make(client, EASY, 'beside it')])
    expect(found).toMatchObject([{ reason: 'INTERNAL' }, { remainingWildCards: 7 }])
    expect(await openStream().send(save(huge))).toEqual(['failed RESOURCE_EXHAUSTED'])
  })
})

const EASY: Made = { method: 'playWildCard', account: 3, end: 'answers', turns: 0, pause: false }

/** A stream that the test plays the client of. */
function openStream(by: 'gateway' | 'moderation' = 'gateway', to = port) {
  const { path, requestSerialize, responseDeserialize } = StreamServiceService.callStream
  const raw: ClientDuplexStream<CallStreamRequest, CallStreamResponse> = rawClient(
    testIdentity(by),
    to,
  ).makeBidiStreamRequest(path, requestSerialize, responseDeserialize)
  const results = new Map<number, StreamedResult['outcome']>()
  const stream = { raw, results, taken: 0, draining: false, end: '' }
  raw.on('data', (message: CallStreamResponse) => {
    for (const { id, outcome } of message.results) results.set(id, outcome)
    stream.taken += message.takenCalls
    stream.draining ||= message.draining
  })
  raw.on('error', ({ code }: { code: Status }) => (stream.end = Status[code]))
  raw.on('end', () => (stream.end ||= 'OK'))
  const send = async (...calls: readonly (Partial<CallStreamRequest['calls'][number]> & { path: string })[]) => {
    const first = results.size
    const defaults = { request: Buffer.alloc(0), principal: '', requestId: '', traceparent: '', timeoutMs: 5_000 }
    raw.write({ calls: calls.map((call, index) => ({ id: first + index, ...defaults, ...call })), cancelled: [] })
    await eventually(() => results.size >= first + calls.length || stream.end !== '')
    return calls.map((_, index) => wordOf(results.get(first + index)))
  }
  return Object.assign(stream, { send })
}

function wordOf(outcome: StreamedResult['outcome']): string {
  if (outcome?.$case === 'response') return 'answered'
  if (outcome?.$case === 'refusal') return outcome.value.reason
  return outcome ? `${outcome.$case} ${Status[outcome.value]}` : 'nothing'
}

const save = (task: Task) => ({
  path: definition.saveGifChoice.path,
  request: definition.saveGifChoice.requestSerialize(requestOf(task)),
  principal: tokens[0] ?? '',
})

describe('a stream', () => {
  const findPlayedBattle = {
    path: definition.findPlayedBattle.path,
    request: definition.findPlayedBattle.requestSerialize({ roomId: '' }),
  }
  const answers = () => save({ end: 'answers', turns: 0 })

  test('checks each call against the table of callers', async () => {
    const gateway = openStream()
    expect(await gateway.send(answers(), findPlayedBattle, answers())).toEqual([
      'answered',
      'CALLER_NOT_ALLOWED',
      'answered',
    ])
    expect(await openStream('moderation').send(answers(), findPlayedBattle)).toEqual([
      'CALLER_NOT_ALLOWED',
      'ROOM_NOT_FOUND',
    ])
  })

  test('checks the principal of each call', async () => {
    const stream = openStream()
    const [ada, , forged] = tokens
    const calls = [ada, forged, ''].map((principal) => ({ ...answers(), principal: principal ?? '' }))
    expect(await stream.send(...calls)).toEqual(['answered', 'NOT_SIGNED_IN', 'NOT_SIGNED_IN'])
  })

  test('begins no unknown, streaming or stream methods, and serves the others', async () => {
    const paths = [
      '',
      'readyUp',
      '/kla.rooms.v1.RoomsService/JoinRoom',
      HealthService.watch.path,
      StreamServiceService.callStream.path,
    ]
    const found = await openStream().send(...paths.map((path) => ({ path })), answers())
    expect(found).toEqual([...paths.map(() => 'notBegun UNIMPLEMENTED'), 'answered'])
  })

  test('rejects only the call whose request is malformed', async () => {
    const malformed = { ...answers(), request: Buffer.from([0xff, 0xff]) }
    expect(await openStream().send(malformed, answers())).toEqual(['INTERNAL', 'answered'])
  })

  test('reports what it has taken, even if nothing is answered', async () => {
    const stream = openStream()
    const { path, requestSerialize } = definition.readyUp
    const request = requestSerialize({ roomId: '', commandId: '' })
    const calls = Array.from({ length: 64 }, (_, id) => ({
      id,
      path,
      request,
      principal: '',
      requestId: `taken-${id}`,
      traceparent: '',
      timeoutMs: 60_000,
    }))
    stream.raw.write({ calls, cancelled: [] })
    await eventually(() => stream.taken === 64)
    stream.raw.write({ calls: [], cancelled: [7] })
    await eventually(() => aborted.includes('taken-7'))
    expect(aborted).not.toContain('taken-8')
    stream.raw.cancel()
    await eventually(() => aborted.includes('taken-8') && aborted.includes('taken-63'))
  })

  test('finishes what it has begun when its server drains, begins nothing more, and ends', async () => {
    const { server: leaving, port: to } = await start()
    const stream = openStream('gateway', to)
    const other = openStream('gateway', to)
    await eventually(async () => (await other.send(answers()))[0] === 'answered')
    const slow = save({ end: 'answers', turns: 2_000 })
    const found = stream.send({ ...slow, requestId: 'slow' })
    await eventually(() => served.includes('slow'))
    const closed = leaving.close()
    await eventually(() => stream.draining && other.draining)
    expect(await other.send(answers())).toEqual(['notBegun UNAVAILABLE'])
    other.raw.end()
    expect(await found).toEqual(['answered'])
    stream.raw.end()
    await closed
    await eventually(() => stream.end === 'OK' && other.end === 'OK')
  })
})
