import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createRedis } from '@kla/chassis'
import { eventually, infrastructure, quietLogger } from '@kla/testkit'
import { createPresence } from '../../src/battle/presence-store.js'
import { createEngines, type Engines } from '../support/engine.js'

const AWAY_MS = 14 * 60_000
let engines: Engines

beforeEach(async () => {
  engines = await createEngines()
})
afterEach(() => engines.close())

/** Kills every engine, and lets the last sign of one be so long ago when the next comes. */
async function away(ms: number): Promise<void> {
  const redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger() })
  const key = `${engines.config.redisPrefix}presence`
  const lastSign = Number(await redis.hget(key, 'aliveAtMs'))
  expect(lastSign).toBeGreaterThan(0)
  await redis.hset(key, 'aliveAtMs', lastSign - ms)
  redis.disconnect()
}

async function killWhile(begun: string, ms: number): Promise<void> {
  const [one, other] = [await engines.pod(), await engines.pod()]
  await engines.player(1).ready(one, begun)
  await engines.player(2).ready(other, begun)
  await engines.watch.until(begun, 'promptGif')
  one.kill()
  other.kill()
  await away(ms)
  await engines.pod()
}

test('a battle without any engine for a while ends without a winner and does not count', async () => {
  const roomId = engines.rooms.open([1, 2])
  await killWhile(roomId, AWAY_MS)
  await engines.watch.until(roomId, 'noUnanimousWinner')
  const finished = await eventually(() => engines.watch.finished.get(roomId)?.[0] ?? false)
  expect(finished).toMatchObject({ counted: false, winnerId: 0 })
  const { rows } = await engines.database.query('SELECT reason, counted FROM battles')
  expect(rows).toEqual([{ reason: 'interrupted', counted: false }])
})

test('a battle continues when engines were down only for a moment', async () => {
  const roomId = engines.rooms.open([1, 2])
  await killWhile(roomId, 5_000)
  await engines.watch.until(roomId, 'promptGif', 2)
})

test('an engine that hung checks for an absence before it decides', async () => {
  const redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger() })
  let uptimeMs = 0
  const presence = createPresence(redis, `${engines.config.redisPrefix}hung:`, {
    absenceMs: 30_000,
    uptimeMs: () => uptimeMs,
  })
  expect(await presence.absentUntilMs()).toBe(0)
  await redis.hincrby(`${engines.config.redisPrefix}hung:presence`, 'aliveAtMs', -AWAY_MS)
  expect(await presence.absentUntilMs()).toBe(0)
  uptimeMs += AWAY_MS
  expect(await presence.absentUntilMs()).toBeGreaterThan(0)
  redis.disconnect()
})
