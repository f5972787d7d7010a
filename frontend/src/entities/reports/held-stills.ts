import { type PackedStill, RING_KEPT_MS } from '@kla/proto/web'
import { createSource } from '../../shared/browser/observable.js'
import type { Clock } from '../../shared/realtime/clock.js'
import type { StillRing } from '../../shared/rtc/still-ring.js'

/** Stills for one report. */
interface HeldStills {
  get(): readonly PackedStill[]
  subscribe(listener: () => void): () => void
  /** Forgets them after RING_KEPT_MS, or with the ring's own. Returns the cancel function. */
  dropLater(clock: Pick<Clock, 'after'>): () => void
}

/**
 * Holds the stills that the ring has of a person now, as it drops them for the next person. Without any, returns those
 * that the ring takes later.
 */
export function holdStills<Source>(ring: StillRing<Source>, person: number): HeldStills {
  const held = createSource({ stills: ring.of(person) })
  const drop = () => held.set({ stills: [] })
  return {
    get() {
      const { stills } = held.get()
      return stills.length > 0 ? stills : ring.of(person)
    },
    subscribe(listener) {
      const undo = [held.subscribe(listener), ring.subscribe(listener)]
      return () => undo.forEach((off) => off())
    },
    dropLater(clock) {
      const undo = [clock.after(RING_KEPT_MS, drop), ring.subscribe(() => void (ring.get().person === null && drop()))]
      return () => undo.forEach((off) => off())
    },
  }
}
