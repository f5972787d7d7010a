import type { RevealState } from '@kla/proto/web'

interface Shown {
  picked: number | null
  wildCard: string | null
  trayOpen: boolean
}

export function handTitle(opponent: string, { picked, wildCard, trayOpen }: Shown): string {
  if (wildCard !== null) return `Your Wild Card for ${opponent}`
  if (picked !== null) return `Your pick for ${opponent}`
  return trayOpen ? `Play a saved GIF for ${opponent}` : `Pick a GIF for ${opponent}`
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

/** Continues "You're both blurred again", except after the player's own press. */
function closingWords({ closed, unconfirmed, opponent, theirs }: Revealing): string {
  if (unconfirmed) return ": we couldn't confirm that you both still agree."
  if (theirs) return `, and ${opponent} is ready to be seen.`
  if (closed === null || (closed.byMe && closed.why === 'withdrawn')) return '.'
  if (closed.byMe) return ': your connection was interrupted or this page was reloaded.'
  switch (closed.why) {
    case 'withdrawn':
      return `: ${opponent} went back to the blur.`
    case 'lost':
      return `: ${opponent}'s connection was interrupted.`
    case 'seat':
      return `: ${opponent} reloaded or moved to another window.`
    case 'watcher':
      return ': someone came to watch.'
  }
}

/** What a veiled room shows now, and what its player may do about it. */
interface RevealWords {
  now: string
  hint?: string
}

export function revealWords(revealing: Revealing): RevealWords {
  const { opponent, mine, theirs, state, unconfirmed, again } = revealing
  if (opponent === null)
    return {
      now: 'This room starts with video blurred.',
      hint: 'Nothing shows until you both show yourselves.',
    }
  if (state === 'open') return { now: `You and ${opponent} see and hear each other.` }
  if (state === 'opening') return { now: "You both said yes. You'll see and hear each other in a second." }
  if (mine) return { now: `You've said yes. Nothing shows until ${opponent} does too.` }
  if (again || unconfirmed)
    return {
      now: `You're both blurred again${closingWords(revealing)}`,
      hint: "Press Show myself when you're ready.",
    }
  if (theirs) return { now: `${opponent} is ready to be seen.` }
  return {
    now: 'Blurred and silent until you both choose to show yourselves.',
    hint: 'You can also play without it.',
  }
}

export const plainWords = (opponent: string | null): RevealWords => ({
  now:
    opponent === null
      ? 'Not blurred: video starts as soon as someone joins.'
      : `Not blurred: you and ${opponent} see and hear each other.`,
})

interface Consents {
  mine: boolean
  theirs: boolean
  opponent: string | null
}

export function consentWords({ mine, theirs, opponent }: Consents): string {
  if (opponent === null) return 'Spectators can watch only while both players allow it.'
  if (mine && theirs) return `You and ${opponent} both allow spectators.`
  if (mine) return `${opponent} hasn't allowed spectators, so there are none.`
  if (theirs) return `${opponent} allows spectators. They can watch only if you allow it too.`
  return `Neither you nor ${opponent} allows spectators.`
}

export const QUICK_REPLIES = ['Hi!', 'Nice one', 'Ready?', 'Ha!', 'One moment', 'Well played'] as const

export const blockEffect = (name: string): string =>
  `You and ${name} won't be matched again, and you can't join or watch each other's rooms. We won't tell ${name}.`

export const BLOCK_FAILED = "We couldn't block this player. Please try again."
export const UNBLOCK_FAILED = "We couldn't undo the block. You can unblock players in your settings."
