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
}

/** Carries out what decisions ask for: tells news and facts, records outcomes, and crosses off what is done. */
export interface Effects {
  /** Never rejects: what fails stays pending for whoever sweeps next. Answers the failures. */
  carryOut(effects: readonly Effect[]): Promise<readonly unknown[]>
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

export function createEffects({ publisher, results, pending, onRecorded }: EffectsOptions): Effects {
  const underWay = new Set<Promise<unknown>>()

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
    await carryOutOne(effect)
    await pending.clear([effect])
  }

  return {
    async carryOut(effects) {
      const work = Promise.allSettled(effects.map(carryOutAndClear))
      underWay.add(work)
      const done = await work
      underWay.delete(work)
      return done.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    },
    async settled() {
      await Promise.all(underWay)
    },
  }
}
