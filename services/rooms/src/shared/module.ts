import { setTimeout as sleep } from 'node:timers/promises'
import { type Implementation, type Logger, settleWithin, SHUTDOWN_TIMEOUT_MS } from '@kla/chassis'

/** Part of the service with its own start and stop. */
export interface Module {
  readonly implementation: Implementation
  start?(): Promise<void>
  stop?(): Promise<void>
}

/** A loop that runs at an interval. */
export interface SweepLoop {
  stop(): Promise<void>
}

/** Runs at jittered intervals. Logs the first of successive failures. */
export function every(intervalMs: number, name: string, work: () => Promise<void>, log: Logger): SweepLoop {
  const stopping = new AbortController()
  const loop = async (): Promise<void> => {
    let failing = false
    while (!stopping.signal.aborted) {
      try {
        await work()
        failing = false
      } catch (error) {
        if (!failing) log.warn({ err: error, name }, 'loop failed and will be repeated')
        failing = true
      }
      const pauseMs = intervalMs * (0.75 + Math.random() / 2)
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = loop()
  return {
    async stop() {
      stopping.abort()
      await settleWithin(SHUTDOWN_TIMEOUT_MS, running)
    },
  }
}
