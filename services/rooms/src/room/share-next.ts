/**
 * Lets callers that come while a run is under way share the next one. Nobody is given what was read before it asked,
 * and however many ask, no more than one run goes at a time.
 */
export function shareNext<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined
  let next: Promise<T> | undefined

  const start = (): Promise<T> => {
    const run = work().finally(() => {
      if (running === run) running = undefined
    })
    running = run
    return run
  }

  return () => {
    if (next) return next
    if (!running) return start()
    const startNext = (): Promise<T> => {
      next = undefined
      return start()
    }
    next = running.then(startNext, startNext)
    return next
  }
}
