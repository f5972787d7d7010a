import type { Reason } from '@kla/proto/web'
import type { Announcement, Battle, Effect } from '../domain/index.js'
import type { Shard } from './battle-keys.js'

/** What a command was answered: done, with what the caller hears of it, or why not. */
export interface Answer {
  readonly refused?: Reason
  /** What was saved. */
  readonly gifUrl?: string
  /** What is left once a Wild Card was played. */
  readonly remainingWildCards?: number
}

/** Under what a command's answer is remembered. */
export interface CommandMemory {
  readonly accountId: number
  readonly commandId: string
}

export interface Loaded {
  /** By Redis' clock. */
  readonly nowMs: number
  /** 0 when nothing is written down for the room. */
  readonly version: number
  readonly battle: Battle | undefined
  /** Given before to the same command. */
  readonly answer: Answer | undefined
}

export interface Commit {
  /** The version that the decision was made on. */
  readonly version: number
  readonly battle: Battle
  readonly effects: readonly Effect[]
  /** Whether the version that this was decided on was another process', which may have died before it published it. */
  readonly onAnothers?: boolean
  readonly memory?: CommandMemory | undefined
  /** What a repeat of the command will hear; null while more has to follow before it is done. Done, unless given. */
  readonly answer?: Answer | null | undefined
}

export interface Committed {
  /** `conflict`: the battle has changed since. `answered`: the command was carried out before. */
  readonly outcome: 'committed' | 'conflict' | 'answered'
  readonly nowMs: number
  readonly answer: Answer | undefined
  /** What was stored before and is not known to be published, the oldest first; looked for where `onAnothers`. */
  readonly unpublished: readonly Announcement[]
}

/** A battle as it is written down under a version. */
export interface Stored {
  readonly version: number
  readonly battle: Battle
}

export interface Claims {
  readonly nowMs: number
  /** Until the next battle of the shard is overdue, as seen before the claim; Infinity: none has a deadline. Milliseconds. */
  readonly nextInMs: number
  readonly claimed: readonly Stored[]
}

export interface BattleStore {
  readonly shards: readonly Shard[]
  load(roomId: string, memory?: CommandMemory): Promise<Loaded>
  /** Stores state, deadline, pending effects and the command's answer: all of it, or nothing. */
  commit(commit: Commit): Promise<Committed>
  /** Remembers the answer for a repeat of the command; answers what a repeat will hear. */
  remember(roomId: string, memory: CommandMemory, answer: Answer): Promise<Answer>
  /**
   * Takes some of a shard's battles that whoever set their deadline has left overdue, for a lease. Those that the caller
   * `keeps` itself, as of that version, are left alone and not even read: a pod that is behind is not to be held up more.
   */
  claim(shard: Shard, keeps: (roomId: string, version: number) => boolean): Promise<Claims>
  /** What time it is by Redis' clock, as its answers of late tell; it may be behind, never ahead. */
  nowMs(): number
}
