import { fileURLToPath } from 'node:url'
import {
  createBus,
  createDatabase,
  createRedis,
  EVERYTHING,
  type GrpcClient,
  type Redis,
  type Service,
} from '@kla/chassis'
import { EVENTS_STREAM, GameEngineServiceService as definition, subjects } from '@kla/proto'
import {
  consumeFromNowOn,
  createTestClient,
  createTestPrincipals,
  forgetConsumer,
  infrastructure,
  isolatedSchema,
  quietLogger,
  TEST_AUDIT,
  testIdentityDirectory,
  uniqueName,
} from '@kla/testkit'
import { isPlayed, type RotationGif } from '../../src/battle/rules/battle.js'
import type { Timings } from '../../src/battle/rules/step.js'
import { createBattleStore } from '../../src/battle/store.js'
import { type Config, readConfig } from '../../src/config.js'
import { createService, type Overrides } from '../../src/service.js'
import { FakeCommerce } from './fake-commerce.js'
import { FakeLibrary } from './fake-library.js'
import { FakeRooms } from './fake-rooms.js'
import { Line } from './line.js'
import { Outside } from './outside.js'
import { Player } from './player.js'
import { removeKeys } from './remove-keys.js'
import { Watch } from './watch.js'

/** Short, but long enough that what a test does within a phase is done on a busy machine as well. */
export const quickTimings: Timings = {
  promptMs: 1_500,
  showMs: 1_200,
  voteMs: 1_500,
  resultMs: 1_000,
  pauseRoundMs: 2_000,
  pauseBattleMs: 3_000,
  capMs: { rush: 60_000, stamina: 60_000 },
  countedAfterMs: { rush: 0, stamina: 0 },
}

/** Longer than any test lasts on the slowest machine. */
const LONG_MS = 3_600_000
/** No prompt ends by itself; see {@link Engines}' endPhase. */
export const patientTimings: Timings = {
  ...quickTimings,
  promptMs: LONG_MS,
  capMs: { rush: 2 * LONG_MS, stamina: 2 * LONG_MS },
}

/** No one has told what they show. */
export const pool = (size: number): RotationGif[] =>
  Array.from({ length: size }, (_, at) => {
    const id = at + 1
    return { id, gifUrl: `https://gifs/${id}`, thumbnail: `t/${id}`, acts: null }
  })

export type Client = GrpcClient<typeof definition>

/** One engine process, as far as it matters, and how to reach it. */
export interface Pod {
  readonly service: Service
  readonly client: Client
  readonly redis: Redis
  readonly line: Line
  readonly outside: Outside
  /** From now on nothing that it does reaches anyone, as if the process were gone. */
  kill(): void
}

/** Engines that share a Redis prefix, a schema and a durable of their own; real Redis, PostgreSQL and NATS. */
export async function createEngines(change: Partial<Config> = {}) {
  const { redisUrl, natsUrl } = infrastructure()
  const log = quietLogger()
  const tables = await isolatedSchema(fileURLToPath(new URL('../../migrations', import.meta.url)), 'engine')
  const principals = await createTestPrincipals()
  const durable = uniqueName('game-engine')
  const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }
  const bus = await createBus({ url: natsUrl, name: 'test', log, events })
  const rooms = new FakeRooms(bus)
  const library = new FakeLibrary(pool(40))
  const commerce = new FakeCommerce()
  const database = createDatabase({ url: tables.url, schema: tables.schema, log })
  await consumeFromNowOn(natsUrl, durable, subjects.eventSeatsFreed)
  const watch = await Watch.create(bus)
  const breaker = createRedis({ url: redisUrl, log })
  const tokens = new Map<number, Promise<string>>()

  const config: Config = {
    ...readConfig({
      PRINCIPAL_PUBLIC_KEY: principals.publicKeyPem,
      AUDIT_PRIVATE_KEY: TEST_AUDIT.privateKey,
      POSTGRES_URL: tables.url,
      POSTGRES_SCHEMA: tables.schema,
      REDIS_URL: redisUrl,
      REDIS_PREFIX: `${uniqueName('kla-test')}:`,
      NATS_URL: natsUrl,
      EVENTS_DURABLE: durable,
      ROOMS_ADDRESS: 'unused',
      LIBRARY_ADDRESS: 'unused',
      COMMERCE_ADDRESS: 'unused',
      GRPC_ADDRESS: '127.0.0.1:0',
      HEALTH_PORT: '0',
      IDENTITY_DIR: testIdentityDirectory('game-engine'),
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
    commerce,
    database,
    watch,
    bus,
    /** `connects`: by a connection of its own to the NATS of the settings, past the line. */
    async pod(overrides: Overrides = {}, { connects = false } = {}): Promise<Pod> {
      const redis = createRedis({ url: redisUrl, log })
      const line = new Line(await createBus({ url: natsUrl, name: 'game-engine', log, events }))
      const outside = new Outside()
      const service = await createService(config, {
        log,
        rooms,
        library: outside.library(library),
        commerce: outside.commerce(commerce),
        redis: outside.redis(redis),
        ...(connects ? {} : { bus: line.asBus() }),
        ...overrides,
      })
      await service.start()
      const address = `127.0.0.1:${service.ports.grpc}`
      const client = createTestClient({ definition, address, deadlineMs: 20_000, attemptMs: 5_000 })
      const kill = (): void => {
        line.cut = true
        redis.disconnect()
        outside.around = () => Promise.reject(new Error('the process is gone'))
      }
      const pod = { service, client, redis, line, outside, kill }
      pods.push(pod)
      return pod
    },
    /** Ends a process' connection to Redis from the other side. */
    async breakRedis(pod: Pod): Promise<void> {
      const id = await pod.redis.client('ID')
      await breaker.client('KILL', 'ID', id)
    },
    /** Lets the time of the phase that a room is in be over now. */
    async endPhase(roomId: string): Promise<void> {
      const store = createBattleStore(breaker, config.redisPrefix)
      let outcome: string | undefined
      while (outcome !== 'committed') {
        const { battle, version, token, nowMs } = await store.load(roomId)
        if (!battle || !isPlayed(battle)) throw new Error('no battle is on in this room')
        ;({ outcome } = await store.commit({ version, token, battle: { ...battle, deadlineMs: nowMs }, effects: [] }))
      }
    },
    as,
    /** What a call for a banned account carries. */
    asBanned: async (accountId: number) => ({
      principal: await principals.sign({ accountId, restrictions: [{ scope: EVERYTHING, untilMs: 0 }] }),
    }),
    /** What a call of a moderator carries. */
    asAdministrator: async (permissions: readonly string[]) => ({
      principal: await principals.signAdministrator({ id: 900, permissions }),
    }),
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
