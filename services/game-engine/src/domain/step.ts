import type { BattleEvent } from '@kla/proto'
import type { Reason } from '@kla/proto/web'
import type { Battle } from './battle.js'
import type { Fact } from './effect.js'

export interface Refusal {
  readonly refused: Reason
  /** Instead of the reason's own text, where it can say more. */
  readonly text?: string
}

/** What a rule decides: the next state, what the players see of it, and what the house hears of it. */
export interface Step<Next extends Battle = Battle> {
  readonly battle: Next
  readonly events: readonly BattleEvent[]
  readonly facts: readonly Fact[]
}

export const refuse = (reason: Reason): Refusal => ({ refused: reason })

export const step = <Next extends Battle>(
  battle: Next,
  events: readonly BattleEvent[] = [],
  facts: readonly Fact[] = [],
): Step<Next> => ({ battle, events, facts })

/** One step after another, seen as one. */
export function andThen<First extends Battle, Next extends Battle>(
  first: Step<First>,
  next: (battle: First) => Step<Next>,
): Step<Next> {
  const second = next(first.battle)
  return step(second.battle, [...first.events, ...second.events], [...first.facts, ...second.facts])
}
