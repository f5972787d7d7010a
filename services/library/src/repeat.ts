import { setTimeout as sleep } from 'node:timers/promises'

/** Work that is done again and again, with a pause between. */
export interface Repeated {
  /** Does it now, or once more if it is under way. */
  poke(): void
  /** Ends after the work under way. */
  stop(): Promise<void>
}

/** Does `work`, which must not throw, at once and then every `everyMs` after it has ended. */
export function repeat(work: () => Promise<unknown>, everyMs: number): Repeated {
  let stopping = false
  let poked = false
  let pause = new AbortController()
  const running = (async () => {
    while (!stopping) {
      poked = false
      await work()
      if (stopping || poked) continue
      pause = new AbortController()
      await sleep(everyMs, undefined, { signal: pause.signal }).catch(() => undefined)
    }
  })()
  return {
    poke() {
      poked = true
      pause.abort()
    },
    async stop() {
      stopping = true
      pause.abort()
      await running
    },
  }
}
