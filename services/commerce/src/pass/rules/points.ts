import { type PairBattle, worthOf } from '@kla/proto/web'
import type { Season } from './season.js'

/** Two accounts, the lower id first. */
export interface PairOfAccounts {
  readonly lowId: number
  readonly highId: number
}

/** Battle Pass points of one account. */
export interface AccountPoints {
  readonly accountId: number
  readonly points: number
}

interface PairPoints {
  readonly points: readonly AccountPoints[]
  readonly played: ReadonlySet<string>
}

type Rates = Pick<Season, 'pointsPlayed' | 'pointsWon'>

function pairPoints(rates: Rates, { lowId, highId }: PairOfAccounts, battles: readonly PairBattle[]): PairPoints {
  const worth = worthOf(battles)
  const played = [...worth].filter(([, one]) => one.played)
  const pointsOf = (accountId: number): number => {
    const won = played.filter(([, { wonBy }]) => wonBy === accountId)
    return played.length * rates.pointsPlayed + won.length * rates.pointsWon
  }
  return {
    points: [lowId, highId].map((accountId) => ({ accountId, points: pointsOf(accountId) })),
    played: new Set(played.map(([battleId]) => battleId)),
  }
}

/** Points that one battle brings a player, among the pair's `known` ones that count. */
export function pointsFrom(rates: Rates, known: readonly PairBattle[], battleId: string, accountId: number): number {
  const worth = worthOf(known).get(battleId)
  if (!worth?.played) return 0
  return rates.pointsPlayed + (worth.wonBy === accountId ? rates.pointsWon : 0)
}

interface PairChange {
  readonly gains: readonly AccountPoints[]
  readonly played: readonly string[]
  readonly displaced: readonly string[]
}

/** Adds a battle to the pair's `known` ones that count. */
export function addBattle(
  rates: Rates,
  pair: PairOfAccounts,
  known: readonly PairBattle[],
  battle: PairBattle,
): PairChange {
  const before = pairPoints(rates, pair, known)
  const after = pairPoints(rates, pair, [...known, battle])
  const gains = after.points.map(({ accountId, points }, at) => ({
    accountId,
    points: points - (before.points[at]?.points ?? 0),
  }))
  return {
    gains: gains.filter(({ points }) => points !== 0),
    played: [...after.played].filter((id) => !before.played.has(id)),
    displaced: [...before.played].filter((id) => !after.played.has(id)),
  }
}

/** Stored points that contradict the results. */
export type Mistake =
  | {
      readonly kind: 'progress'
      readonly seasonId: string
      readonly accountId: number
      readonly kept: number
      readonly right: number
    }
  | { readonly kind: 'result'; readonly battleId: string; readonly kept: boolean }

interface ProgressSheet {
  addResult(pair: PairOfAccounts, battle: PairBattle, markedPlayed: boolean): void
  compare(kept: AccountPoints): void
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
