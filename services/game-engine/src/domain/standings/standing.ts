import type { Figures } from './figures.js'

/** A line of the standings. */
export interface Standing extends Figures {
  readonly accountId: number
  /** From 1, by the order asked for; equal figures share a place. */
  readonly rank: number
}

type Line = Omit<Standing, 'rank'>

/** Lines in their order with their places; the first of them has place `firstRank` and comes after `before` others. */
export function ranked(lines: readonly Line[], before: number, firstRank: number): Standing[] {
  let rank = firstRank
  return lines.map((line, at) => {
    const previous = lines[at - 1]
    if (previous && !hasEqualFigures(previous, line)) rank = before + at + 1
    return { ...line, rank }
  })
}

const hasEqualFigures = (one: Figures, other: Figures): boolean =>
  one.gamesWon === other.gamesWon && one.gamesPlayed === other.gamesPlayed
