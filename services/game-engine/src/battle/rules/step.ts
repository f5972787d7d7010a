import type { Refused } from '@kla/chassis'
import {
  type BattleEvent,
  type BattleStarted,
  type BattleUpdate,
  EndReason,
  type NoWinner,
  Phase,
  type PlayerAlias,
} from '@kla/proto'
import type { Category, EndReasonName, LimitsOfPair, Mode, Reason } from '@kla/proto/web'
import {
  aliasOf,
  type Battle,
  endOf,
  isPlayed,
  type Pair,
  type RotationGif,
  type SavedClip,
  type SeatHolder,
  type Turn,
} from './battle.js'

/** A room as rooms reported it. */
export interface RoomSnapshot {
  readonly version: number
  readonly mode: Mode
  readonly category: Category
  readonly seats: readonly SeatHolder[]
  /** True for the room of a cup's tie. */
  readonly tie?: boolean
}

/** Everything that can happen to a battle. */
export type Command = { readonly roomId: string } & (
  | {
      readonly kind: 'ready-up'
      readonly accountId: number
      readonly room: RoomSnapshot
      /** Limits of everyone seated in `room`; needed only to begin, once the opponent is ready. */
      readonly limits: LimitsOfPair | undefined
    }
  | {
      readonly kind: 'choose-gif'
      readonly accountId: number
      readonly index: number
      readonly round?: number
      readonly battleId?: string | undefined
    }
  | {
      readonly kind: 'begin-wild-card'
      readonly accountId: number
      readonly commandId: string
      /** Late commands must not count for another round. */
      readonly turn: Turn
      readonly gif: SavedClip
    }
  | { readonly kind: 'play-wild-card'; readonly accountId: number; readonly turn: Turn; readonly key: string }
  | { readonly kind: 'drop-wild-card'; readonly key: string }
  | { readonly kind: 'finish'; readonly accountId: number; readonly battleId?: string | undefined }
  | {
      readonly kind: 'declare-winner'
      readonly accountId: number
      readonly winnerId: number | null
      readonly winnerAlias?: number
      readonly battleId?: string | undefined
    }
  | { readonly kind: 'report-repair'; readonly accountId: number; readonly repairing: boolean }
  | { readonly kind: 'leave'; readonly seat: SeatHolder; readonly roomVersion: number; readonly safety?: boolean }
  | { readonly kind: 'close'; readonly roomVersion: number }
  | { readonly kind: 'deadline' }
)

type CommandKind = Command['kind']
export type CommandOf<Kind extends CommandKind> = Extract<Command, { kind: Kind }>

/** Durations of phases and pauses, in milliseconds. */
export interface Timings {
  readonly promptMs: number
  readonly showMs: number
  readonly voteMs: number
  readonly resultMs: number
  readonly pauseRoundMs: number
  readonly pauseBattleMs: number
  readonly capMs: Readonly<Record<Mode, number>>
  readonly countedAfterMs: Readonly<Record<Mode, number>>
}

/** What rules need besides state and command. */
export interface Context {
  readonly now: number
  readonly absentUntilMs: number
  readonly random: () => number
  readonly newId: () => string
  readonly timings: Timings
  readonly pool: readonly RotationGif[]
  readonly optionsPerHand: number
}

/** Next state, updates, and events for other services. */
export interface Step<Next extends Battle = Battle> {
  readonly battle: Next
  readonly events: readonly BattleEvent[]
  readonly domainEvents: readonly DomainEvent[]
}

export const refuse = (reason: Reason): Refused => ({ refused: reason })

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

/** Outcome of a battle, recorded once. */
export interface Outcome {
  readonly battleId: string
  readonly roomId: string
  readonly mode: Mode
  readonly category: Category
  readonly players: Pair<number>
  readonly startedAtMs: number
  readonly endedAtMs: number
  readonly rounds: number
  readonly reason: EndReason
  readonly finishedBy: number | null
  readonly leftBy: number | null
  readonly winnerId: number | null
  /** Set without a winner. */
  readonly noWinner?: NoWinner | undefined
  /** Aliases of `players`. */
  readonly aliases: Pair<number>
  readonly counted: boolean
}

/** A finished battle, as reports need it. */
export type PastBattle = Pick<Outcome, 'battleId' | 'players' | 'rounds' | 'reason'>

/** An event that other services handle. */
export type DomainEvent =
  | { readonly kind: 'started'; readonly started: BattleStarted }
  | { readonly kind: 'finished'; readonly outcome: Outcome }

/** An event or update to publish. */
export type Announcement = DomainEvent | { readonly kind: 'update'; readonly update: BattleUpdate }

/** How commerce settles the hold of a Wild Card. */
export interface Settlement {
  readonly kind: 'settle'
  readonly roomId: string
  readonly key: string
  readonly outcome: 'commit' | 'release'
}

/** Consequence of a decision, stored with the battle until done. */
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

/** Phases by name; a closed room has no battle. */
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
  deadlineMs: isPlayed(battle) ? endOf(battle) : 0,
  aliases: playerAliases(battle),
})

/** Aliases in this battle; a returned player may have another. */
export function playerAliases(battle: Battle): PlayerAlias[] {
  if (isPlayed(battle))
    return battle.match.players.map((player) => ({ accountId: player.accountId, alias: aliasOf(player) }))
  if (battle.phase !== 'waiting' || !battle.lastBattle) return []
  const { players, aliases } = battle.lastBattle
  return [
    { accountId: players[0], alias: aliases[0] },
    { accountId: players[1], alias: aliases[1] },
  ]
}

/** Running or last battle; empty before the first. */
export function battleIdOf(battle: Battle): string {
  if (isPlayed(battle)) return battle.match.battleId
  return battle.phase === 'waiting' ? (battle.lastBattle?.battleId ?? '') : ''
}

/** Names in results and metrics. Players never see "safety". */
export const END_REASON_NAMES: Readonly<Partial<Record<EndReason, EndReasonName | 'safety'>>> = {
  [EndReason.FINISHED]: 'finished',
  [EndReason.LEFT]: 'left',
  [EndReason.TIME_CAP]: 'time-cap',
  [EndReason.INTERRUPTED]: 'interrupted',
  [EndReason.SAFETY]: 'safety',
}
