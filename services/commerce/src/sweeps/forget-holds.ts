import type { HoldStore } from '../store/hold-store.js'

/**
 * How long a key that was released before its hold came refuses it. Callers ask for a hold within seconds of the command
 * it is for, and a command is repeated for as long as its battle or its page lives: hours. What they know of it
 * themselves, they forget within a day or so. Thirty days are far beyond that, and a repeat that came even later would
 * be a new command, which pays for what it gets.
 */
const FORGOTTEN_AFTER_MS = 30 * 24 * 3_600_000

/** One statement stays short, whatever an outage has left. */
const AT_ONCE = 1_000

/** Forgets the marks of refused holds: everybody who has none of an item leaves some, and they would only grow. */
export const createForgetHolds =
  (holds: Pick<HoldStore, 'forgetNeverHeld'>, now: () => number, atOnce = AT_ONCE) =>
  async (): Promise<void> => {
    let forgotten: number
    do {
      forgotten = await holds.forgetNeverHeld(now() - FORGOTTEN_AFTER_MS, atOnce)
    } while (forgotten === atOnce)
  }
