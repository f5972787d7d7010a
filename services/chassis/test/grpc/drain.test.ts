import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from '@jest/globals'
import {
  createGrpcClient,
  createGrpcServer,
  createHealth,
  createMetrics,
  type GrpcServer,
  serveHealth,
} from '@kla/chassis'
import { MediaSignallingServiceService as definition } from '@kla/proto'
import { eventually, quietLogger, testIdentity } from '@kla/testkit'

const REQUEST = { roomId: 'r', watchingSocketId: '' }
const open: GrpcServer[] = []
afterAll(() => Promise.all(open.map((server) => server.close(0))))

/** A pod that answers every call after `thinkMs`, and counts them. */
async function startPod(thinkMs: number) {
  const metrics = createMetrics('test')
  const health = createHealth({ port: 0, metrics, log: quietLogger() })
  const pod = { calls: 0, underWay: 0, health }
  const server = createGrpcServer({
    definition,
    identity: testIdentity('media-signalling'),
    metrics,
    log: quietLogger(),
    more: [serveHealth(health)],
    handlers: {
      async getPeers() {
        pod.calls += 1
        pod.underWay += 1
        await sleep(thinkMs, undefined, { ref: false })
        pod.underWay -= 1
        return { start: undefined, watch: undefined }
      },
      mintProbe: async () => ({ iceServers: [], iceTransportPolicy: 'relay', expiresAtMs: 0 }),
    },
  })
  open.push(server)
  health.started()
  return Object.assign(pod, { server, port: await server.listen('127.0.0.1:0') })
}

describe('a draining server', () => {
  test('finishes open calls and refuses none when a pod leaves', async () => {
    const [leaving, staying] = [await startPod(50), await startPod(5)]
    const address = `127.0.0.1:${leaving.port},127.0.0.1:${staying.port}`
    const client = createGrpcClient({
      definition,
      identity: testIdentity('gateway'),
      address,
      deadlineMs: 20_000,
      attemptMs: 10_000,
    })
    const calls: Promise<unknown>[] = []
    const calling = setInterval(() => {
      for (let times = 0; times < 10; times++) calls.push(client.getPeers(REQUEST))
    }, 5)

    await eventually(() => leaving.underWay > 10 && staying.calls > 10)
    leaving.health.stopping()
    await leaving.server.close()
    expect(leaving.underWay).toBe(0)
    const [before, elsewhere] = [leaving.calls, staying.calls]
    await eventually(() => staying.calls > elsewhere + 100)
    clearInterval(calling)

    const ends = await Promise.allSettled(calls)
    client.close()
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(leaving.calls).toBe(before)
    expect(staying.calls).toBeGreaterThan(0)
  })

  test('waits no longer than its grace period for a call that never ends', async () => {
    const stuck = await startPod(600_000)
    const client = createGrpcClient({
      definition,
      identity: testIdentity('gateway'),
      address: `127.0.0.1:${stuck.port}`,
      once: ['getPeers'],
    })
    const call = client.getPeers(REQUEST, { deadlineMs: 60_000 })
    await eventually(() => stuck.underWay === 1)
    const closing = stuck.server.close(100)
    await expect(call).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    await closing
    client.close()
  })
})
