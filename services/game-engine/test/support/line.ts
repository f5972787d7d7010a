import type { Bus, Message } from '@kla/chassis'

/** A bus that can be cut: nothing passes then, as with a server that is down or a process that has died. */
export class Line {
  cut = false
  /** The events that reached the process, in order. */
  readonly received: Message[] = []
  /** Called before anything is published. */
  beforePublish: () => void = () => undefined

  constructor(private readonly bus: Bus) {}

  asBus(): Bus {
    const { bus } = this
    return {
      ...bus,
      connected: () => !this.cut && bus.connected(),
      publish: (subject, data) => {
        this.beforePublish()
        if (!this.cut) bus.publish(subject, data)
      },
      flush: () => (this.cut ? Promise.reject(new Error('cut')) : bus.flush()),
      publishEvent: (subject, id, data) =>
        this.cut ? Promise.reject(new Error('cut')) : bus.publishEvent(subject, id, data),
      consumeEvents: (options, handler) =>
        bus.consumeEvents(options, (message, storedAtMs) => {
          if (this.cut) return Promise.reject(new Error('cut'))
          this.received.push(message)
          return handler(message, storedAtMs)
        }),
    }
  }
}
