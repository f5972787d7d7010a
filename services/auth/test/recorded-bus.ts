import type { Bus, OutboxEvent } from '@kla/chassis'

export interface RecordedBus {
  readonly bus: Bus
  /** Returns events of a subject, oldest first. */
  of<T>(subject: string, message: { decode(payload: Uint8Array): T }): T[]
  /** Makes publishing fail, or work again. */
  breakDown(broken: boolean): void
}

/** Creates a bus that only records events. */
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
