import { fileURLToPath } from 'node:url'
import { type Bus, createBus, createDatabase, type GrpcClient, newId, type Principal, type Service } from '@kla/chassis'
import {
  AuditRecorded,
  type CreateRoomRequest,
  EVENTS_STREAM,
  type Room,
  RoomsServiceService as definition,
  RoomUpdate,
  subjects,
} from '@kla/proto'
import {
  createTestClient,
  createTestPrincipals,
  infrastructure,
  isolatedSchema,
  quietLogger,
  TEST_AUDIT,
  testIdentityDirectory,
  type TestPrincipals,
  uniqueName,
} from '@kla/testkit'
import { Redis } from 'ioredis'
import { readConfig } from '../src/config.js'
import { createIncidents } from '../src/meetings/incident.js'
import { createPublicNames } from '../src/meetings/store.js'
import { createService, type Overrides } from '../src/service.js'
import { createKeys } from '../src/shared/redis.js'

export type RoomsClient = GrpcClient<typeof definition>

export interface Pod {
  readonly client: RoomsClient
  readonly service: Service
  /** It answers and sweeps no more. */
  kill(): Promise<void>
}

export interface JoinFields {
  readonly passcode?: string
  readonly socketId?: string
  readonly gatewayId?: string
  readonly commandId?: string
  readonly veiledOnly?: boolean
  readonly invited?: boolean
}

/** A place of its own in the shared Redis, and as many pods of the service as a test wants. */
export interface Platform {
  readonly prefix: string
  readonly redis: Redis
  readonly bus: Bus
  /** The schema of this platform. */
  readonly tables: { readonly url: string; readonly schema: string }
  pod(overrides?: Overrides, environment?: Record<string, string>): Promise<Pod>
  principal(accountId: number, claims?: Partial<Principal>): Promise<{ principal: string }>
  /** An administrator who may do these things, whatever its role. */
  administrator(...permissions: string[]): Promise<{ principal: string }>
  /** The same, of this id. */
  administratorOf(id: number, ...permissions: string[]): Promise<{ principal: string }>
  /** The administrator with this id, who may judge. */
  judge(id: number): Promise<{ principal: string }>
  /** Opens a room; what is not given is ordinary. */
  create(client: RoomsClient, accountId: number, fields?: Partial<CreateRoomRequest>): Promise<Room>
  join(client: RoomsClient, accountId: number, roomId: string, fields?: JoinFields): Promise<Room>
  /** Puts accounts on a leaderboard, so that anyone may block them. */
  nameInPublic(...accountIds: number[]): Promise<void>
  /** Blocks so many made-up accounts, long ago. */
  fillBlockList(accountId: number, count: number): Promise<number[]>
  /** As PostgreSQL has them, in no order. */
  blocksOf(accountId: number): Promise<number[]>
  /** Room updates from now on, in the order of arrival. */
  updates(): Promise<RoomUpdate[]>
  /** Audit events from now on. */
  audited(): Promise<AuditRecorded[]>
  stop(): Promise<void>
}

// Accounts of different suites share nothing but must not be mistaken for each other in the stream of events.
let accounts = Math.floor(Math.random() * 1_000_000_000) * 1_000
export const newAccount = (): number => ++accounts

/** Of all test pods. */
export const TEST_INCIDENT_KEY = Buffer.alloc(32, 'incident').toString('base64')
export const testIncidents = createIncidents([Buffer.from(TEST_INCIDENT_KEY, 'base64')])

export const connectionOf = (accountId: number, socketId = `socket-${accountId}`, gatewayId = 'gateway-1') => ({
  socketId,
  gatewayId,
})

export const ordinaryRoom = (accountId: number): CreateRoomRequest => ({
  commandId: newId(),
  connection: connectionOf(accountId),
  name: 'Late evening',
  passcode: '',
  publicRoom: true,
  mode: 'rush',
  capacity: 2,
  category: 'default',
})

export const realBus = (): Promise<Bus> =>
  createBus({
    url: infrastructure().natsUrl,
    name: 'rooms-test',
    log: quietLogger(),
    events: { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] },
  })

export async function createPlatform(): Promise<Platform> {
  const tables = await isolatedSchema(fileURLToPath(new URL('../migrations', import.meta.url)), 'rooms')
  const principals: TestPrincipals = await createTestPrincipals()
  const prefix = `${uniqueName('rooms')}:`
  const { redisUrl, natsUrl } = infrastructure()
  const redis = new Redis(redisUrl)
  const bus = await realBus()
  const database = createDatabase({ ...tables, log: quietLogger(), max: 1 })
  const pods: Pod[] = []

  const principal: Platform['principal'] = async (accountId, claims = {}) => ({
    principal: await principals.sign({ accountId, ...claims }),
  })

  return {
    prefix,
    redis,
    bus,
    tables,
    principal,
    administrator: async (...permissions) => ({ principal: await principals.signAdministrator({ permissions }) }),
    administratorOf: async (id, ...permissions) => ({
      principal: await principals.signAdministrator({ id, name: `mod${id}`, permissions }),
    }),
    judge: async (id) => ({ principal: await principals.signAdministrator({ id, permissions: ['cups.judge'] }) }),
    async pod(overrides = {}, environment = {}) {
      const config = readConfig({
        GRPC_ADDRESS: '127.0.0.1:0',
        HEALTH_PORT: '0',
        IDENTITY_DIR: testIdentityDirectory('rooms'),
        PRINCIPAL_PUBLIC_KEY: principals.publicKeyPem,
        AUDIT_PRIVATE_KEY: TEST_AUDIT.privateKey,
        INCIDENT_KEY: TEST_INCIDENT_KEY,
        POSTGRES_URL: tables.url,
        POSTGRES_SCHEMA: tables.schema,
        REDIS_URL: redisUrl,
        REDIS_PREFIX: prefix,
        NATS_URL: natsUrl,
        EVENTS_DURABLE: prefix.slice(0, -1),
        // The tests' gateways renew nothing.
        GATEWAY_LEASE_MS: '600000',
        ...environment,
      })
      const service = await createService(config, { log: quietLogger(), ...overrides })
      await service.start()
      const client = createTestClient({ definition, address: `127.0.0.1:${service.ports.grpc}` })
      let killed: Promise<void> | undefined
      const pod: Pod = {
        service,
        client,
        kill: () => {
          client.close()
          return (killed ??= service.stop())
        },
      }
      pods.push(pod)
      return pod
    },
    async create(client, accountId, fields = {}) {
      const request: CreateRoomRequest = { ...ordinaryRoom(accountId), ...fields }
      return given(await client.createRoom(request, await principal(accountId)))
    },
    async join(client, accountId, roomId, { passcode = '', socketId, gatewayId, commandId = newId(), ...rest } = {}) {
      const connection = connectionOf(accountId, socketId, gatewayId)
      return given(
        await client.joinRoom({ commandId, connection, roomId, passcode, ...rest }, await principal(accountId)),
      )
    },
    nameInPublic: (...accountIds) => createPublicNames(redis, createKeys(prefix)).add(accountIds),
    async fillBlockList(accountId, count) {
      const blocked = Array.from({ length: count }, newAccount)
      await database.query(
        `INSERT INTO blocks (blocker_id, blocked_id, blocked_at)
         SELECT $1, blocked, now() - interval '1 day' FROM unnest($2::bigint[]) AS blocked`,
        [accountId, blocked],
      )
      return blocked
    },
    async blocksOf(accountId) {
      const { rows } = await database.query<{ blocked_id: number }>(
        'SELECT blocked_id FROM blocks WHERE blocker_id = $1',
        [accountId],
      )
      return rows.map((row) => row.blocked_id)
    },
    async updates() {
      const received: RoomUpdate[] = []
      await bus.subscribe(subjects.roomSeats('*'), ({ data }) => received.push(RoomUpdate.decode(data)))
      return received
    },
    async audited() {
      const received: AuditRecorded[] = []
      await bus.subscribe(subjects.eventAuditRecorded('rooms'), ({ data }) => received.push(AuditRecorded.decode(data)))
      return received
    },
    async stop() {
      await Promise.all(pods.map((pod) => pod.kill()))
      for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 1_000 })) {
        if ((keys as string[]).length > 0) await redis.del(...(keys as string[]))
      }
      redis.disconnect()
      await bus.close()
      await database.end()
      await tables.drop()
    },
  }
}

export function given({ room }: { room: Room | undefined }): Room {
  if (!room) throw new Error('an answer without a room')
  return room
}
