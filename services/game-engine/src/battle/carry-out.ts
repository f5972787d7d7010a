import type { Logger } from '@kla/chassis'
import type { Effect } from '../domain/index.js'
import type { EffectPublisher } from '../events/publish.js'
import type { PendingStore } from '../store/pending-store.js'
import type { ResultStore } from '../store/result-store.js'

export interface EffectsOptions {
  readonly publisher: EffectPublisher
  readonly results: ResultStore
  readonly pending: Pick<PendingStore, 'clear'>
  /** Told when the outbox has something new. */
  readonly onRecorded: () => void
  readonly log: Logger
}

/** Carries out what decisions ask for: tells news and facts, records outcomes, and crosses off what is done. */
export interface Effects {
  /** Does not throw: what fails stays pending, and is tried again by whoever sweeps next. */
  carryOut(effects: readonly Effect[]): Promise<void>
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

export function createEffects({ publisher, results, pending, onRecorded, log }: EffectsOptions): Effects {
  const underWay = new Set<Promise<void>>()

  async function carryOutOne(effect: Effect): Promise<void> {
    switch (effect.kind) {
      case 'news':
        await publisher.news(effect.news)
        return
      case 'started':
        await publisher.started(effect.started)
        return
      case 'finished':
        await results.record(effect.outcome)
        onRecorded()
        return
    }
  }

  async function carryOutAndClear(effect: Effect): Promise<void> {
    try {
      await carryOutOne(effect)
      await pending.clear([effect])
    } catch (error) {
      log.warn({ err: error, effect: effect.kind }, 'an effect is left for later')
    }
  }

  return {
    async carryOut(effects) {
      const work = Promise.all(effects.map(carryOutAndClear)).then(() => undefined)
      underWay.add(work)
      await work
      underWay.delete(work)
    },
    async settled() {
      await Promise.all(underWay)
    },
  }
}
