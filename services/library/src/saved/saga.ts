import {
  type CallContext,
  counter,
  counterOf,
  gauge,
  KlaError,
  type Logger,
  type Metrics,
  type Refused,
} from '@kla/chassis'
import type { Reason } from '@kla/proto/web'
import type { SavedAttemptStore, SavedSettlementStore } from './attempt-store.js'
import type { ItemHolds } from './commerce-client.js'
import {
  answerOf,
  type DecidedAttempt,
  holdKey,
  holdOutcome,
  isDecided,
  refusalOf,
  type SaveAttempt,
  type SaveDecision,
  type SavedGif,
  type WantedSave,
} from './rules.js'

export type SaveSaga = (wanted: WantedSave, context: CallContext) => Promise<SavedGif | Refused>

export interface SaveSagaDeps {
  readonly attempts: SavedAttemptStore
  readonly items: Pick<ItemHolds, 'hold'>
  readonly settler: Pick<Settler, 'settleSoon'>
  readonly metrics: Pick<SavingMetrics, 'decided'>
  readonly log: Logger
  readonly abandonedAfterMs: number
}

/**
 * Stores the intent, holds an item, decides, settles. After a crash the sweep continues; the item is spent only if
 * saved.
 */
export function createSaveSaga(deps: SaveSagaDeps): SaveSaga {
  const { attempts, items, settler, metrics, log, abandonedAfterMs } = deps

  async function decide(attempt: SaveAttempt, context: CallContext): Promise<DecidedAttempt> {
    const refused = await hold(attempt, context)
    const decided = await (refused
      ? attempts.abandon(attempt.id, refused)
      : attempts.save(attempt.id, abandonedAfterMs))
    metrics.decided(decided.decision)
    // Refusals too: a retried hold may have arrived.
    if (!decided.settled) settler.settleSoon(decided)
    return decided
  }

  async function hold(attempt: SaveAttempt, context: CallContext): Promise<Reason | undefined> {
    try {
      await items.hold(holdKey(attempt), context)
      return undefined
    } catch (error) {
      const { code, reason } = KlaError.from(error)
      // The client repeats with a renewed principal.
      if (code === 'unauthenticated') throw error
      const failed = code === 'internal' || code === 'unavailable'
      if (failed) log.warn({ err: error, attempt: attempt.id }, 'it is not known whether an item is held')
      return reason
    }
  }

  return async (wanted, context) => {
    const obstacles = await attempts.obstacles(wanted.accountId, wanted.gifUrl)
    const attempt = await attempts.open(wanted, refusalOf(obstacles))
    return answerOf(isDecided(attempt) ? attempt : await decide(attempt, context))
  }
}

/** Settles at commerce what a decided save holds. */
export interface Settler {
  settle(attempt: DecidedAttempt): Promise<void>
  settleSoon(attempt: DecidedAttempt): void
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
      // For example, a hold expired in a long outage; the GIF stays saved.
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
