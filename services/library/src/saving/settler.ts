import { KlaError, type Logger } from '@kla/chassis'
import type { ItemHolds } from '../clients/commerce.js'
import { holdKey, holdOutcome, type DecidedAttempt } from '../domain/saved-attempt.js'
import type { SavedSettlementStore } from '../store/saved-settlement-store.js'
import type { SavingMeasures } from './measures.js'

/** Tells commerce how an attempt ended. */
export interface Settler {
  /** Resolves once commerce has acknowledged and that is noted; rejects when it is to be told again. */
  settle(attempt: DecidedAttempt): Promise<void>
  /** The same, with nobody waiting for it: what fails is left to the sweep. */
  settleSoon(attempt: DecidedAttempt): void
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>
}

export interface SettlerOptions {
  readonly items: Pick<ItemHolds, 'settle'>
  readonly settlements: Pick<SavedSettlementStore, 'settled'>
  readonly measures: Pick<SavingMeasures, 'contradicted'>
  readonly log: Logger
}

export function createSettler({ items, settlements, measures, log }: SettlerOptions): Settler {
  const underWay = new Set<Promise<void>>()

  async function settle(attempt: DecidedAttempt): Promise<void> {
    const outcome = holdOutcome(attempt)
    try {
      await items.settle(holdKey(attempt), outcome)
    } catch (error) {
      if (KlaError.from(error).reason !== 'CONFLICT') throw error
      // As when a hold has expired in a long outage. Asking again changes nothing; the player keeps what they have.
      measures.contradicted.inc({ outcome })
      log.error({ attempt: attempt.id, outcome }, 'commerce has settled a save the other way')
    }
    await settlements.settled(attempt.id)
  }

  return {
    settle,
    settleSoon(attempt) {
      const running = settle(attempt)
        .catch((err: unknown) => log.info({ err, attempt: attempt.id }, 'a save is left for the sweep to settle'))
        .finally(() => underWay.delete(running))
      underWay.add(running)
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
