import { type CallContext, counter, counterOf, gauge, KlaError, type Logger, type Metrics } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'
import type { SavedAttemptStore, SavedSettlementStore } from './attempt-store.js'
import type { ItemHolds } from './commerce-client.js'
import {
  answerOf, type DecidedAttempt, holdKey, holdOutcome, isDecided, refusalOf, type SaveAttempt, type SaveDecision, type SavedGif,
  type WantedSave,
} from './rules.js'

/** Saves a GIF for one item, once for each command; a repeat is answered like the first call. */
export type SaveSaga = (wanted: WantedSave, context: CallContext) => Promise<SavedGif | { readonly refused: Reason }>

interface SaveSagaOptions {
  readonly attempts: SavedAttemptStore
  readonly items: Pick<ItemHolds, 'hold'>
  readonly settler: Pick<Settler, 'settleSoon'>
  readonly measures: Pick<SavingMeasures, 'decided'>
  readonly log: Logger
  /** How long an attempt may stay undecided, milliseconds: what the sweep may abandon is not saved any more. */
  readonly abandonedAfterMs: number
}

/**
 * The intent is stored first, then an item is set aside in commerce, then the attempt is decided, then commerce is
 * told. Whoever dies in between leaves a row by which the sweep goes on; the item is spent exactly if the decision was
 * to save.
 */
export function createSaveSaga(options: SaveSagaOptions): SaveSaga {
  const { attempts, items, settler, measures, log, abandonedAfterMs } = options

  async function decide(attempt: SaveAttempt, context: CallContext): Promise<DecidedAttempt> {
    const refused = await hold(attempt, context)
    const decided = await (refused
      ? attempts.abandon(attempt.id, refused)
      : attempts.save(attempt.id, abandonedAfterMs))
    measures.decided(decided.decision)
    // Also what was refused: the word of it may have come too late for a hold that was asked for twice.
    if (!decided.settled) settler.settleSoon(decided)
    return decided
  }

  async function hold(attempt: SaveAttempt, context: CallContext): Promise<Reason | undefined> {
    try {
      await items.hold(holdKey(attempt), context)
      return undefined
    } catch (error) {
      const { code, reason } = KlaError.from(error)
      // It says nothing of the save, only that the principal is to be renewed; then the same command comes again.
      if (code === 'unauthenticated') throw error
      const failed = code === 'internal' || code === 'unavailable'
      if (failed) log.warn({ err: error, attempt: attempt.id }, 'it is not known whether an item is held')
      return reason
    }
  }

  return async (wanted, context) => {
    const standing = await attempts.standing(wanted.accountId, wanted.gifUrl)
    const attempt = await attempts.open(wanted, refusalOf(standing))
    return answerOf(isDecided(attempt) ? attempt : await decide(attempt, context))
  }
}

/** Tells commerce how an attempt ended. */
export interface Settler {
  /** Resolves once commerce has acknowledged and that is noted; rejects when it is to be told again. */
  settle(attempt: DecidedAttempt): Promise<void>
  /** The same, with nobody waiting for it: what fails is left to the sweep. */
  settleSoon(attempt: DecidedAttempt): void
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>
}

interface SettlerOptions {
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

/** What is counted and measured of saving. */
export function createSavingMeasures(metrics: Metrics) {
  const decided = counter(metrics, 'kla_library_saves_total', 'Attempts to save a GIF, by how they ended.', ['result'])
  // Refusals join it as they come.
  decided.inc({ result: 'saved' }, 0)
  return {
    decided: (decision: SaveDecision): void =>
      decided.inc({ result: decision.state === 'saved' ? 'saved' : decision.refused }),
    contradicted: counterOf(
      metrics,
      'kla_library_saves_contradicted_total',
      'Saves that commerce had settled the other way before, by what should have been. Anything above 0 is a fault.',
      'outcome',
      ['commit', 'release'],
    ),
    unsettled: gauge(metrics, 'kla_library_saves_unsettled', 'Saves whose end commerce does not know, of all pods.'),
    unsettledOldest: gauge(
      metrics,
      'kla_library_saves_unsettled_oldest_seconds',
      'Age of the oldest save whose end commerce does not know, of all pods.',
    ),
  }
}

export type SavingMeasures = ReturnType<typeof createSavingMeasures>
