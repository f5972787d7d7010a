import type { ServerFrame } from '@kla/proto/web'

export interface Stay {
  readonly reconnects: number
  readonly handovers: number
  readonly awayMs: readonly number[]
  readonly handoverMs: readonly number[]
}

export interface StayLog extends Stay {
  lost(): void
  found(): void
  moves(): void
  moved(): void
}

export function createStayLog(): StayLog {
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
    lost: () => void (lostAt ??= Date.now()),
    found() {
      if (lostAt !== undefined) awayMs.push(Date.now() - lostAt)
      lostAt = undefined
    },
    moves: () => void (movesAt = Date.now()),
    moved: () => void handoverMs.push(Date.now() - movesAt),
  }
}

/** Recognizes duplicates from two connections during a handover. */
export interface Overlap {
  isDuplicateLine(frame: ServerFrame): boolean
  knowsLine(id: string): void
  received(roomId: string | undefined, update: number | undefined): void
  isRecent(state: ServerFrame & { readonly event: 'room-state' }): boolean
}

const LINES_MAX = 1_000

export function createOverlap(): Overlap {
  const lines = new Set<string>()
  let newest = { roomId: '', update: 0 }
  const keep = (id: string): void => {
    lines.add(id)
    if (lines.size > LINES_MAX) lines.delete(lines.values().next().value as string)
  }
  return {
    isDuplicateLine({ id }) {
      if (id === undefined) return false
      if (lines.has(id)) return true
      keep(id)
      return false
    },
    knowsLine: keep,
    received(roomId, update) {
      if (roomId === undefined || update === undefined) return
      newest = { roomId, update: newest.roomId === roomId ? Math.max(newest.update, update) : update }
    },
    isRecent: ({ data, update }) => update === undefined || newest.roomId !== data.roomId || update >= newest.update,
  }
}
