import type { Database, Handlers, Logger, Metrics } from '@kla/chassis'
import type { LibraryServiceService } from '@kla/proto'
import type { AddressRules } from '../shared/rules.js'
import { createSavedAttemptStore, createSavedSettlementStore, type SavedSettlementStore } from './attempt-store.js'
import type { ItemHolds } from './commerce-client.js'
import { savedGifHandlers } from './rpc.js'
import { createSaveSaga, createSavingMetrics, createSettler, type SavingMetrics, type Settler } from './saga.js'
import { createSavedGifStore } from './store.js'

export { createCommerceClient, type ItemHolds } from './commerce-client.js'

export interface SavedDeps {
  readonly database: Database
  readonly items: ItemHolds
  readonly rules: AddressRules
  readonly abandonedAfterMs: number
  readonly metrics: Metrics
  readonly log: Logger
}

/** RPC handlers of saved GIFs, and their sweep. */
export interface Saved {
  readonly handlers: Pick<Handlers<typeof LibraryServiceService>, keyof ReturnType<typeof savedGifHandlers>>
  sweep(): Promise<void>
  idle(): Promise<void>
}

export function createSaved({ database, rules, ...deps }: SavedDeps): Saved {
  const metrics = createSavingMetrics(deps.metrics)
  const attempts = createSavedAttemptStore(database)
  const settlements = createSavedSettlementStore(database)
  const settler = createSettler({ ...deps, settlements, metrics })
  return {
    handlers: savedGifHandlers({
      save: createSaveSaga({ ...deps, attempts, settler, metrics }),
      saved: createSavedGifStore(database),
      attempts,
      rules,
    }),
    sweep: createSaveSweep({ ...deps, settlements, settler, metrics }),
    idle: () => settler.idle(),
  }
}

export interface SaveSweepDeps {
  readonly settlements: SavedSettlementStore
  readonly settler: Pick<Settler, 'settle'>
  readonly metrics: Pick<SavingMetrics, 'unsettled' | 'unsettledOldest'>
  readonly abandonedAfterMs: number
}

const BATCH = 25
/** Commands are not repeated after this. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000

/** Abandons undecided attempts and settles decided ones, on any pod. Rejects if something is left. */
export function createSaveSweep({
  settlements,
  settler,
  metrics,
  abandonedAfterMs,
}: SaveSweepDeps): () => Promise<void> {
  async function settleAll(): Promise<void> {
    let failure: PromiseRejectedResult | undefined
    for (;;) {
      const claimed = await settlements.claim(BATCH)
      const results = await Promise.allSettled(claimed.map((attempt) => settler.settle(attempt)))
      const failures = results.filter((result) => result.status === 'rejected')
      failure ??= failures[0]
      // Commerce is down if all fail.
      if (claimed.length < BATCH || failures.length === claimed.length) break
    }
    if (failure) throw failure.reason
  }

  async function measure(): Promise<void> {
    const { count, oldestMs } = await settlements.unsettled()
    metrics.unsettled.set(count)
    metrics.unsettledOldest.set(oldestMs / 1000)
  }

  return async () => {
    try {
      await whileBatchesAreFull(() => settlements.abandonOld(abandonedAfterMs, BATCH))
      await settleAll()
      await whileBatchesAreFull(() => settlements.forget(FORGOTTEN_AFTER_MS, BATCH))
    } finally {
      await measure()
    }
  }
}

async function whileBatchesAreFull(work: () => Promise<number>): Promise<void> {
  while ((await work()) === BATCH);
}
