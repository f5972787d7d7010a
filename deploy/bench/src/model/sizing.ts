import type { Assumptions } from './assumptions.js'
import { type Costs, type Pod, PODS } from './costs.js'
import { type Demand, demandOf, fanOutOf, loadOf, messagesOf } from './demand.js'

/** A load and the pods it needs. */
export interface Sized {
  readonly demand: Demand
  readonly pods: Readonly<Record<Pod, number>>
}

const MICROS = 1_000_000
const GIB = 2 ** 30
const LEAST_ROOM = MICROS / 100
/** Share of a pod's memory for connections. */
const CONNECTIONS_SHARE = 0.5
const ONE_MACHINE_PLAYERS = 500

export function sizeFor(players: number, costs: Costs, a: Assumptions): Sized {
  const least = players <= ONE_MACHINE_PLAYERS ? 1 : 2
  let gateways = least
  // More gateways read more lists: iterates to a fixed point.
  for (;;) {
    const demand = demandOf(players, a, gateways)
    const needed = Math.max(least, gatewaysFor(demand, costs, a, gateways))
    if (needed <= gateways) {
      const podsOf = (pod: Pod): number =>
        pod === 'gateway' ? gateways : Math.max(least, podsFor(pod, demand, costs, a))
      return { demand, pods: Object.fromEntries(PODS.map((pod) => [pod, podsOf(pod)])) as Record<Pod, number> }
    }
    gateways = needed
  }
}

const roomFor = (pod: Pod, costs: Costs, a: Assumptions): number =>
  Math.max(LEAST_ROOM, MICROS * a.cpuTarget - costs.ofIdle(pod, `cpu.${pod}`) * a.hardwareRatio)

const podsFor = (pod: Pod, demand: Demand, costs: Costs, a: Assumptions): number =>
  Math.ceil((loadOf(demand, costs, `cpu.${pod}`) * a.hardwareRatio) / roomFor(pod, costs, a))

function gatewaysFor(demand: Demand, costs: Costs, a: Assumptions, gateways: number): number {
  const updateMicros = (fanOutOf(demand, { gateway: gateways, signalling: 0 }) / gateways) * costs.ofMessage
  const cpu = loadOf(demand, costs, 'cpu.gateway') * a.hardwareRatio
  const byCpu = Math.ceil(cpu / Math.max(LEAST_ROOM, roomFor('gateway', costs, a) - updateMicros * a.hardwareRatio))
  const byMemory = Math.ceil(
    (demand.players * costs.of('socket opened', 'memory.gateway')) / (a.podGiB * GIB * CONNECTIONS_SHARE),
  )
  return Math.max(byCpu, byMemory, Math.ceil(demand.players / a.socketsPerGateway))
}

/** Load and size of the stores. */
export interface Stores {
  readonly redis: {
    readonly commandsPerSecond: number
    /** One core runs commands: above one Redis has to be split. */
    readonly cores: number
    readonly primaries: number
  }
  readonly nats: { readonly messagesPerSecond: number; readonly eventsPerSecond: number; readonly servers: number }
  readonly postgres: {
    readonly writesPerSecond: number
    readonly cores: number
    readonly primaries: number
    readonly walGigabytesPerDay: number
    readonly battlesPerDay: number
    readonly keptGigabytesPerDay: number
  }
}

const GIGA = 1e9
const DAY = 86_400
/** A smaller cluster cannot lose one. */
const CLUSTER_LEAST = 3
/** Services with a schema: more databases would divide one. */
const OWNERS = 7

export function storesFor({ demand, pods }: Sized, costs: Costs, a: Assumptions): Stores {
  const load = (measure: string): number => loadOf(demand, costs, measure)
  const idle = (measure: string): number => PODS.reduce((sum, pod) => sum + pods[pod] * costs.ofIdle(pod, measure), 0)
  const single = Object.values(pods).every((count) => count === 1)

  const redisCores = ((load('cpu.redis') + idle('cpu.redis')) * a.hardwareRatio) / MICROS
  const messages = messagesOf(demand, costs, { gateway: pods.gateway, signalling: pods['media-signalling'] })
  const writes = load('postgres.writes')
  return {
    redis: {
      commandsPerSecond: load('redis.commands') + idle('redis.commands'),
      cores: redisCores,
      primaries: Math.ceil(redisCores / a.storeCpuTarget),
    },
    nats: {
      messagesPerSecond: messages,
      eventsPerSecond: load('events.stored'),
      servers: single ? 1 : Math.max(CLUSTER_LEAST, Math.ceil(messages / a.natsMessagesPerSecond) + 1),
    },
    postgres: {
      writesPerSecond: writes,
      cores: Math.ceil((load('cpu.postgres') * a.hardwareRatio) / MICROS / a.cpuTarget) || 1,
      primaries: Math.min(OWNERS, Math.ceil(writes / a.postgresWritesPerSecond) || 1),
      walGigabytesPerDay: (load('postgres.walBytes') * DAY * a.peakShareOfDay) / GIGA,
      battlesPerDay: demand.battlesPerSecond * DAY * a.peakShareOfDay,
      keptGigabytesPerDay: (demand.battlesPerSecond * DAY * a.peakShareOfDay * a.battleKilobytes * 1e3) / GIGA,
    },
  }
}

export interface Network {
  readonly turnMegabits: number
  readonly turnServers: number
  readonly relayedRooms: number
  readonly gatewayMegabits: number
  readonly clipMegabits: number
  readonly originMegabits: number
}

const MEGA = 1e6
const BITS = 8
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
    // A spare, unless everything runs on one machine.
    turnServers: Math.ceil(turnMegabits / a.turnMegabits) + (demand.players > a.socketsPerGateway ? 1 : 0),
    gatewayMegabits: (loadOf({ work }, costs, 'wire.toClient') * BITS) / MEGA,
    clipMegabits,
    originMegabits: clipMegabits * (1 - a.cdnHitShare),
  }
}
