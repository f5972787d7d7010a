import type { PairBattle } from '@kla/proto/web'
import { pairPoints, type AccountPoints, type PairOfAccounts } from './pair-points.js'
import type { Season } from './season.js'

/** Something kept that is not as it follows from a season's results. */
export type Mistake =
  | {
      readonly kind: 'progress'
      readonly seasonId: string
      readonly accountId: number
      readonly kept: number
      readonly right: number
    }
  /** It is marked as counting as played and does not, or the other way round. */
  | { readonly kind: 'result'; readonly battleId: string; readonly kept: boolean }

/** Adds a season's points up anew. Results of the same two people must come one after another. */
export interface ProgressSheet {
  addResult(pair: PairOfAccounts, battle: PairBattle, markedPlayed: boolean): void
  /** What is kept; once all results are added. */
  compare(kept: AccountPoints): void
  /** What was found, and what is kept nowhere though it should be. */
  mistakes(): readonly Mistake[]
}

interface Group {
  readonly pair: PairOfAccounts
  readonly battles: PairBattle[]
  readonly marked: Set<string>
}

export function progressSheet(season: Season): ProgressSheet {
  const found: Mistake[] = []
  const right = new Map<number, number>()
  let group: Group | undefined

  function settleGroup(): void {
    if (!group) return
    const { pair, battles, marked } = group
    const { points, played } = pairPoints(season, pair, battles)
    for (const one of points) right.set(one.accountId, (right.get(one.accountId) ?? 0) + one.points)
    for (const { battleId } of battles) {
      const kept = marked.has(battleId)
      if (kept !== played.has(battleId)) found.push({ kind: 'result', battleId, kept })
    }
    group = undefined
  }

  function check(accountId: number, kept: number): void {
    const points = right.get(accountId) ?? 0
    right.delete(accountId)
    if (points !== kept) found.push({ kind: 'progress', seasonId: season.id, accountId, kept, right: points })
  }

  return {
    addResult(pair, battle, markedPlayed) {
      if (group?.pair.lowId !== pair.lowId || group.pair.highId !== pair.highId) {
        settleGroup()
        group = { pair, battles: [], marked: new Set() }
      }
      group.battles.push(battle)
      if (markedPlayed) group.marked.add(battle.battleId)
    },
    compare({ accountId, points }) {
      settleGroup()
      check(accountId, points)
    },
    mistakes() {
      settleGroup()
      for (const accountId of [...right.keys()]) check(accountId, 0)
      return found
    },
  }
}
