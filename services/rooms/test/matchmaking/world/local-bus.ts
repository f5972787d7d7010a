import type { Bus, Message } from '@kla/chassis'

/** Delivers updates within this process; events are not stored. */
export interface LocalBus {
  /** The bus of one pod. After `cut` nothing that it says is received. */
  bus(): { readonly bus: Bus; cut(): void }
  listen(subject: string, handler: (data: Uint8Array) => void): void
}

export function createLocalBus(): LocalBus {
  const listeners = new Map<string, ((message: Message) => void)[]>()
  const listen = (subject: string, handler: (message: Message) => void): void => {
    listeners.set(subject, [...(listeners.get(subject) ?? []), handler])
  }
  const say = (subject: string, data: Uint8Array): void => {
    for (const handler of listeners.get(subject) ?? []) handler({ subject, data })
  }
  return {
    listen: (subject, handler) => listen(subject, ({ data }) => handler(data)),
    bus() {
      let cut = false
      const publish = (subject: string, data: Uint8Array): void => {
        if (!cut) say(subject, data)
      }
      const bus: Bus = {
        publish,
        flush: async () => undefined,
        subscribe: async (subject, handler) => {
          listen(subject, handler)
          return { close: () => undefined }
        },
        ask: () => Promise.reject(new Error('no responders')),
        answer: async () => ({ close: () => undefined }),
        publishEvent: async (subject, _id, data) => publish(subject, data),
        streamWholeSinceMs: async () => 0,
        consumeEvents: async () => ({ close: async () => undefined }),
        connected: () => !cut,
        close: async () => undefined,
      }
      return { bus, cut: () => (cut = true) }
    },
  }
}
