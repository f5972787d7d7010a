import {
  type Bus,
  createPollSchedule,
  type Logger,
  newId,
  type Redis,
  repeat,
  settleWithin,
  SHUTDOWN_TIMEOUT_MS,
} from '@kla/chassis'
import { subjects } from '@kla/proto'
import type { EngineMetrics } from '../shared/metrics.js'
import { createDeadlineLoop } from './deadline-loop.js'
import {
  createAnnounce,
  createAnnouncementStore,
  createBattlePublisher,
  createEffects,
  createSettlementStore,
} from './effects.js'
import { createSeatsChangedHandler } from './events.js'
import type { Library } from './library-client.js'
import { createPresence } from './presence-store.js'
import { createPoolStore, createRotationPools } from './rotation.js'
import { battleHandlers, createSeatedBattle, type Results, type Rooms } from './rpc.js'
import type { Outcome, Settlement, Timings } from './rules/step.js'
import { createCommandRunner, createContextAt } from './run-command.js'
import { createBattleStore, EFFECTS_LEAD_MS } from './store.js'
import { createSweep, measurePending, measureRooms } from './sweep.js'

export { createLibraryClient, type Library, type LimitsCards, type SavedGifs } from './library-client.js'
export type { RotationPools } from './rotation.js'
export { createRoomsClient, poolOf, type Results, type Rooms, type SeatedBattle } from './rpc.js'
export { type Battle, type Clip, isPlayed, positionOf, type Turn } from './rules/battle.js'
export { isPlayable } from './rules/limits.js'
export { turnToPick } from './rules/pick.js'
export { END_REASON_NAMES, type Outcome, type Settlement, type Timings } from './rules/step.js'
export { type Finished, type Recorded, scoreSpan, type Wins } from './rules/result.js'
export { choiceToSave, receivedToSave } from './rules/view.js'
export { pendingWildCard } from './rules/wild-card.js'
export type { CommandRunner } from './run-command.js'
export type { BattleStore, Loaded } from './store.js'

export interface BattleDeps {
  readonly redis: Redis
  readonly bus: Bus
  readonly backAtMs: () => number
  readonly rooms: Rooms
  readonly library: Library
  readonly results: Results
  readonly recordOutcome: (outcome: Outcome) => Promise<void>
  readonly settle: (settlement: Settlement) => Promise<void>
  readonly config: BattleConfig
  readonly metrics: EngineMetrics
  readonly log: Logger
  readonly random: () => number
  readonly heartbeat: () => void
}

interface BattleConfig {
  readonly redisPrefix: string
  readonly eventsDurable: string
  readonly timings: Timings
  readonly battleOptions: number
  readonly deadlinePollMs: number
  readonly sweepMs: number
  readonly absenceMs: number
  readonly rotationRefreshMs: number
}

const BEAT_EVERY_MS = 1_000

/** Creates battles: one Redis record per room, with deadlines and effects. */
export function createBattle(deps: BattleDeps) {
  const { redis, bus, config, metrics, log } = deps
  const { redisPrefix } = config
  const store = createBattleStore(redis, redisPrefix)
  const presence = createPresence(redis, redisPrefix, config)
  const rotation = createRotationPools({ library: deps.library, store: createPoolStore(redis, redisPrefix), log })
  const publisher = createBattlePublisher(bus, deps.backAtMs)

  const announcements = createAnnouncementStore(redis, redisPrefix)
  const announcing = createEffects({
    confirm: publisher.confirm,
    carryOutOne: createAnnounce(publisher, deps.recordOutcome),
    pending: announcements,
  })
  // Separate, so that a slow commerce cannot delay phases.
  const settlements = createSettlementStore(redis, redisPrefix)
  const settling = createEffects({ carryOutOne: deps.settle, pending: settlements })

  const runner = createCommandRunner({
    store,
    contextAt: createContextAt({
      timings: config.timings,
      optionsPerHand: config.battleOptions,
      pools: rotation,
      absentUntilMs: presence.absentUntilMs,
      random: deps.random,
      newId,
    }),
    carryOut: (effects) => {
      void announcing.carryOut(effects.filter((effect) => effect.kind !== 'settle'))
      void settling.carryOut(effects.filter((effect) => effect.kind === 'settle'))
    },
    republish: (unpublished) => {
      // Not counted: most are published already, but not cleared yet.
      void announcing.carryOut(unpublished.filter((announcement) => !announcing.isUnderWay(announcement)))
    },
    onStored: (stored) => deadlines.schedule(stored),
    lastStored: (roomId) => deadlines.lastStored(roomId),
    metrics,
  })
  const deadlines = createDeadlineLoop({
    store,
    runner,
    metrics,
    log,
    pollMs: config.deadlinePollMs,
    onPolled: deps.heartbeat,
  })

  const sweepAnnouncements = createSweep({
    pending: announcements,
    schedule: createPollSchedule({ atMostMs: EFFECTS_LEAD_MS }),
    effects: announcing,
    reachesAll: publisher.reachesAll,
    measure: (shards) => {
      measurePending(metrics.announcements, shards)
      measureRooms(metrics, shards)
    },
    metrics,
    log,
  })
  const sweepSettlements = createSweep({
    pending: settlements,
    schedule: createPollSchedule({ atMostMs: EFFECTS_LEAD_MS }),
    effects: settling,
    measure: (shards) => measurePending(metrics.heldItems, shards),
    metrics,
    log,
  })

  async function startLoops() {
    const seats = { subject: subjects.eventSeatsFreed, durable: config.eventsDurable }
    const consumer = await bus.consumeEvents(seats, createSeatsChangedHandler({ runner, battles: store, log }))
    deadlines.start()
    const repeated = [
      repeat({ name: 'presence', work: presence.beat, everyMs: BEAT_EVERY_MS, log }),
      repeat({ name: 'rotation', work: rotation.refresh, everyMs: config.rotationRefreshMs, log }),
      repeat({ name: 'announcements', work: sweepAnnouncements, everyMs: config.sweepMs, log }),
      repeat({ name: 'settlements', work: sweepSettlements, everyMs: config.sweepMs, log }),
    ]
    return { consumer, repeated }
  }
  let loops: Awaited<ReturnType<typeof startLoops>> | undefined

  const seatedBattle = createSeatedBattle({ battles: store, rooms: deps.rooms })

  return {
    handlers: battleHandlers({ ...deps, runner, battles: store, pools: rotation, seatedBattle }),
    runner,
    battles: store,
    pools: rotation,
    seatedBattle,
    async start(): Promise<void> {
      await rotation.refresh()
      loops = await startLoops()
    },
    async stop(): Promise<void> {
      await loops?.consumer.close()
      await deadlines.stop()
      await settleWithin(SHUTDOWN_TIMEOUT_MS, Promise.all([announcing.settled(), settling.settled()]))
      await Promise.all(loops?.repeated.map((loop) => loop.stop()) ?? [])
    },
  }
}
