import type { Signal } from './signal.js'

/** An offer with its candidates; more than that nobody sends ahead of the server's introduction. */
const KEPT = 64

/** Signals of somebody whom the server has not introduced yet: the two travel by different ways. */
export function createHeldSignals() {
  let held: { from: string; signal: Signal }[] = []
  return {
    hold(from: string, signal: Signal) {
      held = [...held, { from, signal }].slice(-KEPT)
    },
    /** Gives out what came from this connection, and forgets the rest. */
    take(from: string): Signal[] {
      const taken = held.filter((entry) => entry.from === from).map(({ signal }) => signal)
      held = []
      return taken
    },
    /** Gives out everything, with who sent it. */
    takeAll(): { from: string; signal: Signal }[] {
      const taken = held
      held = []
      return taken
    },
  }
}
