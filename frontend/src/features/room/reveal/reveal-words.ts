import type { RevealState } from '@kla/proto/web'
import { BLURRED_AGAIN, NOT_BLURRED, REVEAL } from '../../../texts/room-reveal.js'

interface Revealing {
  opponent: string | null
  mine: boolean
  theirs: boolean
  state: 'closed' | 'opening' | 'open'
  unconfirmed: boolean
  /** Blurred after these two had seen each other. */
  again: boolean
  closed: { why: Closing; byMe: boolean } | null
}

type Closing = NonNullable<RevealState['closed']>['why']

/** Explains the closing, except after the player's own press. */
function blurredAgain({ closed, unconfirmed, theirs }: Revealing, opponent: string): string {
  if (unconfirmed) return BLURRED_AGAIN.unconfirmed
  if (theirs) return BLURRED_AGAIN.awaited({ opponent })
  if (closed === null || (closed.byMe && closed.why === 'withdrawn')) return BLURRED_AGAIN.unexplained
  if (closed.byMe) return BLURRED_AGAIN.byYou
  return closed.why === 'watcher' ? BLURRED_AGAIN.watcher : BLURRED_AGAIN[closed.why]({ opponent })
}

/** What a veiled room shows now, and what its player may do about it. */
interface RevealWords {
  now: string
  hint?: string
}

export function revealWords(revealing: Revealing): RevealWords {
  const { opponent, mine, theirs, state, unconfirmed, again } = revealing
  if (opponent === null) return { now: REVEAL.alone, hint: REVEAL.aloneHint }
  if (state === 'open') return { now: REVEAL.open({ opponent }) }
  if (state === 'opening') return { now: REVEAL.opening }
  if (mine) return { now: REVEAL.agreed({ opponent }) }
  if (again || unconfirmed) return { now: blurredAgain(revealing, opponent), hint: BLURRED_AGAIN.hint }
  if (theirs) return { now: REVEAL.awaited({ opponent }) }
  return { now: REVEAL.closed, hint: REVEAL.closedHint }
}

export const plainWords = (opponent: string | null): RevealWords => ({
  now: opponent === null ? NOT_BLURRED.alone : NOT_BLURRED.together({ opponent }),
})
