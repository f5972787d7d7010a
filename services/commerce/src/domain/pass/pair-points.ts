import { worthOf, type PairBattle } from '@kla/proto/web'
import type { Season } from './season.js'

/** Two accounts, the lower id first. */
export interface PairOfAccounts {
  readonly lowId: number
  readonly highId: number
}

export interface AccountPoints {
  readonly accountId: number
  readonly points: number
}

/** What a season's battles between two people bring. */
export interface PairPoints {
  /** For each of the two. */
  readonly points: readonly AccountPoints[]
  /** The battles that count as played. */
  readonly played: ReadonlySet<string>
}

type Rates = Pick<Season, 'pointsPlayed' | 'pointsWon'>

/** What the battles of a season between two people bring each of them. */
export function pairPoints(
  rates: Rates,
  { lowId, highId }: PairOfAccounts,
  battles: readonly PairBattle[],
): PairPoints {
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

/** What one more battle changes. */
export interface PairChange {
  /** Only what is not nothing; negative where a battle that ended earlier takes another one's place. */
  readonly gains: readonly AccountPoints[]
  /** Battles that count as played from now on, and those that no longer do. */
  readonly played: readonly string[]
  readonly displaced: readonly string[]
}

/**
 * What `battle` changes beside the battles of the season that count as played so far. Those that do not are not needed:
 * of a day the first few count, so that one more never brings back one that is out.
 */
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
