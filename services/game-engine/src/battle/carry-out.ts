import type { Effect } from '../domain/index.js'
import type { PendingStore } from '../store/pending-store.js'

export interface EffectsOptions<E extends Effect> {
  /** Rejects when it cannot be known that it is done; may be called again for what is done already. */
  readonly carryOutOne: (effect: E) => Promise<void>
  readonly pending: Pick<PendingStore<E>, 'clear'>
}

/** Carries out what decisions ask for, each effect by itself, and crosses off what is done. */
export interface Effects<E extends Effect> {
  /** Never rejects: what fails stays pending for whoever sweeps next. Answers the failures. */
  carryOut(effects: readonly E[]): Promise<readonly unknown[]>
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

export function createEffects<E extends Effect>({ carryOutOne, pending }: EffectsOptions<E>): Effects<E> {
  const underWay = new Set<Promise<unknown>>()

  async function carryOutAndClear(effect: E): Promise<void> {
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
