import { KlaError, type CallContext, type Logger } from '@kla/chassis'
import type { Reason } from '@kla/proto/web'
import type { ItemHolds } from '../clients/commerce.js'
import { holdKey, isDecided, type DecidedAttempt, type SaveAttempt, type WantedSave } from '../domain/saved-attempt.js'
import { answerOf, refusalOf, type SavedGif } from '../domain/saved-gif.js'
import type { SavedAttemptStore } from '../store/saved-attempt-store.js'
import type { SavingMeasures } from './measures.js'
import type { Settler } from './settler.js'

/** Saves a GIF for one item, once for each command; a repeat is answered like the first call. */
export type SaveSaga = (wanted: WantedSave, context: CallContext) => Promise<SavedGif | { readonly refused: Reason }>

export interface SaveSagaOptions {
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
