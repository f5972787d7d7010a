import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { AnswerMessage, OrderMessage, Orders, Settings } from './orders.js'

/** A process that generates load, and takes orders as if it were here. */
export interface GeneratorProcess extends Orders {
  readonly pid: number
  close(): void
}

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url))

export function startGenerator(settings: Settings): GeneratorProcess {
  const child = fork(MAIN, [JSON.stringify(settings)], { env: { ...process.env, NODE_ENV: 'production' } })
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  let last = 0
  child.on('message', (message: AnswerMessage) => {
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if ('error' in message) asked?.reject(new Error(message.error))
    else asked?.resolve(message.result as never)
  })
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`the generator ended with ${code}`))
    waiting.clear()
  })
  const give = <Order extends keyof Orders>(order: Order, ...parameters: Parameters<Orders[Order]>): ReturnType<Orders[Order]> =>
    new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, { resolve, reject })
      child.send({ id, order, parameters } satisfies OrderMessage)
    }) as ReturnType<Orders[Order]>
  return {
    pid: child.pid ?? -1,
    seat: (...parameters) => give('seat', ...parameters),
    talk: (...parameters) => give('talk', ...parameters),
    mark: () => give('mark'),
    hush: () => give('hush'),
    leave: (...parameters) => give('leave', ...parameters),
    close: () => child.disconnect(),
  }
}
