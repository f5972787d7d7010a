/** One step of a drill. */
export interface Step {
  readonly what: string
  readonly ms: number
  readonly failure?: string
}

/** Something that a restore does not bring back. */
export interface Loss {
  readonly what: string
  readonly why: string
}

/** Steps and losses of a drill, in order. */
export interface Record {
  /** Rejects as `work` does, and when the drill is over. */
  step<T>(what: string, work: () => Promise<T>): Promise<T>
  lost(what: string, why: string): void
  readonly steps: readonly Step[]
  readonly losses: readonly Loss[]
}

/** Where lines go, the clock, and what ends the drill. */
export interface RecordOptions {
  readonly say: (line: string) => void
  readonly now: () => number
  readonly signal: AbortSignal
}

/** Records steps with their time; `say` gets each one as it ends. */
export function createRecord({ say, now, signal }: RecordOptions): Record {
  const over = new Promise<never>((_, reject) => {
    const end = (): void => reject(new Error('the drill was stopped, or its time is over'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
  over.catch(() => undefined)
  const steps: Step[] = []
  const losses: Loss[] = []
  const ended = (step: Step): void => {
    steps.push(step)
    say(stepLine(step))
  }
  return {
    steps,
    losses,
    lost: (what, why) => void losses.push({ what, why }),
    async step(what, work) {
      const beganAt = now()
      try {
        const result = await Promise.race([over, work()])
        ended({ what, ms: now() - beganAt })
        return result
      } catch (error) {
        ended({ what, ms: now() - beganAt, failure: error instanceof Error ? error.message : String(error) })
        throw error
      }
    },
  }
}

/** True if every step succeeded. */
export const isPassed = ({ steps }: Pick<Record, 'steps'>): boolean =>
  steps.length > 0 && steps.every(({ failure }) => failure === undefined)

/** Markdown tables of the steps with seconds, and of what was lost with the reason. */
export const recordLines = ({ steps, losses }: Pick<Record, 'steps' | 'losses'>): readonly string[] => [
  '| step | seconds |',
  '|---|---|',
  ...steps.map(({ what, ms, failure }) => `| ${what}${failure === undefined ? '' : ' (failed)'} | ${secondsOf(ms)} |`),
  `| in all | ${secondsOf(steps.reduce((sum, { ms }) => sum + ms, 0))} |`,
  '',
  '| lost | why |',
  '|---|---|',
  ...losses.map(({ what, why }) => `| ${what} | ${why} |`),
]

const secondsOf = (ms: number): string => (ms / 1_000).toFixed(1)

const stepLine = ({ what, ms, failure }: Step): string =>
  `${failure === undefined ? 'ok    ' : 'FAILED'} ${`${secondsOf(ms)} s`.padStart(8)}  ${what}${failure === undefined ? '' : `: ${failure}`}`
