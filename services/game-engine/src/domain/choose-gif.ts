import type { Battle } from './battle.js'
import type { CommandOf } from './command.js'
import type { Context } from './context.js'
import { isTaken } from './hand.js'
import { openHand, pickWith } from './picking.js'
import type { Refusal, Step } from './step.js'
import { refuse } from './step.js'

/** A player's one pick of the round, for the opponent. */
export function chooseGif(
  battle: Battle,
  { accountId, index }: CommandOf<'choose-gif'>,
  context: Context,
): Step | Refusal {
  const open = openHand(battle, accountId, context.now)
  if ('refused' in open) return open
  const { hand } = open
  if (isTaken(hand)) return refuse('ALREADY_PICKED')
  if (!hand.options[index - 1]) return refuse('NO_SUCH_OPTION')
  return pickWith(open, { ...hand, pick: index }, context)
}
