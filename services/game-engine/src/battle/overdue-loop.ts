export interface OverdueLoopDeps<Claimed> {
  /** `nextInMs` is the known time until more. */
  readonly claim: () => Promise<{ readonly claimed: readonly Claimed[]; readonly nextInMs: number }>
  readonly endPhase: (claimed: Claimed) => Promise<void>
  readonly pollMs: number
  readonly onPoll: (error?: unknown) => void
}

/** Loop that ends phases left overdue. */
export interface OverdueLoop {
  start(): void
  stop(): Promise<void>
}

const POLL_AGAIN_MS = 10
const IDLE_PAUSE_MAX = 10
const ENDING_MAX = 256

/** Polls without waiting for phases, which leases protect. */
export function createOverdueLoop<Claimed>({ claim, endPhase, pollMs, onPoll }: OverdueLoopDeps<Claimed>): OverdueLoop {
  const ending = new Set<Promise<void>>()
  let stopping = false
  let polling: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const pollIn = (ms: number): void => {
    if (stopping) return
    timer = setTimeout(() => {
      polling = poll().then(pollIn)
    }, ms)
  }

  const begin = (claimed: Claimed): void => {
    const ended = endPhase(claimed).finally(() => ending.delete(ended))
    ending.add(ended)
  }

  async function poll(): Promise<number> {
    try {
      const { claimed, nextInMs } = await claim()
      claimed.forEach(begin)
      onPoll()
      if (ending.size > ENDING_MAX) await Promise.all(ending)
      return claimed.length > 0 ? POLL_AGAIN_MS : Math.min(Math.max(nextInMs, pollMs), IDLE_PAUSE_MAX * pollMs)
    } catch (error) {
      onPoll(error)
      return pollMs
    }
  }

  return {
    start: () => pollIn(0),
    async stop() {
      stopping = true
      clearTimeout(timer)
      await polling
      await Promise.all(ending)
    },
  }
}
