import { createSource, type Observable } from '../browser/observable.js'
import type { Clock } from '../realtime/clock.js'

export const HOLD_MS = 800
const STEP_MS = 40
/** A longer step means that the page could not look: the release may be waiting, so the rest does not count as held. */
const STEP_COUNTS_MS = 100

export interface HoldView {
  /** Held so far, from 0 to 1. */
  readonly share: number
}

export interface Hold extends Observable<HoldView> {
  /** Begins a press. A second one, by another finger or key, changes nothing. */
  begin(onHeld: () => void): void
  /** Ends a press that was released or is no longer meant. Returns whether there was one. */
  cancel(): boolean
}

export function createHold(clock: Clock, holdMs = HOLD_MS): Hold {
  const view = createSource<HoldView>({ share: 0 })
  let callOff: (() => void) | null = null
  let heldMs = 0
  let lookedAt = 0

  const end = () => {
    callOff?.()
    callOff = null
    view.set({ share: 0 })
  }

  const look = (onHeld: () => void) => {
    const now = clock.now()
    // Never back: the machine's clock may be set.
    heldMs += Math.max(0, Math.min(now - lookedAt, STEP_COUNTS_MS))
    lookedAt = now
    if (heldMs >= holdMs) {
      end()
      onHeld()
      return
    }
    view.set({ share: heldMs / holdMs })
    callOff = clock.after(Math.min(STEP_MS, holdMs - heldMs), () => look(onHeld))
  }

  return {
    get: view.get,
    subscribe: view.subscribe,
    begin(onHeld) {
      if (callOff) return
      heldMs = 0
      lookedAt = clock.now()
      callOff = clock.after(STEP_MS, () => look(onHeld))
    },
    cancel() {
      if (!callOff) return false
      end()
      return true
    },
  }
}
