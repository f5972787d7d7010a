import type { MessageFaults } from './messages.js'

/** Language of a server. Nakama keeps the messages of a channel, or does not. */
export type Protocol = 'kla' | 'centrifugo' | 'nakama' | 'nakama-kept'

export interface PlayerPlan {
  readonly server: string
  readonly headers: Readonly<Record<string, string>>
}

export interface RoomPlan {
  readonly protocol: Protocol
  readonly number: number
  readonly players: readonly [PlayerPlan, PlayerPlan]
}

export interface TalkOrder {
  /** Rooms with a lower number talk. */
  readonly rooms: number
  /** Rate of each player; without it, each writes again once both have the last message. */
  readonly messagesPerSecond?: number
}

export interface Mark {
  readonly deliveries: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export interface Silence {
  readonly written: number
  readonly refused: number
  readonly faults: MessageFaults
  readonly troubles: readonly string[]
}

export type Orders = {
  /** Resolves once all players have seen each other. */
  seat(rooms: readonly RoomPlan[]): Promise<void>
  unpaired(_: null): number
  talk(order: TalkOrder): void
  mark(_: null): Mark
  hush(_: null): Promise<Silence>
  leave(_: null): Promise<void>
}
