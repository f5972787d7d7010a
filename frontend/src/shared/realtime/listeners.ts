import type { ServerEventName, ServerEvents, ServerFrame } from '@kla/proto/web'

/** Listener of one server event. */
export type Handler<Name extends ServerEventName> = (data: ServerEvents[Name]) => void

interface Listeners {
  on<Name extends ServerEventName>(event: Name, handler: Handler<Name>): () => void
  deliver<Name extends ServerEventName>(event: Name, data: ServerEvents[Name]): void
  forget(): void
}

/** Kept for late listeners, as rooms load slowly. */
const KEPT: ReadonlySet<ServerEventName> = new Set(['offer', 'answer', 'ice-candidate'])
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
    deliver(event, data) {
      const listening = [...(handlers.get(event) ?? [])]
      if (listening.length === 0 && KEPT.has(event)) kept = [...kept, { event, data }].slice(-KEPT_MAX)
      for (const handler of listening) handler(data as never)
    },
    forget() {
      kept = []
    },
  }
}

/** Signals that no later state repeats, and that both connections of a handover deliver. */
const RELAYED: ReadonlySet<ServerEventName> = new Set(['receive-message', 'offer', 'answer', 'ice-candidate'])
const REMEMBERED = 256

type Way = 'only' | 'first' | 'second'

export const isRelayed = ({ event }: ServerFrame): boolean => RELAYED.has(event)

/** Adds a message's writer and its id. */
export const withMarks = ({ event, data, id, sender }: ServerFrame): ServerFrame['data'] =>
  event === 'receive-message' && id !== undefined
    ? { ...data, id, ...(sender === undefined ? {} : { senderId: sender }) }
    : data

/** Removes duplicates that two connections deliver. */
export function createRelayed() {
  const known = new Set<string>()

  const isFirst = (key: string): boolean => {
    if (known.has(key)) return false
    known.add(key)
    if (known.size > REMEMBERED) known.delete(known.values().next().value as string)
    return true
  }

  return {
    isNew({ event, data, id }: ServerFrame, way: Way): boolean {
      // Equal texts are no duplicates; only an id tells.
      if (event === 'receive-message') return id === undefined ? way !== 'second' : isFirst(id)
      return way === 'only' || isFirst(`${event} ${JSON.stringify(data)}`)
    },
  }
}
