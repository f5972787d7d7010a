import type { Logger } from '@kla/chassis'

export interface Sweeper {
  start(): void
  /** Resolves when the sweep under way is over. */
  stop(): Promise<void>
}

/** Runs `sweep` every `everyMs`, one at a time. */
export function createSweeper(sweep: () => Promise<void>, everyMs: number, log: Logger): Sweeper {
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | undefined
  const run = (): void => {
    underWay ??= sweep()
      .catch((error: unknown) => log.warn({ err: error }, 'a sweep of ended sessions failed'))
      .finally(() => (underWay = undefined))
  }
  return {
    start: () => {
      timer = setInterval(run, everyMs)
    },
    stop: async () => {
      clearInterval(timer)
      await underWay
    },
  }
}
