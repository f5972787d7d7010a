import type { Assumptions } from './assumptions.js'
import { loadOf } from './load.js'
import { messagesOf } from './messages.js'
import type { Sized } from './sizing.js'
import { PODS } from './kinds.js'
import type { Costs } from './unit-costs.js'

/** What Redis, NATS and PostgreSQL of one cell have to carry. */
export interface Stores {
  readonly redis: {
    readonly commandsPerSecond: number
    /** Of cores: Redis runs commands on one, so above one it has to be split. */
    readonly cores: number
    readonly primaries: number
  }
  readonly nats: { readonly messagesPerSecond: number; readonly factsPerSecond: number; readonly servers: number }
  readonly postgres: {
    readonly writesPerSecond: number
    readonly cores: number
    readonly primaries: number
    /** Of the write-ahead log, at the mean of a day. */
    readonly walGigabytesPerDay: number
    readonly battlesPerDay: number
    readonly keptGigabytesPerDay: number
  }
}

const MICROS = 1_000_000
const GIGA = 1e9
const DAY = 86_400
/** Fewer can lose none. */
const CLUSTER_LEAST = 3
/** Owners of a schema: one server each is the most that can be had without dividing a schema. */
const OWNERS = 6

export function storesFor({ demand, pods }: Sized, costs: Costs, a: Assumptions): Stores {
  const load = (measure: string): number => loadOf(demand, costs, measure)
  const looking = (measure: string): number => PODS.reduce((sum, pod) => sum + pods[pod] * costs.ofIdle(pod, measure), 0)
  const single = Object.values(pods).every((count) => count === 1)

  const redisCores = ((load('cpu.redis') + looking('cpu.redis')) * a.hardwareRatio) / MICROS
  const messages = messagesOf(demand, costs, { gateway: pods.gateway, signalling: pods['media-signalling'] })
  const writes = load('postgres.writes')
  return {
    redis: {
      commandsPerSecond: load('redis.commands') + looking('redis.commands'),
      cores: redisCores,
      primaries: Math.ceil(redisCores / a.storeCpuTarget),
    },
    nats: {
      messagesPerSecond: messages,
      factsPerSecond: load('facts.stored'),
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
