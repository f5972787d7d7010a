import type { Logger, Metrics } from '@kla/chassis'
import type { SavedAttemptStore, SavedSettlementStore } from './attempt-store.js'
import type { ItemHolds } from './commerce-client.js'
import { createSaveSaga, createSavingMeasures, createSettler, type SaveSaga, type SavingMeasures, type Settler } from './saga.js'

interface SaveSweepOptions {
  readonly settlements: SavedSettlementStore
  readonly settler: Pick<Settler, 'settle'>
  readonly measures: Pick<SavingMeasures, 'unsettled' | 'unsettledOldest'>
  /** How long an attempt may stay undecided, milliseconds. */
  readonly abandonedAfterMs: number
}

/** Rows of one statement, and calls to commerce at once. */
const AT_ONCE = 25
/** A command is not repeated after so long; until then its refusal stays its answer. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000

/**
 * Brings to an end what was broken off: abandons what nobody decided, tells commerce what it has not acknowledged. Any
 * pod may do it at any time. Rejects when something is left for the next round.
 */
export function createSaveSweep({ settlements, settler, measures, abandonedAfterMs }: SaveSweepOptions) {
  async function settleAll(): Promise<void> {
    let failure: PromiseRejectedResult | undefined
    for (;;) {
      const claimed = await settlements.claim(AT_ONCE)
      const results = await Promise.allSettled(claimed.map((attempt) => settler.settle(attempt)))
      const failures = results.filter((result) => result.status === 'rejected')
      failure ??= failures[0]
      // One that cannot be settled does not keep the others waiting; when none can, commerce is away.
      if (claimed.length < AT_ONCE || failures.length === claimed.length) break
    }
    if (failure) throw failure.reason
  }

  async function measure(): Promise<void> {
    const { count, oldestMs } = await settlements.unsettled()
    measures.unsettled.set(count)
    measures.unsettledOldest.set(oldestMs / 1000)
  }

  return async function sweep(): Promise<void> {
    try {
      await inBatches(() => settlements.abandonOld(abandonedAfterMs, AT_ONCE))
      await settleAll()
      await inBatches(() => settlements.forget(FORGOTTEN_AFTER_MS, AT_ONCE))
    } finally {
      await measure()
    }
  }
}

async function inBatches(work: () => Promise<number>): Promise<void> {
  while ((await work()) === AT_ONCE);
}

/** Saving, as one process does it. */
interface Saving {
  readonly save: SaveSaga
  /** Ends what was broken off anywhere. Rejects when something is left for the next round. */
  sweep(): Promise<void>
  /** Resolves when commerce has been told of all that was decided here, or could not be. */
  idle(): Promise<void>
}

interface SavingOptions {
  readonly attempts: SavedAttemptStore
  readonly settlements: SavedSettlementStore
  readonly items: ItemHolds
  readonly metrics: Metrics
  readonly log: Logger
  /** How long an attempt may stay undecided, milliseconds. */
  readonly abandonedAfterMs: number
}

export function createSaving({ metrics, ...parts }: SavingOptions): Saving {
  const measures = createSavingMeasures(metrics)
  const settler = createSettler({ ...parts, measures })
  return {
    save: createSaveSaga({ ...parts, settler, measures }),
    sweep: createSaveSweep({ ...parts, settler, measures }),
    idle: () => settler.idle(),
  }
}
