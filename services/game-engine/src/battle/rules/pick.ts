import type { Refused } from '@kla/chassis'
import {
  type Battle,
  endOf,
  type Hand,
  isForBattle,
  isForRound,
  isPlayed,
  isSettled,
  isTaken,
  positionOf,
  type Prompt,
  replaced,
  type Turn,
} from './battle.js'
import { beginShow } from './rounds.js'
import { type CommandOf, type Context, refuse, type Step, step } from './step.js'

export function chooseGif(
  battle: Battle,
  { accountId, index, round, battleId }: CommandOf<'choose-gif'>,
  context: Context,
): Step | Refused {
  const open = openHand(battle, accountId, context.now, { round, battleId })
  if ('refused' in open) return open
  const { hand } = open
  if (isTaken(hand)) return refuse('ALREADY_PICKED')
  if (!hand.options[index - 1]) return refuse('NO_SUCH_OPTION')
  return pickWith(open, { ...hand, pick: index }, context)
}

interface OpenHand {
  readonly battle: Prompt
  readonly position: 0 | 1
  readonly hand: Hand
}

interface Asked {
  readonly round?: number | undefined
  readonly battleId?: string | undefined
}

/** Hand that can still take a pick. */
export function openHand(
  battle: Battle,
  accountId: number,
  now: number,
  { round = 0, battleId }: Asked = {},
): OpenHand | Refused {
  const position = isPlayed(battle) ? positionOf(battle.match, accountId) : undefined
  if (isPlayed(battle) && position === undefined) return refuse('NOT_SEATED')
  if (battle.phase !== 'prompt' || position === undefined) return refuse('NOT_PROMPTING')
  if (now >= endOf(battle)) return refuse('NOT_PROMPTING')
  if (!isForRound(battle.match, round) || !isForBattle(battle.match, battleId)) return refuse('NOT_PROMPTING')
  return { battle, position, hand: battle.hands[position] }
}

export function turnToPick(battle: Battle | undefined, accountId: number, now: number, asked: Asked): Turn | Refused {
  if (!battle) return refuse('NOT_PROMPTING')
  const open = openHand(battle, accountId, now, asked)
  if ('refused' in open) return open
  const { battleId, round } = open.battle.match
  return { battleId, round }
}

export const isTurnOf = (match: Turn, turn: Turn): boolean =>
  match.battleId === turn.battleId && match.round === turn.round

export function pickWith({ battle, position }: OpenHand, hand: Hand, context: Context): Step {
  const after = { ...battle, hands: replaced(battle.hands, position, hand) }
  return after.hands.every(isSettled) ? beginShow(after, context) : step(after)
}
