import type { ServerEventName, ServerEvents } from '@kla/proto/web'

export type Handler<Name extends ServerEventName> = (data: ServerEvents[Name]) => void

export interface Listeners {
  on<Name extends ServerEventName>(event: Name, handler: Handler<Name>): () => void
  tell<Name extends ServerEventName>(event: Name, data: ServerEvents[Name]): void
  /** Forgets what was kept for later. */
  forget(): void
}

/**
 * No later state repeats these, and the other player sends them while the room is still being loaded here: they are
 * kept until somebody listens.
 */
const KEPT: ReadonlySet<ServerEventName> = new Set(['offer', 'answer', 'ice-candidate'])
/** Two offers with their candidates. */
const KEPT_MAX = 64

export function createListeners(): Listeners {
  const handlers = new Map<ServerEventName, Set<(data: never) => void>>()
  let kept: { event: ServerEventName; data: unknown }[] = []
  return {
    on(event, handler) {
      const set = handlers.get(event) ?? new Set()
      handlers.set(event, set.add(handler))
      const due = kept.filter((one) => one.event === event)
      kept = kept.filter((one) => one.event !== event)
      for (const { data } of due) handler(data as never)
      return () => void set.delete(handler)
    },
    tell(event, data) {
      const listening = [...(handlers.get(event) ?? [])]
      if (listening.length === 0 && KEPT.has(event)) kept = [...kept, { event, data }].slice(-KEPT_MAX)
      for (const handler of listening) handler(data as never)
    },
    forget() {
      kept = []
    },
  }
}
