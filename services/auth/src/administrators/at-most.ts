import { KlaError } from '@kla/chassis'

/** Runs work when there is room for it. Rejects with UNAVAILABLE when too much waits already. */
export type Limited = <T>(work: () => Promise<T>) => Promise<T>

/** Lets `running` pieces of work run at once, and `waiting` more wait for it, in their order. */
export function atMost({ running, waiting }: { running: number; waiting: number }): Limited {
  let free = running
  const queue: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else {
      if (queue.length >= waiting) throw new KlaError('UNAVAILABLE')
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      // The place is handed on, never free in between: nobody overtakes.
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
}
