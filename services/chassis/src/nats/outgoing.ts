import type { NatsConnection } from 'nats'

interface Gathered<T> {
  add(one: T): void
  empty(): void
}

/** Calls `take` once per event loop turn, in order. */
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

/** Makes one socket write per event loop turn: each is a system call. */
export interface Outgoing {
  /** Dropped on a closed connection. `say` must not throw. */
  tell(say: () => void): void
  ask<T>(say: () => Promise<T>): Promise<T>
  /** Resolves once the server has the message. Rejects on a lost connection. */
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
