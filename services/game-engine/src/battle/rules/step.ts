import { type BattleEvent, type BattleUpdate, type BattleStarted, EndReason, Phase } from '@kla/proto'
import type { Category, EndReasonName, Mode, Reason } from '@kla/proto/web'
import type { Refusal } from '../../shared/commands.js'
import { type Battle, isPlayed, type Pair } from './battle.js'

/** What a rule decides: the next state, what the players see, and what other services learn. */
export interface Step<Next extends Battle = Battle> {
  readonly battle: Next
  readonly events: readonly BattleEvent[]
  readonly domainEvents: readonly DomainEvent[]
}

export const refuse = (reason: Reason): Refusal => ({ refused: reason })

export const step = <Next extends Battle>(
  battle: Next,
  events: readonly BattleEvent[] = [],
  domainEvents: readonly DomainEvent[] = [],
): Step<Next> => ({ battle, events, domainEvents })

export function andThen<First extends Battle, Next extends Battle>(
  first: Step<First>,
  next: (battle: First) => Step<Next>,
): Step<Next> {
  const second = next(first.battle)
  return step(second.battle, [...first.events, ...second.events], [...first.domainEvents, ...second.domainEvents])
}

export interface Outcome {
  readonly battleId: string
  readonly roomId: string
  readonly mode: Mode
  readonly category: Category
  readonly players: Pair<number>
  readonly startedAtMs: number
  /** When the rounds ended. */
  readonly endedAtMs: number
  readonly rounds: number
  readonly reason: EndReason
  readonly finishedBy: number | null
  /** Absent in old records. */
  readonly leftBy?: number | null
  /** Null: no unanimous winner. */
  readonly winnerId: number | null
  readonly counted: boolean
}

export type DomainEvent =
  | { readonly kind: 'started'; readonly started: BattleStarted }
  | { readonly kind: 'finished'; readonly outcome: Outcome }

export type Announcement = DomainEvent | { readonly kind: 'update'; readonly update: BattleUpdate }

export interface Settlement {
  readonly kind: 'settle'
  readonly roomId: string
  readonly key: string
  readonly outcome: 'commit' | 'release'
}

/** Follows from a decision, as data: stored with the battle, carried out, then cleared. */
export type Effect = Announcement | Settlement

export function effectId(effect: Effect): string {
  switch (effect.kind) {
    case 'update':
      return `update:${effect.update.roomId}:${effect.update.seq}`
    case 'started':
      return `started:${effect.started.battleId}`
    case 'finished':
      return `finished:${effect.outcome.battleId}`
    case 'settle':
      return `settle:${effect.key}`
  }
}

export function roomOf(effect: Effect): string {
  switch (effect.kind) {
    case 'update':
      return effect.update.roomId
    case 'started':
      return effect.started.roomId
    case 'finished':
      return effect.outcome.roomId
    case 'settle':
      return effect.roomId
  }
}

const BOTH = 0

type Event = NonNullable<BattleEvent['event']>

export const toBoth = (event: Event): BattleEvent => ({ recipient: BOTH, event })

export const toOne = (accountId: number, event: Event): BattleEvent => ({ recipient: accountId, event })

/** A closed room has no battle. */
export const PHASE_NAMES: Readonly<Record<Battle['phase'], Phase>> = {
  waiting: Phase.WAITING,
  prompt: Phase.PROMPT,
  show: Phase.SHOW,
  vote: Phase.VOTE,
  result: Phase.RESULT,
  closed: Phase.WAITING,
}

export const updateOf = (battle: Battle, battleId: string, events: readonly BattleEvent[]): BattleUpdate => ({
  roomId: battle.roomId,
  battleId,
  seq: battle.updateSeq,
  events: [...events],
  phase: PHASE_NAMES[battle.phase],
  round: isPlayed(battle) ? battle.match.round : 0,
  deadlineMs: isPlayed(battle) ? battle.deadlineMs : 0,
})

/** The running or last battle; empty before the first. */
export function battleIdOf(battle: Battle): string {
  if (isPlayed(battle)) return battle.match.battleId
  return battle.phase === 'waiting' ? (battle.lastBattle?.battleId ?? '') : ''
}

export const END_REASON_NAMES: Readonly<Partial<Record<EndReason, EndReasonName>>> = {
  [EndReason.FINISHED]: 'finished',
  [EndReason.LEFT]: 'left',
  [EndReason.TIME_CAP]: 'time-cap',
  [EndReason.INTERRUPTED]: 'interrupted',
}
