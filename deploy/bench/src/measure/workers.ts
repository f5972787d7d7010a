import { fork } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from '@kla/local'

export type Tasks = Readonly<Record<string, (given: never) => unknown>>

export interface Worker<T extends Tasks> {
  readonly pid: number
  ask<Name extends keyof T & string>(task: Name, given: Parameters<T[Name]>[0]): Promise<Awaited<ReturnType<T[Name]>>>
  stop(): Promise<void>
}

interface Question {
  readonly id: number
  readonly task: string
  readonly given: unknown
}

interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: string
}

/** Starts `main`, a file below dist such as "chat/generator-main". */
export function startWorker<T extends Tasks>(main: string): Worker<T> {
  const child = fork(`${ROOT}deploy/bench/dist/${main}.js`)
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  let asked = 0

  child.on('message', ({ id, result, error }: Answer) => {
    const asker = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asker?.resolve(result as never)
    else asker?.reject(new Error(error))
  })
  const exited = once(child, 'exit').then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`${main} has ended`))
    waiting.clear()
  })

  return {
    pid: child.pid ?? -1,
    ask: (task, given) =>
      new Promise((resolve, reject) => {
        const id = ++asked
        waiting.set(id, { resolve, reject })
        child.send({ id, task, given } satisfies Question, (error) => error && reject(error))
      }),
    async stop() {
      if (child.connected) child.disconnect()
      await exited
    },
  }
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
