export interface Steps {
  /** Logs the result. Rejects with the failure or the run's timeout. */
  run<T>(what: string, work: () => Promise<T>): Promise<T>
}

export function createSteps(options: {
  readonly say: (line: string) => void
  readonly signal: AbortSignal
  readonly now?: () => number
}): Steps {
  const { say, signal, now = () => performance.now() } = options
  return {
    async run(what, work) {
      const beganAt = now()
      const took = (): string => `${((now() - beganAt) / 1_000).toFixed(1)} s`.padStart(8)
      try {
        const result = await Promise.race([work(), over(signal)])
        say(`ok     ${took()}  ${what}`)
        return result
      } catch (error) {
        say(`FAILED ${took()}  ${what}: ${error instanceof Error ? error.message : String(error)}`)
        throw error
      }
    },
  }
}

const over = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const fail = (): void => reject(new Error('the time for the whole run is over'))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })
