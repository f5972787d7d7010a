import type { CodecName } from './codecs/codecs.js'
import type { LineFaults } from './line-check.js'
import type { LineLimit } from './line-limit.js'

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

/** What a process that generates load is told to do, and what it answers. */
export interface Orders {
  /** Connects players and seats them, so many rooms at once. */
  seat(rooms: readonly RoomPlan[], atOnce: number): Promise<void>
  /** Begins to talk. */
  talk(order: TalkOrder): Promise<void>
  mark(): Promise<Mark>
  /** Ends the talk, and waits for what is under way. */
  hush(): Promise<Silence>
  /** Leaves all rooms. */
  leave(atOnce: number): Promise<void>
}

export interface Settings {
  readonly codec: CodecName
  /** What the server takes from one player; whoever would write more waits. */
  readonly lineLimit?: LineLimit
}

/** One order on its way to the process, and its answer on the way back. */
export interface OrderMessage {
  readonly id: number
  readonly order: keyof Orders
  readonly parameters: readonly unknown[]
}

export type AnswerMessage =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string }
