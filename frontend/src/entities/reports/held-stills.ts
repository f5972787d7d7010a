import { type PackedStill, RING_KEPT_MS, STILLS_MAX } from '@kla/proto/web'
import { createSource } from '../../shared/browser/observable.js'
import type { Clock } from '../../shared/realtime/clock.js'
import type { StillRing } from '../../shared/rtc/still-ring.js'

/** Stills that one report may take with it. */
interface HeldStills {
  get(): readonly PackedStill[]
  subscribe(listener: () => void): () => void
  /**
   * Adds what the ring takes of the person until there are STILLS_MAX. Forgets all after RING_KEPT_MS, or with the
   * ring's own. Returns the cancel function.
   */
  follow(clock: Pick<Clock, 'after'>): () => void
}

/**
 * Holds the stills that the ring has of a person now, as it drops them for the next person. Once they are forgotten,
 * returns those that the ring has then.
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
    follow(clock) {
      const grow = () => {
        const { stills } = held.get()
        const newest = stills.at(-1)?.takenAtMs ?? 0
        const later = ring.of(person).filter(({ takenAtMs }) => takenAtMs > newest)
        if (later.length > 0 && stills.length < STILLS_MAX) {
          held.set({ stills: [...stills, ...later].slice(0, STILLS_MAX) })
        }
      }
      const unfollow = ring.subscribe(() => (ring.get().person === null ? drop() : grow()))
      const forget = () => {
        unfollow()
        drop()
      }
      const undo = [clock.after(RING_KEPT_MS, forget), unfollow]
      return () => undo.forEach((off) => off())
    },
  }
}
