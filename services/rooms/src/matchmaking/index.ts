import {
  type Bus,
  type Database,
  type EventConsumer,
  implement,
  type Logger,
  type Loop,
  type Metrics,
  newId,
  type Redis,
  repeat,
} from '@kla/chassis'
import { BattleFinished, MatchmakingServiceService, subjects } from '@kla/proto'
import type { Blocks, IsBlocked } from '../blocks/index.js'
import type { Config } from '../config.js'
import type { CountPlaying, FindRoomsRefusal, IsAwaited, IsSeatedElsewhere, OpenReserved } from '../seats/index.js'
import type { Module } from '../shared/module.js'
import type { Room } from '../shared/rules/room.js'
import { createDueMatches } from './due-store.js'
import { createMatchKeys } from './keys.js'
import { createMatchMetrics } from './metrics.js'
import { createOpenMatch } from './open-match.js'
import { createCandidates, createPoolFigures } from './pool-store.js'
import { createRatingStore, type RatingStore } from './rating-store.js'
import { matchmakingHandlers } from './rpc.js'
import { POOLS } from './rules/ticket.js'
import { createSearches } from './searches.js'
import { createTicketStore } from './ticket-store.js'
import { createPairing, sweepMatches, sweepUnkept } from './timers.js'
import { createStatePublisher } from './updates.js'

/** Matchmaking, as the other modules use it. */
export interface Matchmaking extends Module {
  endSearch(accountId: number, reason: 'seated' | 'banned'): Promise<unknown>
  /** Counts a player who never came to the room of a match, once. */
  countLapse(accountId: number, room: Pick<Room, 'id' | 'reservedFor'>): Promise<void>
}

export interface MatchmakingDeps {
  readonly config: Config
  readonly database: Database
  readonly redis: Redis
  readonly bus: Bus
  readonly log: Logger
  readonly metrics: Metrics
  readonly now: () => number
  readonly openReserved: OpenReserved
  readonly isSeatedElsewhere: IsSeatedElsewhere
  readonly isAwaited: IsAwaited
  readonly countPlaying: CountPlaying
  readonly findRefusal: FindRoomsRefusal
  readonly isBlocked: IsBlocked
  readonly blocksWithinPairs: Blocks['blocksWithinPairs']
}

const PAIRING_INTERVAL_MS = 250
const DUE_SWEEP_MS = 250
const UNKEPT_SWEEP_MS = 500
const COUNT_INTERVAL_MS = 5_000
const PRUNE_INTERVAL_MS = 3_600_000

export function createMatchmaking(deps: MatchmakingDeps): Matchmaking {
  const {
    config,
    database,
    redis,
    bus,
    log,
    now,
    openReserved,
    isSeatedElsewhere,
    isAwaited,
    countPlaying,
    findRefusal,
    isBlocked,
    blocksWithinPairs,
  } = deps
  const acceptMs = config.matchAcceptMs
  const keys = createMatchKeys(config.redisPrefix)
  const metrics = createMatchMetrics(deps.metrics)

  const { matchTicketMs: keptMs, matchRecentMs: recentMs, matchDeclinedMs: declinedMs } = config
  const store = createTicketStore(redis, keys, { keptMs, recentMs, declinedMs })
  const figures = createPoolFigures(redis, keys)
  const due = createDueMatches(redis, keys)
  const ratings = createRatingStore(database)

  /** True if a block keeps the account out of its reserved seat beside the others. */
  const isBarred = (accountId: number, reservedFor: readonly number[]): Promise<boolean> =>
    isBlocked(
      accountId,
      reservedFor.filter((id) => id !== accountId),
    )

  const searches = createSearches({
    store,
    publish: createStatePublisher({ bus, figures, acceptMs, log }),
    isAwaited: async (accountId, { roomId, accountIds }) =>
      (await isAwaited(accountId, roomId)) && !(await isBarred(accountId, accountIds)),
  })
  const opening = createOpenMatch({ store, searches, openReserved, isBlocked, figures, metrics, log })
  const pair = createPairing({
    figures,
    searches,
    isSeatedElsewhere,
    blocksWithinPairs,
    acceptMs,
    takeCandidates: createCandidates(redis, keys, newId()),
  })
  const count = async (): Promise<void> => {
    const figuresOf = await figures.read()
    metrics.waiting.set(POOLS.reduce((total, pool) => total + figuresOf(pool).waiting, 0))
  }

  let loops: Loop[] = []
  let battles: EventConsumer | undefined

  return {
    endSearch: (accountId, reason) => searches.end(accountId, reason),
    async countLapse(accountId, { id, reservedFor }) {
      if (!(await isBarred(accountId, reservedFor))) await store.countLapse(accountId, id)
    },
    implementation: implement(
      MatchmakingServiceService,
      matchmakingHandlers({
        searches,
        store,
        due,
        figures,
        ratings,
        isSeatedElsewhere,
        countPlaying,
        findRefusal,
        opening,
        metrics,
        acceptMs,
        now,
      }),
    ),
    async start() {
      loops = [
        repeat({ name: 'pairing', work: pair, everyMs: PAIRING_INTERVAL_MS, log }),
        repeat({
          name: 'due matches',
          work: sweepMatches({ due, store, searches, opening, metrics }),
          everyMs: DUE_SWEEP_MS,
          log,
        }),
        repeat({ name: 'unkept searches', work: sweepUnkept({ due, searches }), everyMs: UNKEPT_SWEEP_MS, log }),
        repeat({ name: 'search counts', work: count, everyMs: COUNT_INTERVAL_MS, log }),
        repeat({ name: 'rated battles', work: ratings.prune, everyMs: PRUNE_INTERVAL_MS, log }),
      ]
      battles = await rateBattles(bus, `${config.eventsDurable}-ratings`, ratings)
    },
    async stop() {
      await Promise.all([battles?.close(), ...loops.map((loop) => loop.stop())])
      await opening.settled()
    },
  }
}

export const rateBattles = (bus: Bus, durable: string, ratings: Pick<RatingStore, 'record'>): Promise<EventConsumer> =>
  bus.consumeEvents({ subject: subjects.eventBattleFinished, durable }, async ({ data }) => {
    const { battleId, counted, players, winnerId } = BattleFinished.decode(data)
    const loserId = players.find((accountId) => accountId !== winnerId)
    if (!counted || !players.includes(winnerId) || loserId === undefined) return
    await ratings.record({ battleId, winnerId, loserId })
  })
