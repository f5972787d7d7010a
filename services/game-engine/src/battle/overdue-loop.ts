export interface OverdueLoopOptions<Claimed> {
  /** Claims what is overdue, some of it; `nextInMs`: until there is more, as far as is known now. */
  readonly claim: () => Promise<{ readonly claimed: readonly Claimed[]; readonly nextInMs: number }>
  /** Ends one phase. Never rejects. */
  readonly pass: (claimed: Claimed) => Promise<void>
  /** The pause between two looks when nothing is found; up to ten times as long where nothing falls due for so long. */
  readonly pollMs: number
  /** Called after every look; `error` where it failed. */
  readonly onPoll: (error?: unknown) => void
}

/** Ends the phases of one shard that somebody has left overdue. */
export interface OverdueLoop {
  start(): void
  /** Resolves when the look and the phases under way have ended. */
  stop(): Promise<void>
}

/** Where there was something, there may be more. */
const LOOK_AGAIN_MS = 10
/** In pauses. Few phases are shorter than that; one that is and whose pod has died ends late by as much, once. */
const PAUSES_AT_MOST = 10
/** Phases that are being ended at once. With more than these a look would only make them wait for each other. */
const PASSING_MAX = 256

/**
 * Claims what is overdue, begins to end it, and looks again without waiting for that: the lease keeps what is being
 * ended from being claimed twice.
 */
export function createOverdueLoop<Claimed>({ claim, pass, pollMs, onPoll }: OverdueLoopOptions<Claimed>): OverdueLoop {
  const passing = new Set<Promise<void>>()
  let stopping = false
  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const lookIn = (ms: number): void => {
    if (stopping) return
    timer = setTimeout(() => {
      looking = look().then(lookIn)
    }, ms)
  }

  const begin = (claimed: Claimed): void => {
    const passed = pass(claimed).finally(() => passing.delete(passed))
    passing.add(passed)
  }

  /** Answers when to look again. */
  async function look(): Promise<number> {
    try {
      const { claimed, nextInMs } = await claim()
      claimed.forEach(begin)
      onPoll()
      if (passing.size > PASSING_MAX) await Promise.all(passing)
      return claimed.length > 0 ? LOOK_AGAIN_MS : Math.min(Math.max(nextInMs, pollMs), PAUSES_AT_MOST * pollMs)
    } catch (error) {
      onPoll(error)
      return pollMs
    }
  }

  return {
    start: () => lookIn(0),
    async stop() {
      stopping = true
      clearTimeout(timer)
      await looking
      await Promise.all(passing)
    },
  }
}
