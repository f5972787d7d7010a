import { Phase, type BattleEvent, type BattleNews } from '@kla/proto'
import type { Battle } from './battle.js'
import { isPlayed } from './battle.js'

const BOTH = 0

type Event = NonNullable<BattleEvent['event']>

/** An event that both players see. */
export const toBoth = (event: Event): BattleEvent => ({ recipient: BOTH, event })

/** An event that only one player may see. */
export const toOne = (accountId: number, event: Event): BattleEvent => ({ recipient: accountId, event })

/** The phase as the contract names it; a closed room has no battle. */
export const PHASE_NAMES: Readonly<Record<Battle['phase'], Phase>> = {
  waiting: Phase.WAITING,
  prompt: Phase.PROMPT,
  show: Phase.SHOW,
  vote: Phase.VOTE,
  result: Phase.RESULT,
  closed: Phase.WAITING,
}

/** The news that `battle`'s last change was, under the number that `battle` carries. */
export const newsOf = (battle: Battle, battleId: string, events: readonly BattleEvent[]): BattleNews => ({
  roomId: battle.roomId,
  battleId,
  seq: battle.newsSeq,
  events: [...events],
  phase: PHASE_NAMES[battle.phase],
  round: isPlayed(battle) ? battle.match.round : 0,
  deadlineMs: isPlayed(battle) ? battle.deadlineMs : 0,
})

/** The battle that is on or was the last, or an empty text before the first. */
export function battleIdOf(battle: Battle): string {
  if (isPlayed(battle)) return battle.match.battleId
  return battle.phase === 'waiting' ? (battle.lastBattle?.battleId ?? '') : ''
}
