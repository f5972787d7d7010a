import type { Effect } from '../domain/index.js'
import { effectId, roomOf } from '../domain/index.js'
import type { Crossed, PendingStore } from '../store/pending-store.js'

export interface EffectsOptions<E extends Effect> {
  /** Rejects when it cannot be known that it is done; may be called again for what is done already. */
  readonly carryOutOne: (effect: E) => Promise<void>
  /** Asked before each crossing off: rejects when what has been carried out since the last time may be lost after all. */
  readonly confirm?: () => Promise<void>
  readonly pending: Pick<PendingStore<E>, 'clear'>
}

/** Carries out what decisions ask for, each effect by itself, and crosses off what is done. */
export interface Effects<E extends Effect> {
  /** Resolves when each is carried out or has failed, and answers the failures: those are for whoever sweeps next. */
  carryOut(effects: readonly E[]): Promise<readonly unknown[]>
  /** Whether this process is about to carry it out and cross it off. */
  isUnderWay(effect: E): boolean
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

/**
 * Crossed off together is what has been done within this time: each of them alone would cost Redis as much as the
 * decision itself. A small part of the second after which others take it for left undone.
 */
const CROSS_OFF_EVERY_MS = 100

export function createEffects<E extends Effect>({ carryOutOne, confirm, pending }: EffectsOptions<E>): Effects<E> {
  const underWay = new Set<string>()
  const working = new Set<Promise<unknown>>()
  let done: Crossed[] = []

  function tracked<T>(work: Promise<T>): Promise<T> {
    working.add(work)
    return work.finally(() => working.delete(work))
  }

  function crossOff(one: Crossed): void {
    if (done.push(one) > 1) return
    const moment = new Promise((resolve) => setTimeout(resolve, CROSS_OFF_EVERY_MS))
    void tracked(moment.then(crossOffAll))
  }

  /** What cannot be crossed off is carried out once more, by a sweep. */
  async function crossOffAll(): Promise<void> {
    const all = done
    done = []
    try {
      await confirm?.()
      await pending.clear(all)
    } catch {
      // A sweep finds it.
    }
    for (const { id } of all) underWay.delete(id)
  }

  async function carryOutAndCrossOff(effect: E): Promise<void> {
    const id = effectId(effect)
    underWay.add(id)
    try {
      await carryOutOne(effect)
    } catch (error) {
      underWay.delete(id)
      throw error
    }
    crossOff({ id, roomId: roomOf(effect) })
  }

  return {
    async carryOut(effects) {
      const ended = await tracked(Promise.allSettled(effects.map(carryOutAndCrossOff)))
      return ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    },
    isUnderWay: (effect) => underWay.has(effectId(effect)),
    async settled() {
      while (working.size > 0) await Promise.all(working)
    },
  }
}
