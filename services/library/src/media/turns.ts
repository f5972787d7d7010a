import { KlaError } from '@kla/chassis'

/**
 * Lets at most `atOnce` pieces of work run; the others wait for their turn, in order. Where `waitingMax` wait already
 * there is no use in waiting: MEDIA_UNAVAILABLE.
 */
export function createTurns(atOnce: number, waitingMax: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async (work) => {
    if (free > 0) free--
    else if (waiting.length >= waitingMax) throw new KlaError('MEDIA_UNAVAILABLE')
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
