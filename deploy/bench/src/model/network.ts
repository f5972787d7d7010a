import type { Assumptions } from './assumptions.js'
import type { Demand } from './demand.js'
import { loadOf } from './load.js'
import type { Costs } from './unit-costs.js'

/** What goes to the internet at one moment, and by what. */
export interface Network {
  /** Through TURN servers, towards players. The same comes in. */
  readonly turnMegabits: number
  readonly turnServers: number
  /** Of a room whose pair connects by relays, without those of other rooms. */
  readonly relayedRooms: number
  /** From gateways by WebSocket and REST, clips not counted. */
  readonly gatewayMegabits: number
  /** Clips from a CDN to players, and what it asks gateways for. */
  readonly clipMegabits: number
  readonly originMegabits: number
}

const MEGA = 1e6
const BITS = 8
/** Each of two sends one. */
const STREAMS = 2

export function networkFor(demand: Demand, costs: Costs, a: Assumptions): Network {
  const relayedRooms = demand.rooms * a.relayShare
  const turnMegabits = relayedRooms * STREAMS * a.megabitsPerStream
  const clips = demand.roundsPerSecond * STREAMS * a.clipsPerRound * (1 - a.browserCacheShare)
  const clipMegabits = clips * a.clipMegabytes * BITS
  const work = { ...demand.work, 'clip read': 0 }
  return {
    relayedRooms,
    turnMegabits,
    // With one to spare; who runs on one machine has it there.
    turnServers: Math.ceil(turnMegabits / a.turnMegabits) + (demand.players > a.socketsPerGateway ? 1 : 0),
    gatewayMegabits: (loadOf({ work }, costs, 'wire.toClient') * BITS) / MEGA,
    clipMegabits,
    originMegabits: clipMegabits * (1 - a.cdnHitShare),
  }
}
