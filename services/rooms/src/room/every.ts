import { atMost, FINISH_WITHIN_MS, type Logger } from '@kla/chassis'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Repeating {
  /** Waits for the run under way, if that ends in time. */
  stop(): Promise<void>
}

/**
 * Runs `work` again and again with a pause of about `intervalMs` between runs. The pause varies, so that no pod always
 * comes before another. A failure is logged once until it works again.
 */
export function every(intervalMs: number, name: string, work: () => Promise<void>, log: Logger): Repeating {
  const stopping = new AbortController()
  const loop = async (): Promise<void> => {
    let failing = false
    while (!stopping.signal.aborted) {
      try {
        await work()
        failing = false
      } catch (error) {
        if (!failing) log.warn({ err: error, name }, 'a sweep failed and will be repeated')
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
      await atMost(FINISH_WITHIN_MS, running)
    },
  }
}
