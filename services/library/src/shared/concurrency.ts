import { KlaError } from '@kla/chassis'

/** Work that is under way for a key is shared by all who ask for it meanwhile. */
export function createShared<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  return (key, work) => {
    const running = underWay.get(key)
    if (running) return running
    const started = work().finally(() => underWay.delete(key))
    underWay.set(key, started)
    return started
  }
}

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
