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
