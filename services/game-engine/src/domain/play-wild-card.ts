import type { Battle } from './battle.js'
import type { CommandOf } from './command.js'
import type { Context } from './context.js'
import { isTurnOf, openHand, pickWith } from './picking.js'
import type { Refusal, Step } from './step.js'
import { refuse } from './step.js'

/** The item is held: the Wild Card becomes its player's pick. */
export function playWildCard(
  battle: Battle,
  { accountId, turn, key }: CommandOf<'play-wild-card'>,
  context: Context,
): Step | Refusal {
  const open = openHand(battle, accountId, context.now)
  if ('refused' in open) return open
  if (!isTurnOf(open.battle.match, turn)) return refuse('NOT_PROMPTING')
  const { wildCard } = open.hand
  // Another call of the same command was told that the item cannot be held.
  if (wildCard?.key !== key) return refuse('CONFLICT')
  if (wildCard.played) return refuse('ALREADY_PICKED')
  return pickWith(open, { ...open.hand, wildCard: { ...wildCard, played: true } }, context)
}
