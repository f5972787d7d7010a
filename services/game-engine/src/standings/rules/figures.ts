import { type PairBattle, worthOf, type Worth } from '@kla/proto/web'

/** What an account has in a season, or what is added to it. */
export interface Figures {
  readonly gamesWon: number
  readonly gamesPlayed: number
}

export const sumOf = (one: Figures, other: Figures): Figures => ({
  gamesWon: one.gamesWon + other.gamesWon,
  gamesPlayed: one.gamesPlayed + other.gamesPlayed,
})

/** What undoes figures that were added. */
export const oppositeOf = ({ gamesWon, gamesPlayed }: Figures): Figures => ({
  // Not -0, which is another number to whoever compares.
  gamesWon: 0 - gamesWon,
  gamesPlayed: 0 - gamesPlayed,
})

export const isNothing = ({ gamesWon, gamesPlayed }: Figures): boolean => gamesWon === 0 && gamesPlayed === 0

/** Two accounts, the lower id first. */
export interface PairOfAccounts {
  readonly lowId: number
  readonly highId: number
}

export interface AccountFigures extends Figures {
  readonly accountId: number
}

/** What the battles of one season between two people amount to. */
interface PairWorth {
  /** For each of the two. */
  readonly figures: readonly AccountFigures[]
  /** The battles that count as played. */
  readonly played: ReadonlySet<string>
}

/** What the battles between two people in one season are worth to each of them. */
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

/** What one more battle changes. */
interface PairChange {
  /** Only what is not nothing; negative where a battle that ended earlier takes another one's place. */
  readonly gains: readonly AccountFigures[]
  /** Battles that count as played from now on, and those that no longer do. */
  readonly played: readonly string[]
  readonly displaced: readonly string[]
}

/**
 * What `battle` changes beside the battles of its season that count as played so far. Those that do not are not needed:
 * of a day the first few count, so that one more never brings back one that is out.
 */
export function addBattle(pair: PairOfAccounts, known: readonly PairBattle[], battle: PairBattle): PairChange {
  const before = pairWorth(pair, known)
  const after = pairWorth(pair, [...known, battle])
  const gains = after.figures.map(({ accountId, ...figures }, at) => {
    const had = before.figures[at]
    return { accountId, ...(had ? sumOf(figures, oppositeOf(had)) : figures) }
  })
  return {
    gains: gains.filter((gain) => !isNothing(gain)),
    played: [...after.played].filter((id) => !before.played.has(id)),
    displaced: [...before.played].filter((id) => !after.played.has(id)),
  }
}
