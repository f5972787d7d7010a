import {
  createDatabase,
  createLooking,
  createMetrics,
  createRedis,
  KlaError,
  newId,
  type Call,
  type Principal,
} from '@kla/chassis'
import type {
  AnswerMatchRequest,
  BlockPlayerRequest,
  CreateRoomRequest,
  DropTicketsRequest,
  FindMatchRequest,
  JoinRoomRequest,
  KeepTicketsRequest,
  KeepTicketsResponse,
  LeaveRoomRequest,
  MatchState,
  ReportConnectionsLostRequest,
  RoomResponse,
} from '@kla/proto'
import { infrastructure, quietLogger, TEST_AUDIT } from '@kla/testkit'
import { composeBlocks } from '../../../src/blocks/index.js'
import { composeMatchmaking } from '../../../src/matchmaking/index.js'
import { readConfig } from '../../../src/config.js'
import { createPublisher } from '../../../src/seats/updates.js'
import { createSeatedElsewhere, createSeating, endingSearches } from '../../../src/seats/sit-down.js'
import { every } from '../../../src/shared/module.js'
import { createOpenReserved } from '../../../src/seats/open-reserved.js'
import { createPasscodes } from '../../../src/seats/passcodes.js'
import { createRoomsMetrics } from '../../../src/seats/metrics.js'
import { createMeetingStore } from '../../../src/meetings/store.js'
import { createRooms } from '../../../src/seats/rooms.js'
import { sweepDeadlines } from '../../../src/seats/timers.js'
import { handlers } from '../../../src/seats/rpc.js'
import { createBars, createPasscodeTries, createSeatPointers } from '../../../src/seats/account-store.js'
import { createDeadlines, createGatewayLeases } from '../../../src/seats/timer-store.js'
import { createKeys } from '../../../src/shared/redis.js'
import { createOutbox } from '../../../src/seats/outbox-store.js'
import { createRoomStore } from '../../../src/seats/room-store.js'
import type { LocalNews } from './local-bus.js'

/** What people and gateways ask of a pod, without the cost of gRPC. */
export interface Rpcs {
  findMatch(request: FindMatchRequest, call: Call): Promise<MatchState>
  answerMatch(request: AnswerMatchRequest, call: Call): Promise<MatchState>
  cancelMatch(request: object, call: Call): Promise<unknown>
  keepTickets(request: KeepTicketsRequest, call: Call): Promise<KeepTicketsResponse>
  dropTickets(request: DropTicketsRequest, call: Call): Promise<unknown>
  blockPlayer(request: BlockPlayerRequest, call: Call): Promise<unknown>
  createRoom(request: CreateRoomRequest, call: Call): Promise<RoomResponse>
  joinRoom(request: JoinRoomRequest, call: Call): Promise<RoomResponse>
  leaveRoom(request: LeaveRoomRequest, call: Call): Promise<unknown>
  reportConnectionsLost(request: ReportConnectionsLostRequest, call: Call): Promise<unknown>
}

export interface SimulatedPod {
  readonly rpcs: Rpcs
  /** Its connections break in the middle of whatever it does: nothing more is stored, told or answered by it. */
  kill(): void
  /** Rejects when it is killed: whoever waits for an answer loses the connection. */
  readonly killed: Promise<never>
  stop(): Promise<void>
}

export interface Place {
  readonly prefix: string
  readonly schema: string
  readonly news: LocalNews
}

export const TIMES = { graceMs: 1_000, acceptMs: 2_500, keptMs: 3_500 }

const log = quietLogger()
const { signal } = new AbortController()

export const callOf = (principal?: Principal): Call => ({
  requestId: newId(),
  ...{ log, signal },
  principalToken: undefined,
  principal: async () => {
    if (!principal) throw new Error('nobody calls')
    return principal
  },
  administrator: () => Promise.reject(new Error('no administrator calls')),
})

/** A whole pod but for its servers: real stores, real sweeps. */
export async function startPod({ prefix, schema, news }: Place): Promise<SimulatedPod> {
  const { postgresUrl, redisUrl, natsUrl } = infrastructure()
  const config = readConfig({
    IDENTITY_DIR: 'unused',
    PRINCIPAL_PUBLIC_KEY: 'unused',
    AUDIT_PRIVATE_KEY: TEST_AUDIT.privateKey,
    POSTGRES_URL: postgresUrl,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: prefix,
    NATS_URL: natsUrl,
    RECONNECT_GRACE_MS: String(TIMES.graceMs),
    MATCH_ACCEPT_MS: String(TIMES.acceptMs),
    MATCH_TICKET_MS: String(TIMES.keptMs),
  })
  const metrics = createMetrics('rooms')
  const redis = createRedis({ url: redisUrl, log, commandTimeoutMs: 30_000 })
  const database = createDatabase({ url: postgresUrl, schema, log, max: 4, timeoutMs: 30_000 })
  const { bus, cut } = news.bus()
  const keys = createKeys(prefix)
  const pointers = createSeatPointers(redis, keys)
  const roomsMetrics = createRoomsMetrics(metrics)
  const publisher = createPublisher({ bus, outbox: createOutbox(redis, keys), log })
  const store = createRoomStore(redis, keys)
  const meetings = createMeetingStore(redis, keys)
  const rooms = createRooms({ store, pointers, meetings, publisher, graceMs: TIMES.graceMs, metrics: roomsMetrics, log })
  const blocks = composeBlocks({
    ...{ database, rooms, pointers },
    // Its players block whom they like: whom one may block is another suite's matter.
    findAcquaintance: async () => ({ meeting: undefined, namedInPublic: true }),
  })
  const matchmaking = composeMatchmaking({
    ...{ config, database, redis, keys, bus, log, metrics, rooms, pointers },
    now: Date.now,
    openReserved: createOpenReserved({ rooms, pointers }),
    blocked: blocks.blocked,
  })
  const seating = createSeating({ rooms, pointers, graceMs: TIMES.graceMs })
  const roomHandlers = handlers({
    ...{ rooms, pointers, leaseMs: config.GATEWAY_LEASE_MS, now: Date.now, blocked: blocks.blocked },
    sitDown: endingSearches(seating, matchmaking.searches, log),
    passcodes: createPasscodes({
      ...{ tries: createPasscodeTries(redis, keys), bars: createBars(redis, keys), metrics: roomsMetrics },
      seatedElsewhere: createSeatedElsewhere({ rooms, pointers }),
    }),
    publicList: async () => [],
    leases: createGatewayLeases(redis, keys, config.GATEWAY_LEASE_MS),
  })
  const graces = sweepDeadlines({
    rooms,
    deadlines: createDeadlines(redis, keys),
    looking: createLooking({ atMostMs: 0 }),
    metrics: roomsMetrics,
  })
  const sweep = every(500, 'graces', graces, log)
  await matchmaking.start?.()
  const death = new AbortController()
  const killed = new Promise<never>((_, reject) =>
    death.signal.addEventListener('abort', () => reject(new KlaError('UNAVAILABLE'))),
  )
  killed.catch(() => undefined)

  return {
    killed,
    rpcs: {
      ...roomHandlers,
      ...(matchmaking.implementation.handlers as unknown as Rpcs),
      ...(blocks.implementation.handlers as unknown as Pick<Rpcs, 'blockPlayer'>),
    },
    kill() {
      death.abort()
      cut()
      redis.disconnect()
    },
    async stop() {
      const stopped = Promise.all([sweep.stop(), matchmaking.stop?.(), publisher.settled()])
      // What a dead one waited for never comes.
      if (!death.signal.aborted) await stopped
      redis.disconnect()
      await database.end()
    },
  }
}
