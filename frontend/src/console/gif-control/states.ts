import type { GifStateName } from '@kla/proto/web'
import type { PillTone } from '../kit/text/pill.js'

/** What an administrator can make of a GIF; a draft is one that nobody has looked at yet. */
export const CHOSEN_STATES = ['live', 'hidden', 'blocked'] as const satisfies readonly GifStateName[]
export type ChosenState = (typeof CHOSEN_STATES)[number]

export const STATE_WORDS: Readonly<Record<GifStateName, string>> = {
  draft: 'Draft',
  live: 'Live',
  hidden: 'Hidden',
  blocked: 'Blocked',
}

export const STATE_TONES: Readonly<Record<GifStateName, PillTone>> = {
  draft: 'plain',
  live: 'green',
  hidden: 'amber',
  blocked: 'red',
}

/** What can be made of a GIF in this state. Blocking is final. */
export const statesAfter = (state: GifStateName): readonly ChosenState[] =>
  state === 'blocked' ? [] : CHOSEN_STATES.filter((each) => each !== state)

/** The state that a change can be taken back to: a draft is never one again, and what is blocked stays so. */
export const stateBefore = (before: GifStateName, now: ChosenState): ChosenState | null =>
  now !== 'blocked' && (before === 'live' || before === 'hidden') && before !== now ? before : null
