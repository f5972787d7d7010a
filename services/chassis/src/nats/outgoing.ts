import type { NatsConnection } from '@nats-io/transport-node'

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
  /** Dropped on a closed connection. `send` must not throw. */
  publish(send: () => void): void
  ask<T>(send: () => Promise<T>): Promise<T>
  /** Resolves once the server has the message. Rejects on a lost connection. */
  confirm<T>(send: () => T): Promise<T>
  empty(): void
}

type AfterFlush = (flushed: Promise<void>) => void

export function createOutgoing(connection: Pick<NatsConnection, 'flush' | 'isClosed'>): Outgoing {
  const { add, empty } = createGathered<() => AfterFlush | undefined>((sends) => {
    const waiting = sends.flatMap((send) => send() ?? [])
    if (waiting.length === 0) return
    const flushed = connection.flush()
    for (const afterFlush of waiting) afterFlush(flushed)
  })
  return {
    publish(send) {
      add(() => {
        if (!connection.isClosed()) send()
        return undefined
      })
    },
    ask: (send) =>
      new Promise((resolve, reject) => {
        add(() => {
          send().then(resolve, reject)
          return undefined
        })
      }),
    confirm: (send) =>
      new Promise((resolve, reject) => {
        add(() => {
          try {
            const sent = send()
            return (flushed) => void flushed.then(() => resolve(sent), reject)
          } catch (error) {
            reject(error as Error)
            return undefined
          }
        })
      }),
    empty,
  }
}
