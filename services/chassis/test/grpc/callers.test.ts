import { Client } from '@grpc/grpc-js'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  createGrpcClient,
  createGrpcServer,
  createMetrics,
  type Definition,
  type GrpcServer,
  KlaError,
} from '@kla/chassis'
import { CALLS, identityOf, type ServedCalls, SERVICE_NAMES, type ServiceName } from '@kla/proto'
import { quietLogger, testIdentity } from '@kla/testkit'
import { methodsOf } from '../../src/grpc/types.js'

/** A handler's answer to an admitted caller. */
const LET_IN = 'NOT_FOUND'
const ADDRESS = '127.0.0.1:0'

const served = CALLS.filter(({ by }) => by !== 'every')
const servers: GrpcServer[] = []
const ports = new Map<ServiceName, number>()
const rows = served.map((row) => ({ ...row, name: nameOf(row) }))

function nameOf({ definition }: ServedCalls): string {
  const [{ path } = { path: '' }] = Object.values(definition)
  return path.slice(1, path.lastIndexOf('/'))
}

/** The methods with empty requests, which are never read. */
const emptied = (definition: Definition): Definition =>
  Object.fromEntries(
    Object.entries(definition).map(([name, method]) => [
      name,
      { ...(method as object), requestSerialize: () => Buffer.alloc(0) },
    ]),
  )

const implementation = ({ definition }: ServedCalls) => ({
  definition: definition as Definition,
  handlers: Object.fromEntries(Object.entries(definition).map(([name, method]) => [name, refusing(method)])) as never,
})

const refusing = (method: object) =>
  'responseStream' in method && method.responseStream
    ? // oxlint-disable-next-line require-yield
      async function* () {
        throw new KlaError(LET_IN)
      }
    : async () => {
        throw new KlaError(LET_IN)
      }

beforeAll(async () => {
  for (const service of SERVICE_NAMES) {
    const [first, ...more] = served.filter(({ by }) => by === service).map(implementation)
    if (first === undefined) continue
    const common = { identity: testIdentity(service), log: quietLogger(), metrics: createMetrics('test') }
    const server = createGrpcServer({ ...first, more, ...common })
    servers.push(server)
    ports.set(service, await server.listen(ADDRESS))
  }
})
afterAll(() => Promise.all(servers.map((server) => server.close(0))))

async function reasonOf(answer: unknown): Promise<string> {
  try {
    if (Symbol.asyncIterator in (answer as object)) for await (const part of answer as AsyncIterable<unknown>) void part
    else await answer
    return 'answered'
  } catch (error) {
    return KlaError.from(error).reason
  }
}

/** The reason that a call on no stream gets. */
const plainReasonOf = (client: Client, path: string): Promise<string> =>
  new Promise((resolve) => {
    const empty = () => Buffer.alloc(0)
    client.makeUnaryRequest(path, empty, empty, {}, (error) =>
      resolve(error ? KlaError.from(error).reason : 'answered'),
    )
  })

describe.each(rows)('callers of $name', ({ by, definition, callers }) => {
  test.each(SERVICE_NAMES)('admit %s only where the table says so', async (caller) => {
    const address = `127.0.0.1:${ports.get(by as ServiceName)}`
    const client = createGrpcClient({
      definition: emptied(definition),
      address,
      identity: testIdentity(caller),
      deadlineMs: 20_000,
    })
    const found: Record<string, string> = {}
    const expected: Record<string, string> = {}
    for (const method of Object.keys(definition)) {
      expected[method] = callers[method]?.includes(caller) ? LET_IN : 'CALLER_NOT_ALLOWED'
      found[method] = await reasonOf((client[method] as unknown as (request: object) => unknown)({}))
    }
    client.close()
    expect(found).toEqual(expected)
  })

  test('admit single calls as they admit those on a stream', async () => {
    const address = `127.0.0.1:${ports.get(by as ServiceName)}`
    const caller = by === 'gateway' ? 'rooms' : 'gateway'
    const plain = new Client(address, testIdentity(caller).channelCredentials(by), {
      'grpc.ssl_target_name_override': by,
    })
    const found: Record<string, string> = {}
    const expected: Record<string, string> = {}
    for (const [method, { path, responseStream }] of methodsOf(definition)) {
      if (responseStream) continue
      expected[method] = callers[method]?.includes(caller) ? LET_IN : 'CALLER_NOT_ALLOWED'
      found[method] = await plainReasonOf(plain, path)
    }
    plain.close()
    expect(found).toEqual(expected)
  })
})

describe('the table of callers', () => {
  test('lets no service call itself and has no caller without a method', () => {
    for (const { by, callers } of served) {
      for (const [method, services] of Object.entries(callers)) {
        expect({ method, services: services.length }).not.toEqual({ method, services: 0 })
        expect(services).not.toContain(by)
      }
    }
  })

  test('has a unique identity for each service', () => {
    expect(new Set(SERVICE_NAMES.map(identityOf)).size).toBe(SERVICE_NAMES.length)
  })

  test('fits each server: it serves no method of another service and none without a row', () => {
    const [auth] = served.filter(({ by }) => by === 'auth')
    const common = { identity: testIdentity('library'), log: quietLogger(), metrics: createMetrics('test') }
    expect(() => createGrpcServer({ ...implementation(auth as ServedCalls), ...common })).toThrow(
      /served by auth, not by library/,
    )
    const definition = {
      invented: { ...(auth?.definition['beginLogin'] as object), path: '/kla.auth.v1.AuthService/Invented' },
    }
    const handlers = { invented: async () => ({}) } as never
    expect(() => createGrpcServer({ definition, handlers, ...common })).toThrow(/is not in proto\/callers\.ts/)
  })
})
