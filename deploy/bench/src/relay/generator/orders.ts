import type { CodecName } from './codecs/index.js'
import type { LineFaults, LineLimit } from './lines.js'

export interface PlayerPlan {
  readonly server: string
  readonly headers: Readonly<Record<string, string>>
}

export interface RoomPlan {
  readonly number: number
  readonly players: readonly [PlayerPlan, PlayerPlan]
}

export interface TalkOrder {
  readonly rooms: number
  /** Open loop; otherwise a line follows as soon as both have the last. */
  readonly linesPerSecond?: number
}

export interface Mark {
  readonly deliveries: number
  readonly latencies: readonly number[]
}

export interface Silence {
  readonly written: number
  /** By the server, with a word to the writer. */
  readonly refused: number
  /** That came back to their writers at least. */
  readonly shown: number
  readonly faults: LineFaults
  /** The first of them. */
  readonly troubles: readonly string[]
  readonly troubleCount: number
}

export interface Settings {
  readonly codec: CodecName
  /** Writers wait instead of exceeding it. */
  readonly lineLimit?: LineLimit
}

export type Orders = {
  begin(settings: Settings): void
  /** Resolves once all players sit and have seen each other. */
  seat(order: { readonly rooms: readonly RoomPlan[]; readonly atOnce: number }): Promise<void>
  /** Rooms whose players may not yet connect to each other. */
  unpaired(): number
  /** Ids of all rooms at the server. */
  roomIds(): readonly string[]
  talk(order: TalkOrder): void
  mark(): Mark
  hush(): Promise<Silence>
  leave(order: { readonly atOnce: number }): Promise<void>
}
