import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from '@jest/globals'
import { createGrpcClient, createGrpcServer, createMetrics, type GrpcServer } from '@kla/chassis'
import { EvidenceServiceService, HealthService, MediaSignallingServiceService as definition } from '@kla/proto'
import { quietLogger, testIdentity } from '@kla/testkit'
import { shareChannel } from '../../src/grpc/channel.js'
import { type Door, openDoor } from '../support/door.js'

const opened: GrpcServer[] = []
const doors: Door[] = []
afterAll(async () => {
  for (const door of doors) door.close()
  await Promise.all(opened.map((server) => server.close(0)))
})

async function openDoorTo(server: GrpcServer): Promise<Door> {
  opened.push(server)
  const door = await openDoor(await server.listen('127.0.0.1:0'))
  doors.push(door)
  return door
}

/** A server behind a door. */
async function startCounted(connectionAgeMs?: number) {
  const server = createGrpcServer({
    definition,
    identity: testIdentity('media-signalling'),
    metrics: createMetrics('test'),
    log: quietLogger(),
    ...(connectionAgeMs === undefined ? {} : { connectionAgeMs }),
    handlers: {
      getPeers: async () => ({ start: undefined, watch: undefined }),
      mintProbe: async () => ({ iceServers: [], iceTransportPolicy: 'relay', expiresAtMs: 0 }),
    },
  })
  return openDoorTo(server)
}

test.each([
  [1, {}],
  [3, { connections: 3 }],
])('a client makes %p connections to a server, whatever the number of its calls', async (expected, options) => {
  const server = await startCounted()
  const client = createGrpcClient({
    definition,
    identity: testIdentity('gateway'),
    address: server.address,
    ...options,
  })
  for (let round = 0; round < 2; round++) {
    await Promise.all(Array.from({ length: 6 }, () => client.getPeers({ roomId: 'r', watchingSocketId: '' })))
  }
  client.close()
  expect(server.connections()).toBe(expected)
})

test('a server ends old connections without failing a call, so that clients look for new pods', async () => {
  const server = await startCounted(150)
  const client = createGrpcClient({ definition, identity: testIdentity('gateway'), address: server.address })
  const end = performance.now() + 1_500
  let calls = 0
  while (performance.now() < end) {
    await client.getPeers({ roomId: 'r', watchingSocketId: '' })
    calls += 1
  }
  client.close()
  expect(calls).toBeGreaterThan(5)
  expect(server.connections()).toBeGreaterThan(3)
})

describe('a stream whose connection is lost', () => {
  const { openEvidence } = EvidenceServiceService

  /** A server that loses its first connection once `answers` have been sent, with its client. */
  async function startLosing(answers: number) {
    let calls = 0
    let cut = (): void => undefined
    const server = createGrpcServer({
      definition: { openEvidence },
      identity: testIdentity('evidence'),
      metrics: createMetrics('test'),
      log: quietLogger(),
      handlers: {
        async *openEvidence() {
          calls += 1
          const first = calls === 1
          for (let sent = 0; sent < 3; sent++) {
            if (first && sent === answers) {
              // What was sent arrives before.
              await sleep(50)
              cut()
              return
            }
            yield { evidenceId: `${calls}.${sent}`, takenAtMs: 0, jpeg: Buffer.alloc(0) }
          }
        },
      },
    })
    const door = await openDoorTo(server)
    cut = door.cut
    const identity = testIdentity('gateway')
    return createGrpcClient({ definition: { openEvidence }, identity, address: door.address })
  }
  const answersOf = async (client: Awaited<ReturnType<typeof startLosing>>, into: string[]): Promise<void> => {
    for await (const { evidenceId } of client.openEvidence({ reportId: 1, sharp: false })) into.push(evidenceId)
  }

  test('is asked for again if nothing has arrived', async () => {
    const client = await startLosing(0)
    const received: string[] = []
    await answersOf(client, received)
    client.close()
    expect(received).toEqual(['2.0', '2.1', '2.2'])
  })

  test('fails if something has arrived, which nothing may repeat', async () => {
    const client = await startLosing(2)
    const received: string[] = []
    await expect(answersOf(client, received)).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    client.close()
    expect(received).toEqual(['1.0', '1.1'])
  })
})

test('clients of one service at one address share a channel until the last one closes it', async () => {
  const { address } = await startCounted()
  const identity = testIdentity('gateway')
  const [first, second] = [1, 2].map(() => shareChannel({ definition, address, identity, connections: 1 }))
  const other = shareChannel({ definition: HealthService, address, identity, connections: 1 })
  expect(second?.calls).toBe(first?.calls)
  // Its server may be any service of ours.
  expect(other.calls).not.toBe(first?.calls)
  const client = createGrpcClient({ definition, identity, address })
  for (let times = 0; times < 2; times++) first?.close()
  second?.close()
  expect(await client.getPeers({ roomId: 'r', watchingSocketId: '' })).toEqual({ start: undefined, watch: undefined })
  client.close()
  await expect(client.getPeers({ roomId: 'r', watchingSocketId: '' })).rejects.toMatchObject({ reason: 'INTERNAL' })
  other.close()
})
