import type { ServerFrame } from '@kla/proto/web'

/** How a client's connections followed one another. */
export interface Stay {
  /** How often it connected anew because a connection was lost. */
  readonly reconnects: number
  /** How often one connection handed over to the next while both stood. */
  readonly handovers: number
  /** Each time without any connection, milliseconds. */
  readonly awayMs: readonly number[]
  /** Each time from the beginning of a handover to the place on the new connection, milliseconds. */
  readonly handoverMs: readonly number[]
}

/** Notes it. */
export interface StayLog extends Stay {
  lost(): void
  found(): void
  moves(): void
  moved(): void
}

export function createStayLog(now: () => number = Date.now): StayLog {
  const awayMs: number[] = []
  const handoverMs: number[] = []
  let lostAt: number | undefined
  let movesAt = 0
  return {
    awayMs,
    handoverMs,
    get reconnects() {
      return awayMs.length
    },
    get handovers() {
      return handoverMs.length
    },
    lost: () => void (lostAt ??= now()),
    found() {
      if (lostAt !== undefined) awayMs.push(now() - lostAt)
      lostAt = undefined
    },
    moves: () => void (movesAt = now()),
    moved: () => void handoverMs.push(now() - movesAt),
  }
}

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
