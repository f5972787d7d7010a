import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, FINISH_WITHIN_MS } from './at-most.js'
import type { Logger } from './logger.js'

/** Work that is done again and again, with a pause between. */
export interface Repeated {
  /** Does it now, or once more if it is under way. */
  poke(): void
  /** Ends after the work under way and what was asked for meanwhile, or without it if that does not end. */
  stop(): Promise<void>
}

/**
 * Does `work` at once and then every `everyMs` after it has ended. A round that fails is logged under `name`, and the
 * next one comes as if it had not.
 */
export function repeat(options: {
  name: string
  work: () => Promise<unknown>
  everyMs: number
  log: Logger
}): Repeated {
  const { name, work, everyMs, log } = options
  let stopping = false
  let poked = false
  let pause = new AbortController()
  const running = (async () => {
    while (!stopping || poked) {
      poked = false
      await work().catch((err: unknown) => log.warn({ err, work: name }, 'a round of repeated work failed'))
      if (stopping || poked) continue
      pause = new AbortController()
      await sleep(everyMs, undefined, { signal: pause.signal }).catch(() => undefined)
    }
  })()
  return {
    poke() {
      poked ||= !stopping
      pause.abort()
    },
    async stop() {
      stopping = true
      pause.abort()
      await atMost(FINISH_WITHIN_MS, running)
    },
  }
}
