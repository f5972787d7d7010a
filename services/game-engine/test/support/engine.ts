import {
  createBus,
  createDatabase,
  createGrpcClient,
  createRedis,
  KlaError,
  newId,
  type Bus,
  type GrpcClient,
  type Redis,
} from '@kla/chassis'
import {
  FACTS_STREAM,
  GameEngineServiceService as definition,
  SeatChangeKind,
  SeatsChanged,
  subjects,
} from '@kla/proto'
import type { Category, Mode } from '@kla/proto/web'
import { createTestPrincipals, infrastructure, isolatedSchema, quietLogger, uniqueName } from '@kla/testkit'
import { connect, DeliverPolicy, AckPolicy } from 'nats'
import { fileURLToPath } from 'node:url'
import type { Rotations } from '../../src/clients/library.js'
import type { Seats } from '../../src/clients/rooms.js'
import type { Gif, RoomSnapshot, Timings } from '../../src/domain/index.js'
import { createService, readConfig, type Config, type Overrides, type Service } from '../../src/index.js'
import { Player } from './player.js'
import { removeKeys } from './remove-keys.js'
import { Watch } from './watch.js'

/** Short, but long enough that what a test does within a phase is done on a busy machine as well. */
export const quickTimings: Timings = {
  promptMs: 1_500,
  showMs: 1_200,
  voteMs: 1_500,
  resultMs: 1_000,
  capMs: { rush: 60_000, stamina: 60_000 },
  countedAfterMs: { rush: 0, stamina: 0 },
}

export const pool = (size: number): Gif[] =>
  Array.from({ length: size }, (_, at) => ({ id: at + 1, gifUrl: `https://gifs/${at + 1}`, thumbnail: `t/${at + 1}` }))

/** Rooms as the test says they are, told the way the rooms service tells of them. */
export class PretendedRooms implements Seats {
  readonly rooms = new Map<string, RoomSnapshot>()
  asked = 0

  constructor(private readonly bus: Bus) {}

  open(players: readonly number[], mode: Mode = 'rush', category: Category = 'default'): string {
    const roomId = newId()
    const seats = players.map((accountId) => ({ accountId, seatTakenAtMs: 1 }))
    this.rooms.set(roomId, { version: 1, mode, category, seats })
    return roomId
  }

  sit(roomId: string, accountId: number, seatTakenAtMs: number): void {
    const room = this.room(roomId)
    const seats = [...room.seats, { accountId, seatTakenAtMs }]
    this.rooms.set(roomId, { ...room, version: room.version + 1, seats })
  }

  /** The seat is free, and the fact of it stored. */
  async leave(roomId: string, accountId: number): Promise<void> {
    const room = this.room(roomId)
    const seat = room.seats.find((holder) => holder.accountId === accountId)
    if (!seat) throw new Error('nobody sits there')
    const seats = room.seats.filter((holder) => holder !== seat)
    const version = room.version + 1
    if (seats.length > 0) this.rooms.set(roomId, { ...room, version, seats })
    else this.rooms.delete(roomId)
    const fact = SeatsChanged.fromPartial({
      factId: newId(),
      news: {
        roomId,
        room: { id: roomId, version },
        changes: [{ kind: SeatChangeKind.LEFT, seat: { accountId, takenAtMs: seat.seatTakenAtMs } }],
        closedReason: seats.length > 0 ? '' : 'empty',
      },
    })
    await this.bus.publishFact(subjects.factSeatsChanged, fact.factId, SeatsChanged.encode(fact).finish())
  }

  getRoom(roomId: string): Promise<RoomSnapshot> {
    this.asked++
    const room = this.rooms.get(roomId)
    return room ? Promise.resolve(room) : Promise.reject(new KlaError('ROOM_NOT_FOUND'))
  }

  close(): void {}

  private room(roomId: string): RoomSnapshot {
    const room = this.rooms.get(roomId)
    if (!room) throw new Error('there is no such room')
    return room
  }
}

export class PretendedLibrary implements Rotations {
  down = false
  constructor(public gifs: readonly Gif[]) {}
  listRotation(): Promise<{ version: string; gifs: readonly Gif[] }> {
    if (this.down) return Promise.reject(new KlaError('UNAVAILABLE'))
    return Promise.resolve({ version: newId(), gifs: this.gifs })
  }
  close(): void {}
}

export type Client = GrpcClient<typeof definition>

/** One engine process, as far as it matters, and how to reach it. */
export interface Pod {
  readonly service: Service
  readonly client: Client
  readonly redis: Redis
  readonly line: Line
  /** From now on nothing that it does reaches anybody, as if the process were gone. */
  kill(): void
}

/** A bus that can be cut: nothing passes then, as with a server that is down or a process that has died. */
export class Line {
  cut = false
  /** Called before anything is published. */
  beforePublish: () => void = () => undefined

  constructor(private readonly bus: Bus) {}

  asBus(): Bus {
    const { bus } = this
    return {
      ...bus,
      connected: () => !this.cut && bus.connected(),
      publish: (subject, data) => {
        this.beforePublish()
        if (!this.cut) bus.publish(subject, data)
      },
      flush: () => (this.cut ? Promise.reject(new Error('cut')) : bus.flush()),
      publishFact: (subject, id, data) =>
        this.cut ? Promise.reject(new Error('cut')) : bus.publishFact(subject, id, data),
      consumeFacts: (options, handler) =>
        bus.consumeFacts(options, (message) => (this.cut ? Promise.reject(new Error('cut')) : handler(message))),
    }
  }
}

/** Engines that share a Redis prefix, a schema and a durable of their own; real Redis, PostgreSQL and NATS. */
export async function createEngines(change: Partial<Config> = {}) {
  const { redisUrl, natsUrl } = infrastructure()
  const log = quietLogger()
  const tables = await isolatedSchema(fileURLToPath(new URL('../../migrations', import.meta.url)), 'engine')
  const principals = await createTestPrincipals()
  const durable = uniqueName('game-engine')
  const facts = { stream: FACTS_STREAM, subjects: [subjects.factsAll] }
  const bus = await createBus({ url: natsUrl, name: 'test', log, facts })
  const rooms = new PretendedRooms(bus)
  const library = new PretendedLibrary(pool(40))
  const database = createDatabase({ url: tables.url, schema: tables.schema, log })
  await consumeFromNowOn(natsUrl, durable)
  const watch = await Watch.create(bus)
  const breaker = createRedis({ url: redisUrl, log })
  const tokens = new Map<number, Promise<string>>()

  const config: Config = {
    ...readConfig({
      PRINCIPAL_PUBLIC_KEY: principals.publicKeyPem,
      POSTGRES_URL: tables.url,
      POSTGRES_SCHEMA: tables.schema,
      REDIS_URL: redisUrl,
      REDIS_PREFIX: `${uniqueName('kla-test')}:`,
      NATS_URL: natsUrl,
      FACTS_DURABLE: durable,
      ROOMS_ADDRESS: 'unused',
      LIBRARY_ADDRESS: 'unused',
      GRPC_ADDRESS: '127.0.0.1:0',
      HEALTH_PORT: '0',
    }),
    timings: quickTimings,
    ...change,
  }
  const pods: Pod[] = []

  /** What a call for an account carries. */
  const as = async (accountId: number): Promise<{ principal: string }> => {
    const token = tokens.get(accountId) ?? principals.sign({ accountId })
    tokens.set(accountId, token)
    return { principal: await token }
  }

  return {
    config,
    rooms,
    library,
    database,
    watch,
    bus,
    async pod(overrides: Overrides = {}): Promise<Pod> {
      const redis = createRedis({ url: redisUrl, log, autoPipelining: true })
      const line = new Line(await createBus({ url: natsUrl, name: 'game-engine', log, facts }))
      const service = await createService(config, { log, rooms, library, redis, bus: line.asBus(), ...overrides })
      await service.start()
      const address = `127.0.0.1:${service.ports.grpc}`
      const client = createGrpcClient({ definition, address, deadlineMs: 20_000, attemptMs: 5_000 })
      const kill = (): void => {
        line.cut = true
        redis.disconnect()
      }
      const pod = { service, client, redis, line, kill }
      pods.push(pod)
      return pod
    },
    /** Ends a process' connection to Redis from the other side. */
    async breakRedis(pod: Pod): Promise<void> {
      const id = await pod.redis.client('ID')
      await breaker.client('KILL', 'ID', id)
    },
    as,
    player: (accountId: number) => new Player(accountId, as),
    async close(): Promise<void> {
      for (const pod of pods) pod.client.close()
      await Promise.all(pods.map((pod) => pod.service.stop()))
      await forgetConsumer(natsUrl, durable)
      await bus.close()
      await database.end()
      await tables.drop()
      await removeKeys(breaker, config.redisPrefix)
      breaker.disconnect()
    },
  }
}

export type Engines = Awaited<ReturnType<typeof createEngines>>

/** Other suites have stored facts before; a consumer that exists already is used as it is. */
async function consumeFromNowOn(url: string, durable: string): Promise<void> {
  const connection = await connect({ servers: url })
  const manager = await connection.jetstreamManager()
  await manager.consumers.add(FACTS_STREAM, {
    durable_name: durable,
    filter_subject: subjects.factSeatsChanged,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.New,
  })
  await connection.close()
}

async function forgetConsumer(url: string, durable: string): Promise<void> {
  const connection = await connect({ servers: url })
  await (await connection.jetstreamManager()).consumers.delete(FACTS_STREAM, durable)
  await connection.close()
}
