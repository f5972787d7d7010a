import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import {
  type Availability,
  createGrpcClient,
  createGrpcServer,
  createHealth,
  createMetrics,
  type GrpcClient,
  type GrpcServer,
  type Health,
  type Metrics,
  serveHealth,
} from '@kla/chassis'
import { HealthCheckResponse_ServingStatus as Status, HealthService } from '@kla/proto'
import { eventually, quietLogger, testIdentity } from '@kla/testkit'

let metrics: Metrics
let health: Health
let server: GrpcServer
let client: GrpcClient<typeof HealthService>
let nowMs: number

beforeEach(async () => {
  nowMs = 0
  metrics = createMetrics('test')
  health = createHealth({ port: 0, metrics, log: quietLogger(), watchEveryMs: 100, now: () => nowMs })
  await health.listen()
  const { definition, handlers } = serveHealth(health)
  server = createGrpcServer({
    definition,
    handlers: handlers as never,
    identity: testIdentity('auth'),
    log: quietLogger(),
    metrics,
  })
  const port = await server.listen('127.0.0.1:0')
  client = createGrpcClient({
    definition: HealthService,
    identity: testIdentity('gateway'),
    address: `127.0.0.1:${port}`,
  })
})
afterEach(async () => {
  health.stopping()
  client.close()
  await server.close()
  await health.close()
})

/** Resolves once the process has looked at its rights again. */
async function rightsRead(): Promise<void> {
  const reads = jest.spyOn(metrics.rights, 'values')
  await eventually(() => reads.mock.calls.length > 0)
  reads.mockRestore()
}

const probe = async (path: string): Promise<number> => (await fetch(`http://127.0.0.1:${health.port}${path}`)).status
const status = async (): Promise<Status> => (await client.check({ service: '' })).status

describe('a process', () => {
  test('serves probes and metrics on this machine alone by default', async () => {
    const elsewhere = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')?.address
    const open = async (on: Health, host: string): Promise<boolean> =>
      fetch(`http://${host}:${on.port}/metrics`).then(
        () => true,
        () => false,
      )
    expect(await open(health, '127.0.0.1')).toBe(true)
    if (elsewhere === undefined) return
    expect(await open(health, elsewhere)).toBe(false)
    process.env['HEALTH_HOST'] = '::'
    const wide = createHealth({ port: 0, metrics: createMetrics('wide'), log: quietLogger() })
    delete process.env['HEALTH_HOST']
    await wide.listen()
    expect(await open(wide, elsewhere)).toBe(true)
    await wide.close()
  })

  test('is not ready while a store refuses rights, and says which', async () => {
    metrics.rights.set('redis', undefined)
    health.started()
    const readyz = async () => (await fetch(`http://127.0.0.1:${health.port}/readyz`)).text()
    await rightsRead()
    expect(await probe('/readyz')).toBe(503)
    metrics.rights.set('redis', ['Redis: the user of auth may not run hset'])
    expect(await readyz()).toBe('not ready: Redis: the user of auth may not run hset')
    expect(await status()).toBe(Status.NOT_SERVING)
    metrics.rights.set('redis', [])
    await eventually(async () => expect([await status(), await readyz()]).toEqual([Status.SERVING, 'ready']))
  })

  test('becomes ready without an answer about rights after three seconds', async () => {
    metrics.rights.set('nats', undefined)
    health.started()
    await rightsRead()
    nowMs = 2_999
    await rightsRead()
    expect(await probe('/readyz')).toBe(503)
    nowMs = 3_000
    await eventually(async () => expect(await probe('/readyz')).toBe(200))
  })

  test('is ready from its start until it begins to stop', async () => {
    expect([await status(), await probe('/readyz')]).toEqual([Status.NOT_SERVING, 503])
    health.started()
    await eventually(async () => expect([await status(), await probe('/readyz')]).toEqual([Status.SERVING, 200]))
    health.stopping()
    expect([await status(), await probe('/readyz')]).toEqual([Status.NOT_SERVING, 503])
  })

  test('becomes ready once all its stores have answered', async () => {
    const up = { postgres: true, redis: false }
    let asked = 0
    metrics.dependencies.set('postgres', async () => up.postgres)
    metrics.dependencies.set('redis', () => {
      asked += 1
      if (!up.redis) throw new Error('away')
      return true
    })
    health.started()
    await eventually(() => expect(asked).toBeGreaterThan(1))
    expect(await status()).toBe(Status.NOT_SERVING)
    up.redis = true
    await eventually(async () => expect(await status()).toBe(Status.SERVING))
  })

  test('stays ready while a store is unavailable for a moment, and is not ready while it is for longer', async () => {
    let able: Availability = true
    metrics.dependencies.set('postgres', async () => able)
    health.started()
    await eventually(async () => expect(await status()).toBe(Status.SERVING))
    able = 'read-only'
    const said = async (): Promise<string> => (await fetch(`http://127.0.0.1:${health.port}/readyz`)).text()
    await eventually(async () => expect(await said()).toBe('ready: without postgres (read-only)'))
    nowMs += 4_999
    expect([await status(), await probe('/readyz'), await probe('/healthz')]).toEqual([Status.SERVING, 200, 200])
    nowMs += 1
    await eventually(async () => expect(await said()).toBe('not ready: without postgres (read-only)'))
    expect([await status(), await probe('/readyz'), await probe('/healthz')]).toEqual([Status.NOT_SERVING, 503, 200])
    expect(await metrics.registry.metrics()).toMatch(/kla_dependency_up\{dependency="postgres",.*\} 0\n/)
    able = true
    await eventually(async () => expect([await status(), await said()]).toEqual([Status.SERVING, 'ready']))
  })

  test('stays ready without the stores that it works without', async () => {
    let able: Availability = true
    const own = createMetrics('other')
    own.dependencies.set('nats', () => able)
    const other = createHealth({
      port: 0,
      metrics: own,
      log: quietLogger(),
      worksWithout: ['nats'],
      watchEveryMs: 100,
      now: () => nowMs,
    })
    await other.listen()
    const probed = async () => {
      const response = await fetch(`http://127.0.0.1:${other.port}/readyz`)
      return [response.status, await response.text()]
    }
    other.started()
    await eventually(async () => expect(await probed()).toEqual([200, 'ready']))
    able = 'lost'
    await eventually(async () => expect(await probed()).toEqual([200, 'ready: without nats (lost)']))
    nowMs += 60_000
    let asked = 0
    own.dependencies.set('nats', () => ((asked += 1), able))
    await eventually(() => expect(asked).toBeGreaterThan(1))
    expect(await probed()).toEqual([200, 'ready: without nats (lost)'])
    other.stopping()
    await other.close()
  })

  test('never becomes ready when it is stopped while it waits for a store', async () => {
    metrics.dependencies.set('redis', () => !health.serving() && health.stopped())
    health.started()
    health.stopping()
    expect(health.serving()).toBe(false)
    await eventually(async () => expect(await status()).toBe(Status.NOT_SERVING))
  })

  test('is not alive while a vital loop is silent, unless it starts or stops', async () => {
    const beat = health.heartbeat('deadlines')
    nowMs = 600_000
    expect(await probe('/healthz')).toBe(200)
    health.started()
    nowMs += 60_000
    expect(await probe('/healthz')).toBe(200)
    nowMs += 1
    const response = await fetch(`http://127.0.0.1:${health.port}/healthz`)
    expect([response.status, await response.text()]).toEqual([503, 'hanging: deadlines'])
    beat()
    expect(await probe('/healthz')).toBe(200)
    nowMs += 140_000
    health.stopping()
    expect(await probe('/healthz')).toBe(200)
  })
})

describe('the gRPC health service', () => {
  test('knows no other service', async () => {
    await expect(client.check({ service: 'kla.rooms.v1.RoomsService' })).rejects.toMatchObject({ reason: 'NOT_FOUND' })
  })

  test('notifies watchers of every change and ends when the process stops', async () => {
    const received: Status[] = []
    const watching = (async () => {
      for await (const { status } of client.watch({ service: '' }, { deadlineMs: 20_000 })) received.push(status)
    })()
    await eventually(() => expect(received).toEqual([Status.NOT_SERVING]))
    health.started()
    await eventually(() => expect(received).toEqual([Status.NOT_SERVING, Status.SERVING]))
    health.stopping()
    await watching
    expect(received).toEqual([Status.NOT_SERVING, Status.SERVING, Status.NOT_SERVING])
  })

  test('reports an unknown service as unknown for as long as it is watched', async () => {
    const leaving = new AbortController()
    const watching = client.watch({ service: 'other' }, { signal: leaving.signal })[Symbol.asyncIterator]()
    expect(await watching.next()).toEqual({ done: false, value: { status: Status.SERVICE_UNKNOWN } })
    leaving.abort()
    await expect(watching.next()).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
  })
})
