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
