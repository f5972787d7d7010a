import type { Answer, Question, Tasks } from './tasks.js'

/** What the main file of a worker does: answers what its parent asks, and ends with it. */
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
