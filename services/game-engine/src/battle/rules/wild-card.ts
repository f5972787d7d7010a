import type { Refused } from '@kla/chassis'
import { type Battle, clip, type Hand, isTaken, replaced, type Turn, type WildCard } from './battle.js'
import { isPlayable } from './limits.js'
import { isTurnOf, openHand, pickWith } from './pick.js'
import { type CommandOf, type Context, refuse, type Settlement, type Step, step } from './step.js'

/** Takes the pick and stores the hold's key, so that it always settles. */
export function beginWildCard(
  battle: Battle,
  { accountId, commandId, turn, gif }: CommandOf<'begin-wild-card'>,
  context: Context,
): Step | Refused {
  const open = openHand(battle, accountId, context.now)
  if ('refused' in open) return open
  const { battle: prompt, position, hand } = open
  if (!isTurnOf(prompt.match, turn)) return refuse('NOT_PROMPTING')
  if (hand.wildCard?.commandId === commandId && !hand.wildCard.played) return step(battle)
  if (isTaken(hand)) return refuse('ALREADY_PICKED')
  if (!isPlayable(gif, prompt.match.limits)) return refuse('NOT_FOR_THIS_BATTLE')

  const key = `wild-card:${turn.battleId}:${turn.round}:${accountId}:${context.newId()}`
  const wildCard: WildCard = { ...clip(gif), key, commandId, played: false }
  return step({ ...prompt, hands: replaced(prompt.hands, position, { ...hand, wildCard }) })
}

export function playWildCard(
  battle: Battle,
  { accountId, turn, key }: CommandOf<'play-wild-card'>,
  context: Context,
): Step | Refused {
  const open = openHand(battle, accountId, context.now)
  if ('refused' in open) return open
  if (!isTurnOf(open.battle.match, turn)) return refuse('NOT_PROMPTING')
  const { wildCard } = open.hand
  if (wildCard?.key !== key) return refuse('CONFLICT')
  if (wildCard.played) return refuse('ALREADY_PICKED')
  return pickWith(open, { ...open.hand, wildCard: { ...wildCard, played: true } }, context)
}

export function dropWildCard(battle: Battle, { key }: CommandOf<'drop-wild-card'>): Step {
  if (battle.phase !== 'prompt' || !battle.hands.some((hand) => isPending(hand, key))) return step(battle)
  const [first, second] = battle.hands
  return step({ ...battle, hands: [without(first, key), without(second, key)] })
}

const isPending = ({ wildCard }: Hand, key: string): boolean => wildCard?.key === key && !wildCard.played

const without = (hand: Hand, key: string): Hand =>
  isPending(hand, key) ? { options: hand.options, pick: hand.pick } : hand

export function pendingWildCard(
  battle: Battle | undefined,
  { accountId, commandId, turn }: { accountId: number; commandId: string; turn: Turn },
  now: number,
): WildCard | Refused {
  if (!battle) return refuse('NOT_PROMPTING')
  const open = openHand(battle, accountId, now)
  if ('refused' in open) return open
  if (!isTurnOf(open.battle.match, turn)) return refuse('NOT_PROMPTING')
  const { wildCard } = open.hand
  return wildCard?.commandId === commandId && !wildCard.played ? wildCard : refuse('CONFLICT')
}

/** Settles Wild Cards of a prompt as they leave it: spent if shown, otherwise returned. */
export function settlementsOf(before: Battle, after: Battle): Settlement[] {
  if (before.phase !== 'prompt') return []
  const kept = new Set(wildCardsOf(after).map(({ key }) => key))
  return wildCardsOf(before)
    .filter(({ key }) => after.phase !== 'prompt' || !kept.has(key))
    .map(({ key }) => {
      const outcome = kept.has(key) ? 'commit' : 'release'
      return { kind: 'settle', roomId: before.roomId, key, outcome }
    })
}

const wildCardsOf = (battle: Battle): WildCard[] =>
  'hands' in battle ? battle.hands.flatMap(({ wildCard }) => (wildCard ? [wildCard] : [])) : []
