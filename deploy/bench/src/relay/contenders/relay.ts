import type { NamedProcesses } from '../../cpu/processes.js'
import type { CodecName } from '../generator/codecs/codecs.js'
import type { LineLimit } from '../generator/line-limit.js'
import type { PlayerPlan } from '../generator/orders.js'
import type { RoundTrips } from '../round-trips.js'

/** Somebody's servers, running, over which pairs can chat. */
export interface Relay {
  /** All that is there because of them: brokers and stores too. */
  readonly processes: NamedProcesses
  /** What holds connections and carries lines between them: gateways and the broker. */
  readonly carriers: NamedProcesses
  /** How the two players of a room come in, by the room's number. Whoever they are, they are signed in already. */
  playersOf(room: number): readonly [PlayerPlan, PlayerPlan]
  /** How many lines it takes from one player; any unless given. */
  readonly lineLimit?: LineLimit
  /** Its own counters of what services ask of each other, where it has some. */
  readonly roundTrips?: () => Promise<RoundTrips>
  /** Whether the generators have to leave rooms before they go. */
  readonly wantsLeaving: boolean
  close(): Promise<void>
}

export interface RelayContender {
  /** As tables have it. */
  readonly who: string
  readonly codec: CodecName
  /** Starts for as many rooms of two. */
  start(rooms: number): Promise<Relay>
}
