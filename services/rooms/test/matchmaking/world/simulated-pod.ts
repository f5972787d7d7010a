import {
  type Call,
  createDatabase,
  createMetrics,
  createPollSchedule,
  createRedis,
  KlaError,
  newId,
  type Principal,
  repeat,
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
import { createBlocks } from '../../../src/blocks/index.js'
import { readConfig } from '../../../src/config.js'
import { createMatchmaking, type Matchmaking } from '../../../src/matchmaking/index.js'
import { createMeetingStore } from '../../../src/meetings/store.js'
import { createSeats, type Seats } from '../../../src/seats/index.js'
import { createRoomsMetrics } from '../../../src/seats/metrics.js'
import { createDeadlines } from '../../../src/seats/timer-store.js'
import { sweepDeadlines } from '../../../src/seats/timers.js'
import { createKeys } from '../../../src/shared/redis.js'
import { TEST_INCIDENT_KEY, testIncidents } from '../../platform.js'
import type { LocalBus } from './local-bus.js'

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
  /** Its connections break in the middle of whatever it does: nothing more is stored, published or answered by it. */
  kill(): void
  /** Rejects when it is killed: callers that wait for an answer lose the connection. */
  readonly killed: Promise<never>
  stop(): Promise<void>
}

export interface Place {
  readonly prefix: string
  readonly schema: string
  readonly localBus: LocalBus
}

export const TIMES = { graceMs: 1_000, acceptMs: 2_500, keptMs: 3_500 }

const log = quietLogger()
const { signal } = new AbortController()

export const callOf = (principal?: Principal): Call => ({
  requestId: newId(),
  log,
  signal,
  principalToken: undefined,
  principal: async () => {
    if (!principal) throw new Error('no principal')
    return principal
  },
  administrator: () => Promise.reject(new Error('no administrator calls')),
})

/** A whole pod but for its servers: real stores, real sweeps. */
export async function startPod({ prefix, schema, localBus }: Place): Promise<SimulatedPod> {
  const { postgresUrl, redisUrl, natsUrl } = infrastructure()
  const config = readConfig({
    IDENTITY_DIR: 'unused',
    PRINCIPAL_PUBLIC_KEY: 'unused',
    AUDIT_PRIVATE_KEY: TEST_AUDIT.privateKey,
    INCIDENT_KEY: TEST_INCIDENT_KEY,
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
  const { bus, cut } = localBus.bus()
  const keys = createKeys(prefix)
  const blocks = createBlocks({
    database,
    bus,
    log,
    durable: 'unused',
    // Players block whom they like here: whom one may block is another suite's matter.
    hasMet: async () => true,
    disconnectSpectator: async () => undefined,
  })
  const seats: Seats = createSeats({
    redis,
    keys,
    bus,
    log,
    metrics,
    blocks,
    incidents: testIncidents,
    findBlockable: async () => undefined,
    now: Date.now,
    graceMs: TIMES.graceMs,
    leaseMs: config.gatewayLeaseMs,
    durable: 'unused',
    health: { heartbeat: () => () => undefined },
    endSearch: (accountId, reason) => matchmaking.endSearch(accountId, reason),
    recordMeetings: createMeetingStore(redis, keys).record,
    countLapse: (accountId, room) => matchmaking.countLapse(accountId, room),
  })
  const matchmaking: Matchmaking = createMatchmaking({
    ...seats,
    config,
    database,
    redis,
    bus,
    log,
    metrics,
    now: Date.now,
    isBlocked: blocks.isBlocked,
    blocksWithinPairs: blocks.blocksWithinPairs,
  })
  const graces = sweepDeadlines({
    rooms: seats.rooms,
    deadlines: createDeadlines(redis, keys),
    schedule: createPollSchedule({ atMostMs: 0 }),
    metrics: createRoomsMetrics(createMetrics('graces')),
  })
  const sweep = repeat({ name: 'graces', work: graces, everyMs: 500, log })
  await matchmaking.start?.()
  const death = new AbortController()
  const killed = new Promise<never>((_, reject) =>
    death.signal.addEventListener('abort', () => reject(new KlaError('UNAVAILABLE'))),
  )
  killed.catch(() => undefined)

  return {
    killed,
    rpcs: {
      ...(seats.handlers as unknown as Rpcs),
      ...(matchmaking.implementation.handlers as unknown as Rpcs),
      ...(blocks.implementation.handlers as unknown as Pick<Rpcs, 'blockPlayer'>),
    },
    kill() {
      death.abort()
      cut()
      redis.disconnect()
    },
    async stop() {
      const stopped = Promise.all([sweep.stop(), matchmaking.stop?.(), seats.published()])
      // What a dead one waited for never comes.
      if (!death.signal.aborted) await stopped
      redis.disconnect()
      await database.end()
    },
  }
}
