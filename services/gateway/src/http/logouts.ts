import { KlaError, type Logger, repeat } from '@kla/chassis'

/** Ends sessions, also while auth cannot: the gateway ends the session at once, and auth hears of it later. */
export interface Logouts {
  /**
   * Resolves once `end` has, or once it is kept for another try. Rejects with UNAVAILABLE if too many wait, and as `end` does if
   * auth refuses.
   */
  run(end: () => Promise<unknown>): Promise<void>
  stop(): Promise<void>
}

/** Someone waits to be logged out; what takes longer is finished later. */
export const LOGOUT = { deadlineMs: 3_000 }

const WAITING_MAX = 10_000
const AGAIN_EVERY_MS = 2_000
/** Longer than an outage that anyone leaves alone; a session that nobody uses ends by itself. */
const KEPT_MS = 24 * 3_600_000

export function createLogouts({ log, now }: { readonly log: Logger; readonly now: () => number }): Logouts {
  const waiting = new Map<() => Promise<unknown>, number>()

  /** One after another, until one finds auth away. */
  async function tryAgain(): Promise<void> {
    for (const [end, sinceMs] of waiting) {
      try {
        await end()
      } catch (error) {
        if (isAway(error) && now() - sinceMs < KEPT_MS) return
        log.warn({ err: error }, 'a session was not ended')
      }
      waiting.delete(end)
    }
  }

  const loop = repeat({ name: 'logouts', work: tryAgain, everyMs: AGAIN_EVERY_MS, log })
  return {
    async run(end) {
      try {
        await end()
      } catch (error) {
        if (!isAway(error) || waiting.size >= WAITING_MAX) throw error
        waiting.set(end, now())
      }
    },
    async stop() {
      // A last try.
      loop.poke()
      await loop.stop()
      if (waiting.size > 0) log.warn({ sessions: waiting.size }, 'sessions of people who logged out were not ended')
    },
  }
}

const isAway = (error: unknown): boolean => KlaError.from(error).reason === 'UNAVAILABLE'
