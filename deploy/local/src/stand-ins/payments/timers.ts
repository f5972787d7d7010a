export interface Timers {
  /** Does something later, unless all is closed by then. */
  after(ms: number, work: () => void): void
  close(): void
}

// More than this, and Node's timers go off at once.
const LONGEST_MS = 2 ** 31 - 1

/** What a provider does in its own time. None of it keeps a process alive. */
export function createTimers(): Timers {
  const pending = new Set<NodeJS.Timeout>()
  return {
    after(ms, work) {
      const timer = setTimeout(() => {
        pending.delete(timer)
        work()
      }, Math.min(ms, LONGEST_MS)).unref()
      pending.add(timer)
    },
    close() {
      for (const timer of pending) clearTimeout(timer)
      pending.clear()
    },
  }
}
