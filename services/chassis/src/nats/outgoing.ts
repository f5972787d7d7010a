import type { NatsConnection } from 'nats'

/** Gathers what is added within one turn of the event loop. */
interface Gathered<T> {
  add(one: T): void
  /** Hands over what there is, now. */
  empty(): void
}

/** `take` gets what one turn has added, in its order, at the end of the turn. */
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

/**
 * What a process has to say to NATS, in its order: all of one turn of the event loop in one write. Each write is a system
 * call, here and in the server, however little it carries.
 */
export interface Outgoing {
  /** Says something to which nothing comes back; on a closed connection it is not said. `say` does not throw. */
  tell(say: () => void): void
  /** Says something that is answered. */
  ask<T>(say: () => Promise<T>): Promise<T>
  /** Says something; resolves with its result once the server has it. Rejects when the connection is lost meanwhile. */
  surely<T>(say: () => T): Promise<T>
  /** Says what there is, now. */
  empty(): void
}

/** Gets the server's word that it has all that was said before. */
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
