import { setImmediate as turn } from 'node:timers/promises'
import { status as Status } from '@grpc/grpc-js'
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
  KlaError,
  type Metrics,
  serveHealth,
} from '@kla/chassis'
import {
  BatchServiceService,
  type CallRefusal,
  type CallResult,
  GameEngineServiceService as definition,
  type SaveGifChoiceRequest,
} from '@kla/proto'
import { createTestPrincipals, eventually, quietLogger, testIdentity, type TestPrincipals } from '@kla/testkit'
import fc from 'fast-check'
import { BATCH_MAX_BYTES, BATCH_MAX_CALLS } from '../../src/grpc/batch-limits.js'

type Engine = GrpcClient<typeof definition>

/** What the served methods do with a call, as its `roomId`. */
interface Task {
  readonly end: 'answers' | 'refuses' | 'refuses in its own words' | 'fails'
  /** Turns of the event loop that it takes. */
  readonly turns: number
}

let principals: TestPrincipals
let tokens: (string | undefined)[]
let server: GrpcServer
let old: GrpcServer
let leaving: GrpcServer
let port: number
let oldPort: number
let leavingPort: number
let hungAtLeaving = 0
const aborted: string[] = []
const clients: { close(): void }[] = []

async function perform({ roomId }: { readonly roomId: string }): Promise<string> {
  const { end, turns } = JSON.parse(roomId) as Task
  for (let left = turns; left > 0; left--) await turn()
  if (end === 'refuses') throw new KlaError('ALREADY_PICKED')
  if (end === 'refuses in its own words') throw new KlaError('RATE_LIMITED', `Ä ${turns}`)
  if (end === 'fails') throw new Error('a secret of the house')
  return `after ${turns}`
}

beforeAll(async () => {
  principals = await createTestPrincipals()
  tokens = [
    await principals.sign({ accountId: 1, username: 'ada' }),
    await principals.sign({ accountId: 2, username: 'bo' }),
    'forged',
    undefined,
  ]
  const metrics = createMetrics('test')
  const common = {
    identity: testIdentity('game-engine'),
    log: quietLogger(),
    metrics,
    verifyPrincipal: await createPrincipalVerifier(principals.publicKeyPem),
    more: [serveHealth(createHealth({ port: 0, metrics: createMetrics('test'), log: quietLogger() }))],
    definition,
    handlers: {
      saveGifChoice: async (request: SaveGifChoiceRequest, call) => {
        const { username } = await call.principal()
        return { gifUrl: [await perform(request), username, call.requestId, call.principalToken].join(' ') }
      },
      playWildCard: async (request) => ({ remainingWildCards: (await perform(request)).length }),
      findPlayedBattle: async () => {
        throw new KlaError('ROOM_NOT_FOUND')
      },
      readyUp: (_request, call) =>
        new Promise((resolve) => {
          call.signal.addEventListener('abort', () => {
            aborted.push(call.requestId)
            resolve({})
          })
        }),
    } as Partial<Parameters<typeof createGrpcServer<typeof definition>>[0]['handlers']> as never,
  }
  server = createGrpcServer({ ...common, takesBatches: true })
  old = createGrpcServer(common)
  const hang = () => {
    hungAtLeaving += 1
    return new Promise<never>(() => undefined)
  }
  leaving = createGrpcServer({ ...common, handlers: { playWildCard: hang } as never, takesBatches: true })
  leavingPort = await leaving.listen('127.0.0.1:0')
  port = await server.listen('127.0.0.1:0')
  oldPort = await old.listen('127.0.0.1:0')
})
afterAll(async () => {
  clients.forEach((client) => client.close())
  await Promise.all([server.close(0), old.close(0)])
})

function connect({ batched = true, metrics = createMetrics('test'), to = `${port}` } = {}): Engine {
  const client = createGrpcClient({
    definition,
    identity: testIdentity('gateway'),
    address: to
      .split(',')
      .map((each) => `127.0.0.1:${each}`)
      .join(','),
    metrics,
    deadlineMs: 20_000,
    attemptMs: 10_000,
    ...(batched && { batched: ['saveGifChoice', 'playWildCard', 'readyUp'] as const }),
  })
  clients.push(client)
  return client
}

async function batchesOf(metrics: Metrics): Promise<{ calls: number; batches: number }> {
  const { values } = await metrics.grpcBatchCalls.get()
  const valueOf = (suffix: string): number => values.find(({ metricName }) => metricName?.endsWith(suffix))?.value ?? 0
  return { calls: valueOf('_sum'), batches: valueOf('_count') }
}

interface Made extends Task {
  readonly method: 'saveGifChoice' | 'playWildCard'
  readonly account: number
  /** Whether a turn passes before the next one is made. */
  readonly pause: boolean
}

const make = (client: Engine, { method, account, ...task }: Made, number: number): Promise<unknown> => {
  const principal = tokens[account]
  const context: CallContext = { requestId: `request-${number}`, ...(principal !== undefined && { principal }) }
  const roomId = JSON.stringify(task)
  const answer: Promise<unknown> =
    method === 'saveGifChoice'
      ? client.saveGifChoice({ roomId, commandId: '', index: 0, round: 0 }, context)
      : client.playWildCard({ roomId, commandId: '', gifUrl: '', round: 0 }, context)
  return answer.catch((error: unknown) => {
    const { reason, code, message } = error as KlaError
    return { isKlaError: error instanceof KlaError, reason, code, message }
  })
}

const anyCalls = fc.array(
  fc.record({
    method: fc.constantFrom('saveGifChoice' as const, 'playWildCard' as const),
    end: fc.constantFrom(
      'answers' as const,
      'answers' as const,
      'refuses' as const,
      'refuses in its own words' as const,
      'fails' as const,
    ),
    account: fc.nat(3),
    turns: fc.nat(6),
    pause: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
)

describe('a batched call', () => {
  test.each([
    ['of this release', () => port],
    ['that knows no batches', () => oldPort],
  ])(
    'ends as on its own, however calls are grouped and in whatever order they finish, at a server %s',
    async (_, to) => {
      const plain = connect({ batched: false })
      const batching = connect({ to: `${to()}` })
      await fc.assert(
        fc.asyncProperty(anyCalls, async (calls) => {
          const expected: unknown[] = []
          for (const [number, call] of calls.entries()) expected.push(await make(plain, call, number))
          const found: Promise<unknown>[] = []
          for (const [number, call] of calls.entries()) {
            found.push(make(batching, call, number))
            if (call.pause) await turn()
          }
          expect(await Promise.all(found)).toEqual(expected)
        }),
        { numRuns: 12 },
      )
    },
    60_000,
  )

  test('is sent alone while no other call is in flight', async () => {
    const metrics = createMetrics('test')
    const client = connect({ metrics })
    const call: Made = { method: 'playWildCard', account: 3, end: 'answers', turns: 0, pause: false }
    for (let number = 0; number < 5; number++) await make(client, call, number)
    expect(await batchesOf(metrics)).toEqual({ calls: 0, batches: 0 })
    await Promise.all(Array.from({ length: 9 }, (_, number) => make(client, call, number)))
    expect(await batchesOf(metrics)).toEqual({ calls: 8, batches: 1 })
    const counted = await metrics.grpcCalled.get()
    expect(
      counted.values.find(({ metricName, labels }) => metricName?.endsWith('_count') && labels.code === 'ok')?.value,
    ).toBe(14)
  })

  test('is not delayed by a hanging call of its batch, which ends at its own deadline on both sides', async () => {
    const metrics = createMetrics('test')
    const client = connect({ metrics })
    const call: Made = { method: 'playWildCard', account: 3, end: 'answers', turns: 1, pause: false }
    const alone = make(client, call, 0)
    const context = { requestId: 'hanging', deadlineMs: 2_000 }
    let hangs = true
    const hanging = client
      .readyUp({ roomId: '', commandId: '' }, context)
      .catch((error: KlaError) => error.reason)
      .finally(() => (hangs = false))
    await Promise.all([alone, ...Array.from({ length: 4 }, (_, number) => make(client, call, number))])
    await Promise.all(Array.from({ length: 9 }, (_, number) => make(client, call, number)))
    expect(hangs).toBe(true)
    expect(await batchesOf(metrics)).toMatchObject({ batches: 2 })
    expect(await hanging).toBe('UNAVAILABLE')
    await eventually(() => aborted.includes('hanging'))
  })

  test('is retried on another server when the server of its batch has stopped', async () => {
    const client = connect({ to: `${leavingPort},${port}` })
    const call: Made = { method: 'playWildCard', account: 3, end: 'answers', turns: 0, pause: false }
    const made: Promise<unknown>[] = []
    await eventually(async () => {
      for (let number = 0; number < 4; number++) made.push(make(client, call, number))
      await turn()
      return hungAtLeaving >= 3
    })
    await leaving.close(0)
    expect(new Set((await Promise.all(made)).map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"remainingWildCards":7}']),
    )
  })

  test('is sent alone with a signal, so that its server sees an abort', async () => {
    const metrics = createMetrics('test')
    const client = connect({ metrics })
    const controllers = Array.from({ length: 4 }, () => new AbortController())
    const ends = controllers.map(({ signal }, number) =>
      client
        .readyUp({ roomId: '', commandId: '' }, { signal, requestId: `aborted-${number}` })
        .catch((error: KlaError) => error.reason),
    )
    await turn()
    controllers.forEach((controller) => controller.abort())
    expect(await Promise.all(ends)).toEqual(Array(4).fill('UNAVAILABLE'))
    expect(await batchesOf(metrics)).toEqual({ calls: 0, batches: 0 })
  })
})

describe('a batch', () => {
  const findPlayedBattle = {
    path: definition.findPlayedBattle.path,
    request: definition.findPlayedBattle.requestSerialize({ roomId: '' }),
  }
  const save = (task: Task) => ({
    path: definition.saveGifChoice.path,
    request: definition.saveGifChoice.requestSerialize({
      roomId: JSON.stringify(task),
      commandId: '',
      index: 0,
      round: 0,
    }),
  })
  const answers = save({ end: 'answers', turns: 0 })
  const NOT_TAKEN = 'not taken: '

  /** Outcomes in the order of the calls. */
  async function send(
    calls: readonly { path: string; request: Buffer; principal?: string }[],
    by: 'gateway' | 'moderation' = 'gateway',
  ) {
    const client = createGrpcClient({
      definition: BatchServiceService,
      identity: testIdentity(by),
      address: `127.0.0.1:${port}`,
    })
    clients.push(client)
    const found: string[] = []
    const told = ({ outcome }: CallResult): string => {
      if (outcome?.$case === 'response') return 'answered'
      return outcome?.$case === 'refusal'
        ? (outcome.value as CallRefusal).reason
        : NOT_TAKEN + Status[outcome?.value ?? 0]
    }
    const batch = calls.map((call) => ({
      principal: tokens[0] ?? '',
      requestId: '',
      traceparent: '',
      timeoutMs: 5_000,
      ...call,
    }))
    for await (const { results } of client.callBatch({ calls: batch }))
      for (const result of results) found[result.index] = told(result)
    return found
  }

  test('is checked call by call against the table of callers', async () => {
    expect(await send([answers, findPlayedBattle, answers])).toEqual(['answered', 'CALLER_NOT_ALLOWED', 'answered'])
    expect(await send([answers, findPlayedBattle], 'moderation')).toEqual(['CALLER_NOT_ALLOWED', 'ROOM_NOT_FOUND'])
  })

  test('rejects unknown, streaming and batch methods, and serves the others', async () => {
    const request = Buffer.alloc(0)
    const paths = [
      '',
      'readyUp',
      '/kla.rooms.v1.RoomsService/JoinRoom',
      '/grpc.health.v1.Health/Watch',
      BatchServiceService.callBatch.path,
    ]
    const found = await send([...paths.map((path) => ({ path, request })), answers])
    expect(found).toEqual([...paths.map(() => `${NOT_TAKEN}UNIMPLEMENTED`), 'answered'])
  })

  test('aborts each call at its own deadline, and all when the client disconnects', async () => {
    const client = createGrpcClient({
      definition: BatchServiceService,
      identity: testIdentity('gateway'),
      address: `127.0.0.1:${port}`,
    })
    clients.push(client)
    const { path, requestSerialize } = definition.readyUp
    const call = { path, request: requestSerialize({ roomId: '', commandId: '' }), principal: '', traceparent: '' }
    const calls = [
      { ...call, requestId: 'long', timeoutMs: 60_000 },
      { ...call, requestId: 'short', timeoutMs: 20 },
    ]
    for await (const { results } of client.callBatch({ calls }, { deadlineMs: 60_000 })) {
      expect(results.map(({ index }) => index)).toEqual([1])
      break
    }
    expect(aborted).toContain('short')
    await eventually(() => aborted.includes('long'))
  })

  test('rejects only the call whose request is malformed', async () => {
    expect(await send([{ ...answers, request: Buffer.from([0xff, 0xff]) }, answers])).toEqual(['INTERNAL', 'answered'])
  })

  test('serves calls up to its limits and rejects the rest', async () => {
    const many = await send(Array.from({ length: BATCH_MAX_CALLS + 2 }, () => answers))
    expect(many.filter((outcome) => outcome === 'answered')).toHaveLength(BATCH_MAX_CALLS)
    expect(many.slice(BATCH_MAX_CALLS)).toEqual(Array(2).fill(`${NOT_TAKEN}RESOURCE_EXHAUSTED`))
    const large = await send([answers, { path: '/none', request: Buffer.alloc(BATCH_MAX_BYTES) }, answers])
    expect(large).toEqual(['answered', `${NOT_TAKEN}RESOURCE_EXHAUSTED`, `${NOT_TAKEN}RESOURCE_EXHAUSTED`])
  })
})
