import { type BattleEvent, type BattleNews, type BattleStarted, EndReason, Phase } from '@kla/proto'
import type { Category, EndReasonName, Mode, Reason } from '@kla/proto/web'
import type { Refusal } from '../../shared/commands.js'
import { type Battle, isPlayed, type Pair } from './battle.js'

/** What a rule decides: the next state, what the players see of it, and what the house hears of it. */
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

/** One step after another, seen as one. */
export function andThen<First extends Battle, Next extends Battle>(
  first: Step<First>,
  next: (battle: First) => Step<Next>,
): Step<Next> {
  const second = next(first.battle)
  return step(second.battle, [...first.events, ...second.events], [...first.domainEvents, ...second.domainEvents])
}

/** How a battle came out; recorded once for each battle. */
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
  /** Whose leaving ended the rounds; absent in records from before it was kept. */
  readonly leftBy?: number | null
  /** Null: no unanimous winner. */
  readonly winnerId: number | null
  /** Whether it lasted long enough to count as played. */
  readonly counted: boolean
}

/** What services beside the gateways must hear of. */
export type DomainEvent =
  | { readonly kind: 'started'; readonly started: BattleStarted }
  | { readonly kind: 'finished'; readonly outcome: Outcome }

/** What must be told or recorded. */
export type Announcement = DomainEvent | { readonly kind: 'update'; readonly update: BattleNews }

/** What becomes of the item that is held under a key: spent, or given back. */
export interface Settlement {
  readonly kind: 'settle'
  readonly roomId: string
  readonly key: string
  readonly outcome: 'commit' | 'release'
}

/** What must follow from a decision, as data: stored with the battle, carried out, then crossed off. */
export type Effect = Announcement | Settlement

/** Names an effect: the same one, told twice, has the same name. */
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

/** The room that an effect came from. */
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
export const updateOf = (battle: Battle, battleId: string, events: readonly BattleEvent[]): BattleNews => ({
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

/** What the ends of battles are called in rows and labels. */
export const END_REASON_NAMES: Readonly<Partial<Record<EndReason, EndReasonName>>> = {
  [EndReason.FINISHED]: 'finished',
  [EndReason.LEFT]: 'left',
  [EndReason.TIME_CAP]: 'time-cap',
  [EndReason.INTERRUPTED]: 'interrupted',
}
