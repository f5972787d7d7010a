import { fork } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from '@kla/local'
import type { Answer, Question, Tasks } from './serve-tasks.js'

export interface Worker<T extends Tasks> {
  readonly pid: number
  ask<Name extends keyof T & string>(task: Name, given: Parameters<T[Name]>[0]): Promise<Awaited<ReturnType<T[Name]>>>
  stop(): Promise<void>
}

/** `main`: a file below dist, such as "engine/people-main". */
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
