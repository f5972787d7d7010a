import { PROMPT_MS, SHOW_MS } from '@kla/proto/web'
import { PRACTICE } from '../../texts/practice.js'

/** Number of cards that a hand has. */
export const HAND_SIZE = 4

export type Vote = 'you' | 'opponent' | 'none'

/** A battle without an opponent. Times are of this machine's clock. */
export type Practice =
  | { step: 'intro' }
  | { step: 'pick'; round: number; endsAt: number }
  | { step: 'show'; round: number; endsAt: number; picked: number; received: number; inTime: boolean }
  | { step: 'vote' }
  | { step: 'result'; vote: Vote }

/** `chance`: at least 0 and less than 1. */
export type Move =
  | { type: 'deal'; nowMs: number }
  | { type: 'pick'; card: number; nowMs: number; chance: number }
  | { type: 'time-up'; nowMs: number; chance: number }
  | { type: 'finish' }
  | { type: 'vote'; vote: Vote }

/** Ignores moves of another step, like a battle. */
export function practise(state: Practice, move: Move): Practice {
  switch (move.type) {
    case 'deal':
      return state.step === 'pick' || state.step === 'vote' ? state : pick(nextRound(state), move.nowMs)
    case 'pick':
      return state.step === 'pick' ? show(state.round, move, move.card, true) : state
    case 'time-up':
      if (state.step === 'pick') return show(state.round, move, drawn(move.chance), false)
      return state.step === 'show' ? pick(state.round + 1, move.nowMs) : state
    case 'finish':
      return state.step === 'pick' || state.step === 'show' ? { step: 'vote' } : state
    case 'vote':
      return state.step === 'vote' ? { step: 'result', vote: move.vote } : state
  }
}

const nextRound = (state: Practice): number => (state.step === 'show' ? state.round + 1 : 1)
const drawn = (chance: number): number => 1 + Math.floor(chance * HAND_SIZE)

const pick = (round: number, nowMs: number): Practice => ({ step: 'pick', round, endsAt: nowMs + PROMPT_MS })

const show = (
  round: number,
  { nowMs, chance }: { nowMs: number; chance: number },
  picked: number,
  inTime: boolean,
): Practice => ({ step: 'show', round, endsAt: nowMs + SHOW_MS, picked, received: drawn(chance), inTime })

/** The demo opponent votes for the player, who finished first. */
export function resultWords(vote: Vote): { title: string; text: string } {
  if (vote === 'you') return { title: PRACTICE.won, text: PRACTICE.wonWhy }
  return { title: PRACTICE.noWinner, text: PRACTICE.noWinnerWhy }
}
