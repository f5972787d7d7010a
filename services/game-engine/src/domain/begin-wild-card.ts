import type { Battle, WildCard } from './battle.js'
import type { CommandOf } from './command.js'
import type { Context } from './context.js'
import { clip, isTaken } from './hand.js'
import { isTurnOf, openHand } from './picking.js'
import { replaced } from './players.js'
import type { Refusal, Step } from './step.js'
import { refuse, step } from './step.js'

/**
 * A player wants to play a GIF of its own. From here on its pick is taken, and the battle knows under which key an item
 * may be held for it: whatever ends the wait, the hold is settled. A repeat goes on where the first call was.
 */
export function beginWildCard(
  battle: Battle,
  { accountId, commandId, turn, gif }: CommandOf<'begin-wild-card'>,
  context: Context,
): Step | Refusal {
  const open = openHand(battle, accountId, context.now)
  if ('refused' in open) return open
  const { battle: prompt, position, hand } = open
  if (!isTurnOf(prompt.match, turn)) return refuse('NOT_PROMPTING')
  if (hand.wildCard?.commandId === commandId && !hand.wildCard.played) return step(battle)
  if (isTaken(hand)) return refuse('ALREADY_PICKED')

  const key = `wild-card:${turn.battleId}:${turn.round}:${accountId}:${context.newId()}`
  const wildCard: WildCard = { ...clip(gif), key, commandId, played: false }
  return step({ ...prompt, hands: replaced(prompt.hands, position, { ...hand, wildCard }) })
}
