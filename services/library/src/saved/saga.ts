import { counter, counterOf, gauge, KlaError, type CallContext, type Logger, type Metrics } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'
import type { SavedAttemptStore, SavedSettlementStore } from './attempt-store.js'
import type { ItemHolds } from './commerce-client.js'
import {
  answerOf, holdKey, holdOutcome, isDecided, refusalOf,
  type DecidedAttempt, type SaveAttempt, type SaveDecision, type SavedGif, type WantedSave,
} from './rules.js' // prettier-ignore

/** Saves a GIF for one item, once for each command; a repeat is answered like the first call. */
export type SaveSaga = (wanted: WantedSave, context: CallContext) => Promise<SavedGif | { readonly refused: Reason }>

export interface SaveSagaDeps {
  readonly attempts: SavedAttemptStore
  readonly items: Pick<ItemHolds, 'hold'>
  readonly settler: Pick<Settler, 'settleSoon'>
  readonly metrics: Pick<SavingMetrics, 'decided'>
  readonly log: Logger
  /** How long an attempt may stay undecided, milliseconds; later the sweep may abandon it. */
  readonly abandonedAfterMs: number
}

/**
 * Stores the intent, holds an item in commerce, decides, settles the hold. A process that dies in between leaves a row that
 * the sweep continues from; the item is spent exactly if the decision was to save.
 */
export function createSaveSaga(deps: SaveSagaDeps): SaveSaga {
  const { attempts, items, settler, metrics, log, abandonedAfterMs } = deps

  async function decide(attempt: SaveAttempt, context: CallContext): Promise<DecidedAttempt> {
    const refused = await hold(attempt, context)
    const decided = await (refused
      ? attempts.abandon(attempt.id, refused)
      : attempts.save(attempt.id, abandonedAfterMs))
    metrics.decided(decided.decision)
    // A refusal too: it may have come too late for a hold that was retried.
    if (!decided.settled) settler.settleSoon(decided)
    return decided
  }

  async function hold(attempt: SaveAttempt, context: CallContext): Promise<Reason | undefined> {
    try {
      await items.hold(holdKey(attempt), context)
      return undefined
    } catch (error) {
      const { code, reason } = KlaError.from(error)
      // The principal has to be renewed; the same command comes again with a new one.
      if (code === 'unauthenticated') throw error
      const failed = code === 'internal' || code === 'unavailable'
      if (failed) log.warn({ err: error, attempt: attempt.id }, 'it is not known whether an item is held')
      return reason
    }
  }

  return async (wanted, context) => {
    const status = await attempts.status(wanted.accountId, wanted.gifUrl)
    const attempt = await attempts.open(wanted, refusalOf(status))
    return answerOf(isDecided(attempt) ? attempt : await decide(attempt, context))
  }
}

/** Commits or releases the held item of a decided attempt. */
export interface Settler {
  /** Resolves once commerce has acknowledged and that is stored; rejects when it has to be retried. */
  settle(attempt: DecidedAttempt): Promise<void>
  /** The same in the background: the sweep retries what fails. */
  settleSoon(attempt: DecidedAttempt): void
  /** Resolves when nothing runs in the background any more. */
  idle(): Promise<void>
}

export interface SettlerDeps {
  readonly items: Pick<ItemHolds, 'settle'>
  readonly settlements: Pick<SavedSettlementStore, 'settled'>
  readonly metrics: Pick<SavingMetrics, 'contradicted'>
  readonly log: Logger
}

export function createSettler({ items, settlements, metrics, log }: SettlerDeps): Settler {
  const running = new Set<Promise<void>>()

  async function settle(attempt: DecidedAttempt): Promise<void> {
    const outcome = holdOutcome(attempt)
    try {
      await items.settle(holdKey(attempt), outcome)
    } catch (error) {
      if (KlaError.from(error).reason !== 'CONFLICT') throw error
      // As when a hold has expired in a long outage. A retry changes nothing; the player keeps the GIF.
      metrics.contradicted.inc({ outcome })
      log.error({ attempt: attempt.id, outcome }, 'commerce has settled a save the other way')
    }
    await settlements.settled(attempt.id)
  }

  return {
    settle,
    settleSoon(attempt) {
      const settling = settle(attempt)
        .catch((err: unknown) => log.info({ err, attempt: attempt.id }, 'a save is left for the sweep to settle'))
        .finally(() => running.delete(settling))
      running.add(settling)
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

export function createSavingMetrics(metrics: Metrics) {
  const decided = counter(metrics, 'kla_library_saves_total', 'Attempts to save a GIF, by how they ended.', ['result'])
  // Starts at 0; refusals are added as they occur.
  decided.inc({ result: 'saved' }, 0)
  return {
    decided: (decision: SaveDecision): void =>
      decided.inc({ result: decision.state === 'saved' ? 'saved' : decision.refused }),
    contradicted: counterOf(
      metrics,
      'kla_library_saves_contradicted_total',
      'Saves that commerce had settled the other way before, by the outcome they should have. Anything above 0 is a fault.',
      'outcome',
      ['commit', 'release'],
    ),
    unsettled: gauge(metrics, 'kla_library_saves_unsettled', 'Saves that commerce has not acknowledged, of all pods.'),
    unsettledOldest: gauge(
      metrics,
      'kla_library_saves_unsettled_oldest_seconds',
      'Age of the oldest save that commerce has not acknowledged, of all pods.',
    ),
  }
}

export type SavingMetrics = ReturnType<typeof createSavingMetrics>
