import type { ServerEventName, ServerFrame } from '@kla/proto/web'

/** What only passes through the server: no later state repeats it, and two connections of one page both bring it. */
const RELAYED: ReadonlySet<ServerEventName> = new Set(['receive-message', 'offer', 'answer', 'ice-candidate'])
/** Some minutes of chat, or many negotiations. */
const REMEMBERED = 256

/** By which of the page's connections something came. */
export type Way = 'only' | 'first' | 'second'

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
