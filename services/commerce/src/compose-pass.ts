import { implement, type Bus, type Database, type FactConsumer, type Implementation } from '@kla/chassis'
import { BattlePassServiceService, subjects } from '@kla/proto'
import { createBattleFinishedHandler } from './events/battle-finished.js'
import type { CommerceMetrics } from './metrics.js'
import { createPassHandlers } from './server/pass/handlers.js'
import { createPassResultStore } from './store/pass/pass-result-store.js'
import { createPlayerPassStore } from './store/pass/player-pass-store.js'
import { createSeasonStore } from './store/pass/season-store.js'

/** The battle pass: its RPCs, and what takes results in beside them. */
export interface PassPart {
  readonly implementation: Implementation
  /** Whether a season runs now. */
  readonly seasonRuns: () => Promise<boolean>
  start(): Promise<void>
  /** Finishes what is under way. */
  stop(): Promise<void>
}

/** Results at once: their order means nothing, and those of one pair wait for each other by themselves. */
const AT_ONCE = 4

export function composePass(ground: {
  readonly database: Database
  readonly bus: Bus
  readonly metrics: CommerceMetrics
  /** The durable consumer that all pods share. */
  readonly durable: string
  /** Unix milliseconds. */
  readonly now: () => number
}): PassPart {
  const { database, bus, metrics, durable, now } = ground
  const seasons = createSeasonStore(database)
  const players = createPlayerPassStore(database)
  const onBattleFinished = createBattleFinishedHandler(createPassResultStore(database), metrics)
  let consumer: FactConsumer | undefined

  return {
    implementation: implement(BattlePassServiceService, createPassHandlers({ seasons, players, metrics, now })),
    seasonRuns: () => seasons.runs(now()),
    async start() {
      const options = { subject: subjects.factBattleFinished, durable, atOnce: AT_ONCE }
      consumer = await bus.consumeFacts(options, onBattleFinished)
    },
    async stop() {
      await consumer?.close()
    },
  }
}
