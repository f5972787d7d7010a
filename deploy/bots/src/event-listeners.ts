import type { ServerEventName, ServerEvents, ServerFrame } from '@kla/proto/web'

export type Received = ServerFrame & { readonly atMs: number }

export interface EventListeners {
  on<Name extends ServerEventName>(
    event: Name,
    listener: (data: ServerEvents[Name], received: Received) => void,
  ): () => void
  onAny(listener: (received: Received) => void): () => void
  emit(received: Received): void
}

export function createEventListeners(): EventListeners {
  const any = new Set<(received: Received) => void>()
  const named = new Map<string, Set<(data: never, received: Received) => void>>()
  return {
    on(event, listener) {
      const listeners = named.get(event) ?? new Set()
      named.set(event, listeners)
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onAny(listener) {
      any.add(listener)
      return () => void any.delete(listener)
    },
    emit(received) {
      for (const listener of any) listener(received)
      for (const listener of named.get(received.event) ?? []) listener(received.data as never, received)
    },
  }
}
