import { type Bus, type Database, type EventConsumer, implement, type Implementation, type Message } from '@kla/chassis'
import { BattleFinished, BattlePassServiceService, subjects } from '@kla/proto'
import { isUuid } from '@kla/proto/web'
import type { CommerceMetrics } from '../shared/metrics.js'
import { createRewards, createSeasonEditor } from './commands.js'
import { createPlayerPassStore } from './player-store.js'
import { createBattlePointsStore } from './points-store.js'
import { createPassResultStore, type PassResult, type PassResultStore } from './progress-store.js'
import { passHandlers } from './rpc.js'
import { createSeasonStore } from './season-store.js'

export { createProgressRebuild } from './progress-store.js'
export type { Mistake } from './rules/points.js'

interface PassModule {
  readonly implementation: Implementation
  readonly seasonRuns: () => Promise<boolean>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Events of a pair lock each other, so order is irrelevant. */
const CONCURRENCY = 4

export function createPass(deps: {
  readonly database: Database
  readonly bus: Bus
  readonly metrics: CommerceMetrics
  readonly durable: string
  readonly now: () => number
}): PassModule {
  const { database, bus, metrics, durable, now } = deps
  const seasons = createSeasonStore(database)
  const players = createPlayerPassStore(database)
  const rewards = createRewards(players)
  const editor = createSeasonEditor(seasons)
  const onBattleFinished = createBattleFinishedHandler(createPassResultStore(database), metrics)
  let consumer: EventConsumer | undefined

  return {
    implementation: implement(
      BattlePassServiceService,
      passHandlers({ seasons, players, points: createBattlePointsStore(database), rewards, editor, metrics, now }),
    ),
    seasonRuns: () => seasons.runs(now()),
    async start() {
      const options = { subject: subjects.eventBattleFinished, durable, atOnce: CONCURRENCY }
      consumer = await bus.consumeEvents(options, onBattleFinished)
    },
    async stop() {
      await consumer?.close()
    },
  }
}

export const createBattleFinishedHandler = (results: PassResultStore, metrics: CommerceMetrics) =>
  async function onBattleFinished(message: Message): Promise<void> {
    const result = resultOf(BattleFinished.decode(message.data))
    const outcome = !result ? 'not-counted' : (await results.record(result)) ? 'recorded' : 'repeat'
    metrics.passResults.inc({ outcome })
  }

function resultOf({ battleId, players, endedAtMs, winnerId, counted }: BattleFinished): PassResult | undefined {
  const [one, other] = players
  if (!counted || players.length !== 2 || !one || !other || one === other || !isUuid(battleId)) return undefined
  return {
    battleId: battleId.toLowerCase(),
    pair: { lowId: Math.min(one, other), highId: Math.max(one, other) },
    endedAtMs,
    winnerId: players.includes(winnerId) ? winnerId : null,
  }
}
