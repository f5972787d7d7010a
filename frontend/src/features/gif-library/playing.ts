/** What somebody asked of one clip, and what held for all of them at that time. */
export interface Asked {
  playing: boolean
  whileAll: boolean
}

/** Whether a clip plays: as asked of it, until something is asked of all of them. */
export const plays = (allPlay: boolean, asked: Asked | null): boolean =>
  asked !== null && asked.whileAll === allPlay ? asked.playing : allPlay
