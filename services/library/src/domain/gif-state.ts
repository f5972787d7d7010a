import type { Reason } from '@kla/proto/web'

/**
 * How far a GIF is from the players' hands. Draft: not looked at yet; live: dealt, unless its link is broken; hidden:
 * taken out by an administrator; blocked: never again.
 */
export const GIF_STATES = ['draft', 'live', 'hidden', 'blocked'] as const
export type GifState = (typeof GIF_STATES)[number]

export interface Reviewed {
  readonly state: GifState
  readonly broken: boolean
  /** Whether its content has been fetched and was not blocked then. */
  readonly contentKnown: boolean
}

/** What has to be done to bring a GIF into a state. */
export type Review = 'nothing' | 'set' | 'look-then-set' | 'block'

/** Blocking is final. What goes live is looked at first, unless that was done and its link is well. */
export function review(gif: Reviewed, to: GifState): Review | { readonly refused: Reason } {
  if (gif.state === 'blocked') return to === 'blocked' ? 'nothing' : { refused: 'GIF_BLOCKED' }
  if (to === 'blocked') return 'block'
  if (to !== 'live') return 'set'
  if (gif.state === 'live' && !gif.broken) return 'nothing'
  return gif.contentKnown && !gif.broken ? 'set' : 'look-then-set'
}
