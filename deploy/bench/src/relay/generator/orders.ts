import type { CodecName } from './codecs/index.js'
import type { LineFaults, LineLimit } from './lines.js'

/** One of the two who sit in a room. */
export interface PlayerPlan {
  /** `http://host:port` of the gateway. */
  readonly server: string
  readonly headers: Readonly<Record<string, string>>
}

export interface RoomPlan {
  readonly number: number
  readonly players: readonly [PlayerPlan, PlayerPlan]
}

export interface TalkOrder {
  /** Those of a lower number talk. */
  readonly rooms: number
  /**
   * Of each player, evenly over the second. Without it the loop is closed: a player's next line follows as soon as both
   * have the last one.
   */
  readonly linesPerSecond?: number
}

/** What happened since the last mark. */
export interface Mark {
  readonly deliveries: number
  /** Of each delivery, from the writing of its line: {@link Latencies}. */
  readonly latencies: readonly number[]
}

export interface Silence {
  /** Lines, since the beginning. */
  readonly written: number
  readonly faults: LineFaults
  /** Connections that were lost, errors that servers told. */
  readonly troubles: readonly string[]
}

export interface Settings {
  readonly codec: CodecName
  /** What the server takes from one player; whoever would write more waits. */
  readonly lineLimit?: LineLimit
}

/** What a process that generates load is asked to do. */
export type Orders = {
  /** First of all. */
  begin(settings: Settings): void
  /** Connects players and seats them, so many rooms at once. */
  seat(order: { readonly rooms: readonly RoomPlan[]; readonly atOnce: number }): Promise<void>
  /** Begins to talk. */
  talk(order: TalkOrder): void
  mark(): Mark
  /** Ends the talk, and waits for what is under way. */
  hush(): Promise<Silence>
  /** Leaves all rooms. */
  leave(order: { readonly atOnce: number }): Promise<void>
}
