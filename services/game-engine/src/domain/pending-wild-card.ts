import type { Battle, Turn, WildCard } from './battle.js'
import { isTurnOf, openHand } from './picking.js'
import type { Refusal } from './step.js'
import { refuse } from './step.js'

/** The Wild Card that a command has begun, while it can still be played. */
export function pendingWildCard(
  battle: Battle | undefined,
  { accountId, commandId, turn }: { accountId: number; commandId: string; turn: Turn },
  now: number,
): WildCard | Refusal {
  if (!battle) return refuse('NOT_PROMPTING')
  const open = openHand(battle, accountId, now)
  if ('refused' in open) return open
  if (!isTurnOf(open.battle.match, turn)) return refuse('NOT_PROMPTING')
  const { wildCard } = open.hand
  // Another call of the same command has played or dropped it meanwhile.
  return wildCard?.commandId === commandId && !wildCard.played ? wildCard : refuse('CONFLICT')
}
