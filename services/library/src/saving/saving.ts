import type { Logger, Metrics } from '@kla/chassis'
import type { ItemHolds } from '../clients/commerce.js'
import type { SavedAttemptStore } from '../store/saved-attempt-store.js'
import type { SavedSettlementStore } from '../store/saved-settlement-store.js'
import { createSavingMeasures } from './measures.js'
import { createSaveSaga, type SaveSaga } from './save-saga.js'
import { createSaveSweep } from './save-sweep.js'
import { createSettler } from './settler.js'

/** Saving, as one process does it. */
export interface Saving {
  readonly save: SaveSaga
  /** Ends what was broken off anywhere. Rejects when something is left for the next round. */
  sweep(): Promise<void>
  /** Resolves when commerce has been told of all that was decided here, or could not be. */
  idle(): Promise<void>
}

export interface SavingOptions {
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
