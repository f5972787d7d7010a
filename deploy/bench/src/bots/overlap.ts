import type { ServerFrame } from '@kla/proto/web'

/** Tells apart what two connections of one client bring at the same time, or two gateways of one command. */
export interface Overlap {
  /** Whether this very line of chat has come before. Lines without an id cannot be told apart. */
  hasCome(frame: ServerFrame): boolean
  /** Notes how far the battle's news has been heard in a room. */
  hears(roomId: string | undefined, news: number | undefined): void
  /** Whether a room's state takes nothing back that has been heard. */
  isRecent(state: ServerFrame & { readonly event: 'room-state' }): boolean
}

const LINES_MAX = 1_000

export function createOverlap(): Overlap {
  const lines = new Set<string>()
  let newest = { roomId: '', news: 0 }
  return {
    hasCome({ id }) {
      if (id === undefined) return false
      if (lines.has(id)) return true
      lines.add(id)
      if (lines.size > LINES_MAX) lines.delete(lines.values().next().value as string)
      return false
    },
    hears(roomId, news) {
      if (roomId === undefined || news === undefined) return
      newest = { roomId, news: newest.roomId === roomId ? Math.max(newest.news, news) : news }
    },
    isRecent: ({ data, news }) => news === undefined || newest.roomId !== data.roomId || news >= newest.news,
  }
}
