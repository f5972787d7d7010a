import type { Claims } from '../store/battle-store-types.js'

export interface ShardLoopOptions {
  /** Claims what is due. */
  readonly claim: () => Promise<Claims>
  /** Ends one phase. Never rejects. */
  readonly pass: (claimed: Claims['claimed'][number], nowMs: number) => Promise<void>
  /** At most this long between two looks. */
  readonly pollMs: number
  /** Called after every look; `error` where it failed. */
  readonly onLook: (error?: unknown) => void
}

/** Ends the phases of one shard when their time has come. */
export interface ShardLoop {
  start(): void
  /** A deadline that has just been set, by the clock of this process (`performance.now()`). */
  wakeAt(at: number): void
  /** Resolves when the look and the phases under way have ended. */
  stop(): Promise<void>
}

const PAUSE_AFTER_FAULT_MS = 100
/** Deadlines that are closer to each other than this are claimed together: one script instead of several. */
const LOOK_EVERY_MS = 10
/** Phases that are being ended at once. With more than these a look would only make them wait for each other. */
const PASSING_MAX = 256

/**
 * Claims what is due, begins to end it, and looks again when the next deadline comes without waiting for that: the lease
 * keeps what is being ended from being claimed twice.
 */
export function createShardLoop({ claim, pass, pollMs, onLook }: ShardLoopOptions): ShardLoop {
  const passing = new Set<Promise<void>>()
  let stopping = false
  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let lookedAt = -Infinity
  let nextLook = Infinity

  const arm = (): void => {
    clearTimeout(timer)
    if (stopping || looking) return
    const at = Math.max(nextLook, lookedAt + LOOK_EVERY_MS)
    timer = setTimeout(() => {
      looking = look().finally(() => {
        looking = undefined
        arm()
      })
    }, at - performance.now())
  }

  const wakeAt = (at: number): void => {
    if (at >= nextLook) return
    nextLook = at
    arm()
  }

  const begin = (claimed: Claims['claimed'][number], nowMs: number): void => {
    const passed = pass(claimed, nowMs).finally(() => passing.delete(passed))
    passing.add(passed)
  }

  async function look(): Promise<void> {
    lookedAt = performance.now()
    nextLook = lookedAt + pollMs
    try {
      const { claimed, nowMs, nextDueMs } = await claim()
      if (nextDueMs !== undefined) wakeAt(lookedAt + Math.max(0, nextDueMs - nowMs))
      for (const one of claimed) begin(one, nowMs)
      onLook()
      if (passing.size > PASSING_MAX) await Promise.all(passing)
    } catch (error) {
      nextLook = performance.now() + PAUSE_AFTER_FAULT_MS
      onLook(error)
    }
  }

  return {
    start: () => wakeAt(performance.now()),
    wakeAt,
    async stop() {
      stopping = true
      clearTimeout(timer)
      await looking
      await Promise.all(passing)
    },
  }
}
