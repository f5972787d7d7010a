import type { SavedGif } from '../../entities/gif/saved-gifs.js'
import { GIF_ORDER } from '../../texts/gif-library.js'

export const ORDERS = [
  { value: 'newest', label: GIF_ORDER.newest },
  { value: 'oldest', label: GIF_ORDER.oldest },
] as const
export type Order = (typeof ORDERS)[number]['value']

/** The server lists the newest first. */
export const inOrder = (gifs: readonly SavedGif[], order: Order): readonly SavedGif[] =>
  order === 'newest' ? gifs : gifs.toReversed()

export const focusAfter = (index: number, left: number): number | null =>
  left === 0 ? null : Math.min(index, left - 1)

/** Choice for one clip, and the choice for all at that time. */
export interface Asked {
  playing: boolean
  whileAll: boolean
}

export const plays = (allPlay: boolean, asked: Asked | null): boolean =>
  asked !== null && asked.whileAll === allPlay ? asked.playing : allPlay
