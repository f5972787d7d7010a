import type { Seat } from './pick-check.js'

/** How a battle is to end: both vote for one, they disagree, or one of them does not vote. */
export type VotePlan = 'unanimous' | 'split' | 'missing'

/** What two bots mean to do in one battle. */
export interface BattlePlan {
  readonly rounds: number
  readonly vote: VotePlan
  /** Which of the two lets the time run out in a round, if one does. */
  readonly idles: readonly (Seat | 'neither')[]
}

// Often enough that every kind of deadline decides something in a run of a few dozen battles.
const IDLE_SHARE = 0.4
const UNANIMOUS_SHARE = 0.6
const SPLIT_SHARE = 0.8

/** Makes up a plan. `random` answers numbers from 0 up to 1. */
export function planBattle(rounds: number, random: () => number): BattlePlan {
  const luck = random()
  return {
    rounds,
    vote: luck < UNANIMOUS_SHARE ? 'unanimous' : luck < SPLIT_SHARE ? 'split' : 'missing',
    idles: Array.from({ length: rounds }, () => {
      if (random() >= IDLE_SHARE) return 'neither'
      return random() < 0.5 ? 'first' : 'second'
    }),
  }
}
