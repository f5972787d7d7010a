/** Where the focus goes when the entry at `index` is gone: to the one in its place, or to the new last one. */
export const focusAfter = (index: number, left: number): number | null => (left === 0 ? null : Math.min(index, left - 1))

/** What somebody asked of one clip, and what held for all of them at that time. */
export interface Asked {
  playing: boolean
  whileAll: boolean
}

/** Whether a clip plays: as asked of it, until something is asked of all of them. */
export const plays = (allPlay: boolean, asked: Asked | null): boolean =>
  asked !== null && asked.whileAll === allPlay ? asked.playing : allPlay
