import { createSource, type Observable } from '../browser/observable.js'
import type { Clock } from '../realtime/clock.js'

export const HOLD_MS = 800
const STEP_MS = 40
/** A longer step means a busy page, where the release may be waiting. */
const STEP_COUNTS_MS = 100

/** Progress of one press. */
export interface HoldView {
  readonly share: number
}

/** A press that has to last. */
export interface Hold extends Observable<HoldView> {
  /** Ignores a second finger or key. */
  begin(onHeld: () => void): void
  /** Returns whether there was a press. */
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
    // The machine's clock may be set back.
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
