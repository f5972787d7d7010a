import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { nextTurn, type Pair, partPair } from '@kla/bots'
import { createRedis, natsServers } from '@kla/chassis'
import type { Platform } from '@kla/local'
import { EVENTS_STREAM } from '@kla/proto'
import type { ServerEventName } from '@kla/proto/web'
import { eventually, quietLogger, sized } from '@kla/testkit'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { faultsOf, playThrough, seatTestPair, startTestPlatform } from '../src/platform/index.js'

type Phase = 'prompt' | 'show' | 'vote'

/** What a battle shows, which the engine publishes over NATS. */
const FROM_NATS: ReadonlySet<string> = new Set<ServerEventName>([
  'prompt-gif',
  'show-gif',
  'end-game',
  'winner-confirmed',
  'no-unanimous-winner',
])
const BACK_WITHIN_MS = 5_000

let platform: Platform
let pairs: Pair[]

beforeAll(async () => {
  platform = await startTestPlatform('store-restarts')
  pairs = await Promise.all(Array.from({ length: 4 }, () => seatTestPair(platform)))
}, 90_000)
afterAll(async () => {
  await Promise.all((pairs ?? []).map(partPair))
  await platform?.close()
}, 60_000)

async function playWhile(phase: Phase, disturb: () => Promise<void>): Promise<void> {
  const [pair] = pairs
  const reached = pair && nextTurn(pair.first.client, phase, { withinMs: 30_000 })
  const battles = pairs.map((one) => playThrough(one))
  await reached
  await disturb()
  await Promise.all(battles)
}

describe('battles', () => {
  test.each(sized<readonly Phase[]>(['vote'], ['prompt', 'show', 'vote']))(
    'go on when Redis is restarted in the phase %s',
    async (phase) => {
      await playWhile(phase, () => platform.infrastructure.redis.restart({ downMs: 300 }))
      expect(faultsOf(pairs)).toEqual([])
    },
    60_000,
  )

  test('go on with every acknowledged command when Redis is killed and restarted', async () => {
    await playWhile('vote', () => platform.infrastructure.redis.restart({ how: 'SIGKILL', downMs: 300 }))
    expect(faultsOf(pairs)).toEqual([])
  }, 60_000)

  test('go on when the stream of events is deleted, which then exists again with its consumers', async () => {
    const connection = await connect(natsServers(platform.infrastructure.nats.url))
    const { streams } = await jetstreamManager(connection)
    const { consumer_count: before } = (await streams.info(EVENTS_STREAM)).state
    await playWhile('vote', async () => void (await streams.delete(EVENTS_STREAM)))
    expect(faultsOf(pairs)).toEqual([])
    const consumers = async () => (await streams.info(EVENTS_STREAM)).state.consumer_count
    await eventually(async () => expect(await consumers()).toBe(before), 20_000)
    await connection.close()
  }, 60_000)

  test.each(sized<readonly Phase[]>(['vote'], ['prompt', 'show', 'vote']))(
    'go on when NATS is restarted in the phase %s',
    async (phase) => {
      await playWhile(phase, () => platform.infrastructure.nats.restart({ downMs: 300 }))
      expect(faultsOf(pairs)).toEqual([])
    },
    60_000,
  )

  test.each([
    ['with its streams', false],
    ['without its streams', true],
  ])(
    'show each client every event within seconds when NATS is killed and returns after 3 s %s',
    async (_, emptied) => {
      let backAtMs = Infinity
      const firstAtMs = new Map<string, number>()
      const clients = pairs.flatMap(({ first, second }) => [first.client, second.client])
      const off = clients.map((client) =>
        client.onAny(({ event, atMs }) => {
          if (FROM_NATS.has(event) && atMs >= backAtMs && !firstAtMs.has(client.username))
            firstAtMs.set(client.username, atMs)
        }),
      )
      await playWhile('prompt', async () => {
        await platform.infrastructure.nats.restart({ how: 'SIGKILL', downMs: 3_000, emptied })
        backAtMs = Date.now()
      })
      off.forEach((end) => end())
      expect(faultsOf(pairs)).toEqual([])
      const tookMs = [...firstAtMs.values()].map((atMs) => atMs - backAtMs)
      expect(tookMs).toHaveLength(clients.length)
      expect(Math.max(...tookMs)).toBeLessThan(BACK_WITHIN_MS)
    },
    60_000,
  )
})

describe('a Redis without memory', () => {
  test('lets people leave, and answers what would begin something with 503 and when to try again', async () => {
    const redis = createRedis({ url: platform.infrastructure.redis.url, log: quietLogger() })
    const logIn = () => fetch(`${platform.url}/auth/discord`, { redirect: 'manual' })
    try {
      await redis.config('SET', 'maxmemory', '1')
      const refused = await logIn()
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
      for (const { roomId, first, second } of pairs) {
        for (const { client } of [first, second])
          expect(await client.send('leave-room', { roomId })).toMatchObject({ success: true })
      }
    } finally {
      await redis.config('SET', 'maxmemory', '0')
      redis.disconnect()
    }
    await eventually(async () => (await logIn()).status === 302)
  }, 60_000)
})
