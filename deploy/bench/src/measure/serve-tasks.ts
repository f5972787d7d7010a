export type Tasks = Readonly<Record<string, (given: never) => unknown>>

export interface Question {
  readonly id: number
  readonly task: string
  readonly given: unknown
}

/** The stack of what was thrown. */
export interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: string
}

/** Answers a worker's parent; exits with it. */
export function serveTasks(tasks: Tasks): void {
  const answer = (what: Answer): void => void process.send?.(what)
  process.on('message', ({ id, task, given }: Question) => {
    Promise.resolve()
      .then(() => tasks[task]?.(given as never))
      .then(
        (result) => answer({ id, result }),
        (error: unknown) => answer({ id, error: (error instanceof Error && error.stack) || String(error) }),
      )
  })
  process.on('disconnect', () => process.exit(0))
}
