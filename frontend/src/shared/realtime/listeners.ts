import type { ServerEventName, ServerEvents, ServerFrame } from '@kla/proto/web'

export type Handler<Name extends ServerEventName> = (data: ServerEvents[Name]) => void

interface Listeners {
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

/** What only passes through the server: no later state repeats it, and two connections of one page both bring it. */
const RELAYED: ReadonlySet<ServerEventName> = new Set(['receive-message', 'offer', 'answer', 'ice-candidate'])
/** Some minutes of chat, or many negotiations. */
const REMEMBERED = 256

/** By which of the page's connections something came. */
type Way = 'only' | 'first' | 'second'

export const isRelayed = ({ event }: ServerFrame): boolean => RELAYED.has(event)

/** The data of a frame, of a chat line with its id: by that it is known again in a later `room-state`. */
export const withId = ({ event, data, id }: ServerFrame): ServerFrame['data'] =>
  event === 'receive-message' && id !== undefined ? { ...data, id } : data

/** Tells what is relayed and comes for the first time from what another connection has brought before. */
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
      // Two lines may say the same; without an id nobody can tell which the other connection has brought.
      if (event === 'receive-message') return id === undefined ? way !== 'second' : isFirst(id)
      return way === 'only' || isFirst(`${event} ${JSON.stringify(data)}`)
    },
  }
}
