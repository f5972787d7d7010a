import type { ServerFrame } from '@kla/proto/web'

/** Tells apart what two connections of one client bring at the same time. */
export interface Overlap {
  /** Whether another connection has brought this very line of chat. Lines without an id cannot be told apart. */
  hasFromElsewhere(frame: ServerFrame, connection: object): boolean
  /** Notes how far the battle's news has been heard in a room. */
  hears(roomId: string | undefined, news: number | undefined): void
  /** Whether a room's state takes nothing back that has been heard. */
  isRecent(state: ServerFrame & { readonly event: 'room-state' }): boolean
}

const LINES_MAX = 1_000

export function createOverlap(): Overlap {
  const lines = new Map<string, object>()
  let newest = { roomId: '', news: 0 }
  return {
    hasFromElsewhere({ id }, connection) {
      if (id === undefined) return false
      const first = lines.get(id)
      if (first === undefined) lines.set(id, connection)
      if (lines.size > LINES_MAX) lines.delete(lines.keys().next().value as string)
      return first !== undefined && first !== connection
    },
    hears(roomId, news) {
      if (roomId === undefined || news === undefined) return
      newest = { roomId, news: newest.roomId === roomId ? Math.max(newest.news, news) : news }
    },
    isRecent: ({ data, news }) => news === undefined || newest.roomId !== data.roomId || news >= newest.news,
  }
}
