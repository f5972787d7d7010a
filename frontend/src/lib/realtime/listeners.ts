import type { ServerEventName, ServerEvents } from '@kla/proto/web'

export type Handler<Name extends ServerEventName> = (data: ServerEvents[Name]) => void

export interface Listeners {
  on<Name extends ServerEventName>(event: Name, handler: Handler<Name>): () => void
  tell<Name extends ServerEventName>(event: Name, data: ServerEvents[Name]): void
}

export function createListeners(): Listeners {
  const handlers = new Map<ServerEventName, Set<(data: never) => void>>()
  return {
    on(event, handler) {
      const set = handlers.get(event) ?? new Set()
      handlers.set(event, set.add(handler))
      return () => void set.delete(handler)
    },
    tell(event, data) {
      for (const handler of [...(handlers.get(event) ?? [])]) handler(data as never)
    },
  }
}
