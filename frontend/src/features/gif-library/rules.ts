export const focusAfter = (index: number, left: number): number | null =>
  left === 0 ? null : Math.min(index, left - 1)

/** A choice for one clip, with the choice for all that was in force then. */
export interface Asked {
  playing: boolean
  whileAll: boolean
}

export const plays = (allPlay: boolean, asked: Asked | null): boolean =>
  asked !== null && asked.whileAll === allPlay ? asked.playing : allPlay
