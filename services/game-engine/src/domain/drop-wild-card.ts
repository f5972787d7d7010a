import type { Battle, Hand } from './battle.js'
import type { CommandOf } from './command.js'
import type { Step } from './step.js'
import { step } from './step.js'

/** The item cannot be held: the player may pick something else. */
export function dropWildCard(battle: Battle, { key }: CommandOf<'drop-wild-card'>): Step {
  if (battle.phase !== 'prompt' || !battle.hands.some((hand) => isPending(hand, key))) return step(battle)
  const [first, second] = battle.hands
  return step({ ...battle, hands: [without(first, key), without(second, key)] })
}

const isPending = ({ wildCard }: Hand, key: string): boolean => wildCard?.key === key && !wildCard.played

const without = (hand: Hand, key: string): Hand =>
  isPending(hand, key) ? { options: hand.options, pick: hand.pick } : hand
