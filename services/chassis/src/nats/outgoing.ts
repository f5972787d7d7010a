import type { NatsConnection } from 'nats'

interface Gathered<T> {
  add(one: T): void
  empty(): void
}

/** Calls `take` at the end of an event loop turn with everything added in it, in order. */
export function createGathered<T>(take: (all: readonly T[]) => void): Gathered<T> {
  let gathered: T[] = []
  const empty = (): void => {
    const all = gathered
    gathered = []
    if (all.length > 0) take(all)
  }
  return {
    add(one) {
      if (gathered.push(one) === 1) setImmediate(empty)
    },
    empty,
  }
}

/** One socket write for each event loop turn, in order: a write is a system call here and in the server, however small. */
export interface Outgoing {
  /** Sends without a reply; dropped on a closed connection. `say` must not throw. */
  tell(say: () => void): void
  ask<T>(say: () => Promise<T>): Promise<T>
  /** Resolves with the result once the server has the message. Rejects if the connection is lost meanwhile. */
  surely<T>(say: () => T): Promise<T>
  empty(): void
}

type OnceThere = (there: Promise<void>) => void

export function createOutgoing(connection: Pick<NatsConnection, 'flush' | 'isClosed'>): Outgoing {
  const { add, empty } = createGathered<() => OnceThere | undefined>((sayings) => {
    const waiting = sayings.flatMap((say) => say() ?? [])
    if (waiting.length === 0) return
    const there = connection.flush()
    for (const onceThere of waiting) onceThere(there)
  })
  return {
    tell(say) {
      add(() => {
        if (!connection.isClosed()) say()
        return undefined
      })
    },
    ask: (say) =>
      new Promise((resolve, reject) => {
        add(() => {
          say().then(resolve, reject)
          return undefined
        })
      }),
    surely: (say) =>
      new Promise((resolve, reject) => {
        add(() => {
          try {
            const said = say()
            return (there) => void there.then(() => resolve(said), reject)
          } catch (error) {
            reject(error as Error)
            return undefined
          }
        })
      }),
    empty,
  }
}
