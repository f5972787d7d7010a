import type { RevealState } from '@kla/proto/web'
import { HAND_TITLE } from '../../texts/room-hand-title.js'
import { QUICK_REPLY } from '../../texts/room-quick-replies.js'
import { BLURRED_AGAIN, NOT_BLURRED, REVEAL } from '../../texts/room-reveal.js'
import { CONSENTS } from '../../texts/room-spectators.js'

interface Shown {
  picked: number | null
  wildCard: string | null
  trayOpen: boolean
}

export function handTitle(opponent: string, { picked, wildCard, trayOpen }: Shown): string {
  if (wildCard !== null) return HAND_TITLE.wildCard({ opponent })
  if (picked !== null) return HAND_TITLE.picked({ opponent })
  return HAND_TITLE[trayOpen ? 'saved' : 'pick']({ opponent })
}

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

interface Consents {
  mine: boolean
  theirs: boolean
  opponent: string | null
}

export function consentWords({ mine, theirs, opponent }: Consents): string {
  if (opponent === null) return CONSENTS.rule
  if (mine && theirs) return CONSENTS.both({ opponent })
  if (mine) return CONSENTS.mine({ opponent })
  return CONSENTS[theirs ? 'theirs' : 'none']({ opponent })
}

export const QUICK_REPLIES: readonly string[] = Object.values(QUICK_REPLY)
