import { type PairBattle, type Worth, worthOf } from '@kla/proto/web'

/** Games won and played in a season. */
export interface Figures {
  readonly gamesWon: number
  readonly gamesPlayed: number
}

export const sumOf = (one: Figures, other: Figures): Figures => ({
  gamesWon: one.gamesWon + other.gamesWon,
  gamesPlayed: one.gamesPlayed + other.gamesPlayed,
})

export const oppositeOf = ({ gamesWon, gamesPlayed }: Figures): Figures => ({
  gamesWon: 0 - gamesWon,
  gamesPlayed: 0 - gamesPlayed,
})

export const isZero = ({ gamesWon, gamesPlayed }: Figures): boolean => gamesWon === 0 && gamesPlayed === 0

/** Two accounts, the lower id first. */
export interface PairOfAccounts {
  readonly lowId: number
  readonly highId: number
}

export interface AccountFigures extends Figures {
  readonly accountId: number
}

interface PairWorth {
  readonly figures: readonly AccountFigures[]
  readonly played: ReadonlySet<string>
}

export function pairWorth({ lowId, highId }: PairOfAccounts, battles: readonly PairBattle[]): PairWorth {
  const worth = worthOf(battles)
  const played = [...worth].filter(([, one]) => one.played).map(([battleId]) => battleId)
  return {
    figures: [lowId, highId].map((accountId) => ({ accountId, ...figuresOf(accountId, worth) })),
    played: new Set(played),
  }
}

function figuresOf(accountId: number, worth: ReadonlyMap<string, Worth>): Figures {
  const all = [...worth.values()]
  return {
    gamesWon: all.filter(({ wonBy }) => wonBy === accountId).length,
    gamesPlayed: all.filter(({ played }) => played).length,
  }
}

interface PairChange {
  /** Negative if a battle displaces another. */
  readonly gains: readonly AccountFigures[]
  readonly played: readonly string[]
  readonly displaced: readonly string[]
}

/** Adds a battle to the pair's `known` ones that count. */
export function addBattle(pair: PairOfAccounts, known: readonly PairBattle[], battle: PairBattle): PairChange {
  const before = pairWorth(pair, known)
  const after = pairWorth(pair, [...known, battle])
  const gains = after.figures.map(({ accountId, ...figures }, at) => {
    const had = before.figures[at]
    return { accountId, ...(had ? sumOf(figures, oppositeOf(had)) : figures) }
  })
  return {
    gains: gains.filter((gain) => !isZero(gain)),
    played: [...after.played].filter((id) => !before.played.has(id)),
    displaced: [...before.played].filter((id) => !after.played.has(id)),
  }
}
