export interface OverdueLoopOptions<Claimed> {
  /** `nextInMs`: until more falls due, as far as known. */
  readonly claim: () => Promise<{ readonly claimed: readonly Claimed[]; readonly nextInMs: number }>
  /** Never rejects. */
  readonly pass: (claimed: Claimed) => Promise<void>
  /** Between two polls; up to ten times as long when nothing falls due. */
  readonly pollMs: number
  readonly onPoll: (error?: unknown) => void
}

export interface OverdueLoop {
  start(): void
  stop(): Promise<void>
}

const LOOK_AGAIN_MS = 10
const PAUSES_AT_MOST = 10
/** Phases ended at once; beyond this, another poll would only make them wait. */
const PASSING_MAX = 256

/** Polls again without waiting for the claimed phases; the lease keeps them from being claimed twice. */
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
