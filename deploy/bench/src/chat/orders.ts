import type { MessageFaults } from './messages.js'

export interface PlayerPlan {
  readonly server: string
  readonly headers: Readonly<Record<string, string>>
}

export interface RoomPlan {
  readonly number: number
  readonly players: readonly [PlayerPlan, PlayerPlan]
}

export interface TalkOrder {
  /** Rooms with a lower number talk. */
  readonly rooms: number
  /** Each player's messages a second. Without it, a player writes again as soon as both have the last message. */
  readonly messagesPerSecond?: number
}

/** What has happened since the last mark. */
export interface Mark {
  readonly deliveries: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface Silence {
  readonly written: number
  /** Messages that the server refused, and said so to their writer. */
  readonly refused: number
  readonly faults: MessageFaults
  /** The first of them. */
  readonly troubles: readonly string[]
}

export type Orders = {
  /** Resolves once all players sit and have seen each other. */
  seat(rooms: readonly RoomPlan[]): Promise<void>
  /** Counts the rooms whose players may not connect to each other yet. */
  unpaired(_: null): number
  talk(order: TalkOrder): void
  mark(_: null): Mark
  hush(_: null): Promise<Silence>
  leave(_: null): Promise<void>
}
