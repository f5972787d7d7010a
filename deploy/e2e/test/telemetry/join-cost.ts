import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Bot, createBot, OPEN_ROOM, partPair, seatPair, type Session, signIn } from '@kla/bots'
import { createRedis, natsServers } from '@kla/chassis'
import { SeatsChanged } from '@kla/proto'
import { eventually, quietLogger, uniqueName } from '@kla/testkit'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { type RedisWatch, scrapeAll, watchRedis } from '../../src/platform/index.js'
import { platform } from './platform.js'

/**
 * What a join costs stores and services, counted. Each script is a round trip, and each call and event wakes two
 * processes: a change that raises a number here has to be worth it.
 */

interface Player {
  readonly session: Session
  readonly bot: Bot
  /** Names in Redis of the session and the account. */
  readonly names: readonly string[]
}

const QUIET_MS = 500
/** Longer than the loss of a connection takes, so that the two changes do not meet. */
const RECONNECT_MS = 1_000

let redis: RedisWatch
let nats: NatsConnection
let host: Player
let guest: Player
let roomId = ''
const events: string[] = []

async function newPlayer(name: string, gateways: readonly string[]): Promise<Player> {
  const session = await signIn(platform.url, uniqueName(name))
  const [, id = ''] = /^kla=([\w-]{43})/.exec(session.cookie) ?? []
  const key = `kla:auth:session:{${createHash('sha256').update(id).digest('base64url')}}`
  const store = createRedis({ url: platform.infrastructure.redis.url, log: quietLogger() })
  const account = await store.hget(key, 'account').finally(() => store.disconnect())
  if (account === null) throw new Error('the session is not where auth keeps sessions')
  return {
    session,
    bot: createBot({ session, gateways, reconnectDelayMs: RECONNECT_MS }),
    names: [key, `{${account}}`, `ticket:${account}`],
  }
}

async function comeBack({ client }: Bot): Promise<void> {
  const state = new Promise((resolve) => client.on('room-state', resolve))
  client.drop()
  await state
}

/** Methods that services call by the clock. */
const BY_CLOCK: ReadonlySet<string> = new Set([
  'renewGateway',
  'listRestrictions',
  'listRooms',
  'getActivity',
  'listRotation',
])

async function callsServed(): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const { name, labels, value } of (await scrapeAll(platform)).get('kla_grpc_served_seconds')?.samples ?? []) {
    const { method = '' } = labels
    if (name.endsWith('_count') && !BY_CLOCK.has(method)) counts.set(method, (counts.get(method) ?? 0) + value)
  }
  return counts
}

interface Counted {
  readonly scripts: number
  /** Commands of scripts, and others. */
  readonly commands: number
  readonly events: number
  readonly calls: Readonly<Record<string, number>>
}

/** Counts what `work` of a player causes, once nothing more happens. */
async function countOf({ names }: Player, work: () => Promise<unknown>): Promise<Counted> {
  const before = await callsServed()
  redis.clear()
  events.length = 0
  await work()
  const seen = () => redis.callsNaming([...names, roomId])
  let calls = seen()
  await eventually(async () => {
    const last = calls.length
    await sleep(QUIET_MS)
    calls = seen()
    expect(calls).toHaveLength(last)
  }, 20_000)
  const served = [...(await callsServed())].map(
    ([method, times]) => [method, times - (before.get(method) ?? 0)] as const,
  )
  return {
    scripts: calls.filter(({ isScript }) => isScript).length,
    commands: calls.reduce((sum, { commands }) => sum + commands.length, 0),
    events: events.filter((named) => named === roomId).length,
    calls: Object.fromEntries(served.filter(([, times]) => times > 0)),
  }
}

describe('the cost of a seat', () => {
  beforeAll(async () => {
    const servers = platform.running('gateway').map(({ url }) => [url])
    const gateways = { first: servers[0] ?? [], second: servers[1] ?? [] }
    // Scripts are sent whole once, and gateways registered.
    const warm = await seatPair({
      url: platform.url,
      name: uniqueName('warm'),
      gateways,
      reconnectDelayMs: RECONNECT_MS,
    })
    await comeBack(warm.second)
    await partPair(warm)
    redis = await watchRedis(platform)
    nats = await connect(natsServers(platform.infrastructure.nats.url))
    nats.subscribe('kla.events.rooms.>', {
      callback: (_, { data }) => void events.push(SeatsChanged.decode(data).update?.roomId ?? ''),
    })
    await nats.flush()
    host = await newPlayer('host', gateways.first)
    guest = await newPlayer('guest', gateways.second)
  }, 60_000)

  afterAll(async () => {
    for (const player of [host, guest]) await player?.bot.client.close()
    redis?.stop()
    await nats?.close()
  }, 60_000)

  test('stays what it is for a player who connects and creates a room', async () => {
    const counted = await countOf(host, async () => {
      await host.bot.client.connect()
      const created = await host.bot.must('create-room', OPEN_ROOM)
      roomId = created.roomId
    })
    expect(counted).toEqual({ scripts: 6, commands: 25, events: 0, calls: { resolveSession: 1, createRoom: 1 } })
  }, 60_000)

  test('stays what it is for a player who connects and joins a room', async () => {
    const counted = await countOf(guest, async () => {
      await guest.bot.client.connect()
      await guest.bot.must('join-room', { roomId, passcode: null, role: 'player' })
    })
    expect(counted).toEqual({ scripts: 10, commands: 45, events: 1, calls: { resolveSession: 1, joinRoom: 1 } })
  }, 60_000)

  test('stays what it is for a player who loses the connection and returns', async () => {
    expect(await countOf(guest, () => comeBack(guest.bot))).toEqual({
      scripts: 9,
      commands: 32,
      events: 1,
      calls: { resolveSession: 1, reportConnectionsLost: 1, resumeSeat: 1 },
    })
  }, 60_000)
})
