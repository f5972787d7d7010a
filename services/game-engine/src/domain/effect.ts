import type { BattleNews, BattleStarted, EndReason } from '@kla/proto'
import type { Category, Mode } from '@kla/proto/web'
import type { Pair } from './battle.js'

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
export type Fact =
  | { readonly kind: 'started'; readonly started: BattleStarted }
  | { readonly kind: 'finished'; readonly outcome: Outcome }

/** What must be told or recorded. */
export type Announcement = Fact | { readonly kind: 'news'; readonly news: BattleNews }

/** What becomes of the item that is held under a key: spent, or given back. */
export interface Settlement {
  readonly kind: 'settle'
  readonly roomId: string
  readonly key: string
  readonly outcome: 'commit' | 'release'
}

/** What must follow from a decision, as data: stored with the battle, carried out, then crossed off. */
export type Effect = Announcement | Settlement
