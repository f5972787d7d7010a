/** Events of a simulation, ordered by a logical clock. */
export interface MatchLog {
  /** Records a new block. */
  blocked(blocker: number, blocked: number): void
  /** Records that a match was proposed to an account. */
  asked(matchId: string, accountId: number): void
  /** Records that an account is about to accept a match. */
  accepting(matchId: string, accountId: number): void
  ready(matchId: string, accountId: number, roomId: string, waitMs: number): void
  count(what: string): void
  readonly blocks: ReadonlyMap<string, number>
  readonly matches: ReadonlyMap<string, MatchHistory>
  readonly waits: readonly number[]
  readonly counts: Readonly<Record<string, number>>
}

export interface MatchHistory {
  readonly asked: Set<number>
  /** Logical time of each acceptance. */
  readonly accepting: Map<number, number>
  /** Room of each account. */
  readonly rooms: Map<number, string>
}

export const pairName = (accountIds: Iterable<number>): string => [...accountIds].sort((a, b) => a - b).join(' and ')

export function createMatchLog(): MatchLog {
  let time = 0
  const blocks = new Map<string, number>()
  const matches = new Map<string, MatchHistory>()
  const waits: number[] = []
  const counts: Record<string, number> = {}
  const of = (matchId: string): MatchHistory => {
    const known = matches.get(matchId) ?? { asked: new Set(), accepting: new Map(), rooms: new Map() }
    matches.set(matchId, known)
    return known
  }
  return {
    blocks,
    matches,
    waits,
    counts,
    blocked(blocker, blocked) {
      const pair = pairName([blocker, blocked])
      if (!blocks.has(pair)) blocks.set(pair, ++time)
    },
    asked: (matchId, accountId) => void of(matchId).asked.add(accountId),
    accepting(matchId, accountId) {
      const { accepting } = of(matchId)
      if (!accepting.has(accountId)) accepting.set(accountId, ++time)
    },
    ready(matchId, accountId, roomId, waitMs) {
      of(matchId).rooms.set(accountId, roomId)
      waits.push(waitMs)
    },
    count: (what) => void (counts[what] = (counts[what] ?? 0) + 1),
  }
}
