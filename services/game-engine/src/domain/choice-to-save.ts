import type { Battle, Clip } from './battle.js'
import { isPlayed } from './battle.js'
import { clip } from './hand.js'
import { positionOf } from './players.js'
import type { Refusal } from './step.js'
import { refuse } from './step.js'

/** An option as its player saw it. */
interface Choice {
  /** From 1. */
  readonly index: number
  /** In which it was dealt; 0 when the player does not say. */
  readonly round: number
}

/** The option that an account wants to save: one of its own, from the prompt until the next round. */
export function choiceToSave(
  battle: Battle | undefined,
  accountId: number,
  { index, round }: Choice,
): Clip | Refusal {
  if (!battle || !isPlayed(battle)) return refuse('NOT_PLAYING')
  const position = positionOf(battle.match, accountId)
  if (position === undefined) return refuse('NOT_SEATED')
  if (!('hands' in battle)) return refuse('NOT_PLAYING')
  // The same position has another GIF by now.
  if (round !== 0 && round !== battle.match.round) return refuse('NO_SUCH_OPTION')
  const option = battle.hands[position].options[index - 1]
  return option ? clip(option) : refuse('NO_SUCH_OPTION')
}
