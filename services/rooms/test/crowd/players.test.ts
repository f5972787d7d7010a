import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createDatabase, createRedis, type Database, type Redis } from '@kla/chassis'
import { eventually, infrastructure, isolatedSchema, quietLogger, sized, uniqueName } from '@kla/testkit'
import { openMatchOf, type Pool } from '../../src/matchmaking/rules/ticket.js'
import { readTicket } from '../../src/matchmaking/ticket-store.js'
import { poolName } from '../../src/shared/rules/room.js'
import { createLocalBus } from '../matchmaking/world/local-bus.js'
import { createMatchLog, pairName } from '../matchmaking/world/match-log.js'
import { type Character, live, principalOf, type World } from '../matchmaking/world/player.js'
import { createPods, type Pods } from '../matchmaking/world/pods.js'
import { seatsTaken } from '../matchmaking/world/seat-snapshot.js'
import { createSeededRandom } from '../matchmaking/world/seeded-random.js'
import { createGateway, type SimulatedGateway } from '../matchmaking/world/simulated-gateway.js'
import { callOf } from '../matchmaking/world/simulated-pod.js'
import { ordinaryRoom } from '../platform.js'

const PLAYERS = sized(1_000, 10_000)
/** So many at a time; the next one comes when someone has gone. */
const AT_ONCE = sized(200, 400)
/** A few who keep searching among themselves: those who would meet again, and whom someone has blocked before. */
const REGULARS = sized(60, 120)
const REGULAR_POOL: Pool = { mode: 'stamina', category: 'trans' }
const POOLS: readonly Pool[] = [
  { mode: 'rush', category: 'default' },
  { mode: 'rush', category: 'gay' },
  { mode: 'stamina', category: 'default' },
]

const prefix = `${uniqueName('thousands')}:`
const random = createSeededRandom(20_261_121)
const base = Math.floor(Math.random() * 1_000_000_000) * 100_000
const matchLog = createMatchLog()
const localBus = createLocalBus()
let tables: Awaited<ReturnType<typeof isolatedSchema>>
let database: Database
let redis: Redis
let pods: Pods
let gateways: SimulatedGateway[] = []
let over = false
let looking: Promise<void> | undefined

beforeAll(async () => {
  tables = await isolatedSchema(fileURLToPath(new URL('../../migrations', import.meta.url)), 'thousands')
  const { postgresUrl, redisUrl } = infrastructure()
  database = createDatabase({ url: postgresUrl, schema: tables.schema, log: quietLogger(), max: 2, timeoutMs: 30_000 })
  redis = createRedis({ url: redisUrl, log: quietLogger(), commandTimeoutMs: 30_000 })
  pods = createPods({ prefix, schema: tables.schema, localBus })
})
afterAll(async () => {
  await stopWatching()
  await pods.stop()
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1_000 })) {
    if ((keys as string[]).length > 0) await redis.del(...(keys as string[]))
  }
  redis.disconnect()
  await database.end()
  await tables.drop()
})

const characters: Character[] = Array.from({ length: PLAYERS }, (_, at) => {
  const regular = at % Math.floor(PLAYERS / REGULARS) === 0
  return {
    accountId: base + at,
    pool: regular ? REGULAR_POOL : random.pick(POOLS),
    rounds: regular ? 4 : random.chance(0.05) ? 2 : 1,
    random: createSeededRandom(at),
  }
})
const regulars = characters.filter(({ pool }) => pool === REGULAR_POOL)

/** Ratings of people as they are: most in the middle. And blocks that exist from the start. */
async function history(): Promise<[number, number][]> {
  const ratings = characters.map(() => 1_000 + 250 * (random.next() + random.next() + random.next() + random.next()))
  await database.query('INSERT INTO ratings (account_id, rating) SELECT * FROM unnest($1::bigint[], $2::float8[])', [
    characters.map(({ accountId }) => accountId),
    ratings,
  ])
  const pairs = Array.from({ length: 600 }, (): [number, number] => [
    random.pick(regulars).accountId,
    random.pick(regulars).accountId,
  ]).filter(([blocker, blocked]) => blocker !== blocked)
  await database.query(
    `INSERT INTO blocks (blocker_id, blocked_id) SELECT * FROM unnest($1::bigint[], $2::bigint[])
     ON CONFLICT DO NOTHING`,
    [pairs.map(([blocker]) => blocker), pairs.map(([, blocked]) => blocked)],
  )
  return pairs
}

const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length * part)] ?? 0

async function keysLeft(): Promise<string[]> {
  const left: string[] = []
  for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1_000 })) left.push(...(keys as string[]))
  return [...new Set(left)].map((key) => key.slice(prefix.length))
}

async function stopWatching(): Promise<void> {
  over = true
  await looking
  await Promise.all(gateways.map((gateway) => gateway.stop()))
}

test(`${PLAYERS} players search, meet and leave without leaving anything in the stores`, async () => {
  const before = await history()
  const blockedBefore = new Set(before.map(pairName))
  for (let pod = 0; pod < 3; pod++) await pods.add()
  gateways = ['one', 'two', 'three'].map((name, at) =>
    createGateway(`g-${name}`, localBus, pods, createSeededRandom(-1 - at)),
  )
  const gatewayIds = gateways.map(({ id }) => id)

  const around = new Map([...POOLS, REGULAR_POOL].map((pool) => [poolName(pool), new Set<number>()]))
  const searching = (pool: Pool): Set<number> => around.get(poolName(pool)) ?? new Set()
  const world: World = { pods, gateways, matchLog, around: (pool) => [...searching(pool)] }

  const snapshots: string[][] = []
  looking = (async () => {
    while (!over) {
      snapshots.push(await seatsTaken(redis, prefix, gatewayIds))
      await sleep(250)
    }
  })()

  const begunMs = performance.now()
  let come = 0
  const visitor = async (): Promise<void> => {
    for (let next = characters[come++]; next; next = characters[come++]) {
      if (come === Math.floor(PLAYERS * 0.4)) pods.kill()
      if (come === Math.floor(PLAYERS * 0.6)) await pods.add()
      searching(next.pool).add(next.accountId)
      await live(world, next)
      searching(next.pool).delete(next.accountId)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitor))
  const tookMs = performance.now() - begunMs

  // What people left behind without a word ends by itself.
  await eventually(async () => {
    const left = await keysLeft()
    expect(left.filter((key) => /^\{match\}:(kept|due|pool)/.test(key))).toEqual([])
    expect(await seatsTaken(redis, prefix, gatewayIds)).toEqual([])
  }, 30_000)
  // What the killed pod held in its hands keeps no one from a seat.
  for (const key of (await keysLeft()).filter((left) => left.startsWith('seat:'))) {
    await pods.ask(random, (rpcs) =>
      rpcs.createRoom(ordinaryRoom(1), callOf(principalOf(Number(/\d+/.exec(key)?.[0])))),
    )
  }
  await stopWatching()
  await pods.stop()

  const withRoom = [...matchLog.matches.values()].filter(({ rooms }) => rooms.size > 0)
  const figures = {
    p50WaitMs: Math.round(quantile(matchLog.waits, 0.5)),
    p95WaitMs: Math.round(quantile(matchLog.waits, 0.95)),
    pairsPerSecond: Math.round((matchLog.matches.size / tookMs) * 1_000),
    seconds: Math.round(tookMs / 1_000),
    players: PLAYERS,
    pairs: matchLog.matches.size,
    rooms: withRoom.length,
    ...matchLog.counts,
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  // Otherwise nothing was proved.
  expect(withRoom.length).toBeGreaterThan(PLAYERS / 4)

  // Two who had a room do not meet again: the time for that is longer than all this takes.
  const met = withRoom.map(({ accepting }) => pairName(accepting.keys()))
  expect(new Set(met).size).toBe(met.length)

  for (const { asked, accepting, rooms } of matchLog.matches.values()) {
    expect(asked.size).toBeLessThanOrEqual(2)
    // No one was even asked about someone who was blocked before they came.
    if (asked.size === 2) expect(blockedBefore.has(pairName(asked))).toBe(false)
    if (rooms.size === 0) continue
    // A room was opened only for two who accepted, and it is one room.
    expect(accepting.size).toBe(2)
    expect(new Set(rooms.values()).size).toBe(1)
    // No block stood already when the last of them accepted.
    const blockedAt = matchLog.blocks.get(pairName(accepting.keys())) ?? Number.POSITIVE_INFINITY
    expect(blockedAt).toBeGreaterThan(Math.max(...accepting.values()))
  }

  // At no moment had anyone two seats.
  for (const taken of snapshots) expect(new Set(taken).size).toBe(taken.length)
  expect(Math.max(...snapshots.map((taken) => taken.length))).toBeGreaterThan(0)

  // What is remembered of searches is over, and will be forgotten.
  const left = await keysLeft()
  for (const key of left.filter((name) => name.startsWith('{match}:ticket:'))) {
    const [record, ttl] = await Promise.all([redis.hget(prefix + key, 'record'), redis.pttl(prefix + key)])
    if (record) expect(openMatchOf(readTicket(record))).toBeUndefined()
    expect(ttl).not.toBe(-1)
  }
  await eventually(async () => expect((await keysLeft()).filter((key) => key.includes(':lease:'))).toEqual([]))
}, 300_000)
