import type { Battle, Hand } from './battle.js'
import { isPlayed } from './battle.js'
import type { CommandOf } from './command.js'
import type { Context } from './context.js'
import { positionOf, replaced } from './players.js'
import { beginShow } from './show.js'
import type { Refusal, Step } from './step.js'
import { refuse, step } from './step.js'

/** A player's one pick of the round, for the opponent. The second pick ends the prompt. */
export function chooseGif(
  battle: Battle,
  { accountId, index }: CommandOf<'choose-gif'>,
  context: Context,
): Step | Refusal {
  const position = isPlayed(battle) ? positionOf(battle.match, accountId) : undefined
  if (isPlayed(battle) && position === undefined) return refuse('NOT_SEATED')
  if (battle.phase !== 'prompt' || position === undefined) return refuse('NOT_PROMPTING')
  if (context.now >= battle.deadlineMs) return refuse('NOT_PROMPTING')

  const hand = battle.hands[position]
  if (hand.pick !== 0) return refuse('ALREADY_PICKED')
  if (!hand.options[index - 1]) return refuse('NO_SUCH_OPTION')

  const after = { ...battle, hands: replaced(battle.hands, position, { ...hand, pick: index }) }
  return after.hands.every(isSettled) ? beginShow(after, context) : step(after)
}

/** Whether nothing is left to pick: it is done, or there was nothing to pick from. */
const isSettled = (hand: Hand): boolean => hand.pick !== 0 || hand.options.length === 0

/** The hand with a pick, made at random if its player made none. */
export const withPick = (hand: Hand, random: () => number): Hand =>
  isSettled(hand) ? hand : { ...hand, pick: 1 + Math.floor(random() * hand.options.length) }
