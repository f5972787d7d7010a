import type { Battle, Clip } from './battle.js'
import { isPlayed } from './battle.js'
import { clip } from './hand.js'
import { positionOf } from './players.js'
import type { Refusal } from './step.js'
import { refuse } from './step.js'

/** The option that an account wants to save: one of its own, from the prompt until the next round. */
export function choiceToSave(battle: Battle | undefined, accountId: number, index: number): Clip | Refusal {
  if (!battle || !isPlayed(battle)) return refuse('NOT_PLAYING')
  const position = positionOf(battle.match, accountId)
  if (position === undefined) return refuse('NOT_SEATED')
  if (!('hands' in battle)) return refuse('NOT_PLAYING')
  const option = battle.hands[position].options[index - 1]
  return option ? clip(option) : refuse('NO_SUCH_OPTION')
}
