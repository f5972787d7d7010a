import type { Bus, OutboxEvent } from '@kla/chassis'

export interface RecordedBus {
  readonly bus: Bus
  /** What was published of a subject, the oldest first. */
  of<T>(subject: string, message: { decode(payload: Uint8Array): T }): T[]
  /** From now on nothing can be published, or it can again. */
  breakDown(broken: boolean): void
}

/** A bus that keeps the events it is given and nothing else. */
export function recordBus(): RecordedBus {
  const events: OutboxEvent[] = []
  let down = false
  return {
    of: (subject, message) =>
      events.filter((event) => event.subject === subject).map(({ payload }) => message.decode(payload)),
    breakDown: (broken) => {
      down = broken
    },
    bus: {
      publish: () => undefined,
      flush: () => Promise.resolve(),
      subscribe: () => Promise.resolve({ close: () => undefined }),
      ask: () => Promise.reject(new Error('no responders')),
      answer: () => Promise.resolve({ close: () => undefined }),
      publishEvent: (subject, eventId, payload) => {
        if (down) return Promise.reject(new Error('no responders'))
        events.push({ subject, eventId, payload })
        return Promise.resolve()
      },
      streamWholeSinceMs: () => Promise.resolve(0),
      consumeEvents: () => Promise.resolve({ close: () => Promise.resolve() }),
      connected: () => true,
      close: () => Promise.resolve(),
    },
  }
}
