import type { Assumptions } from './assumptions.js'
import type { Network } from './network.js'
import type { Sized } from './sizing.js'
import type { Stores } from './stores.js'

/** US dollars for one hour at this load. */
export interface Money {
  readonly pods: number
  readonly stores: number
  readonly turn: number
  readonly clips: number
  readonly traffic: number
  readonly total: number
}

const HOUR = 3_600
const HOURS_PER_MONTH = 730
const MEGABITS_PER_GIGABYTE = 8_000
const CORES_PER_TURN = 4
/** A core for commands and one for the rest: input, persistence, replication. */
const CORES_PER_REDIS = 2
const CORES_PER_NATS = 2
/** A primary and a standby. */
const COPIES = 2
/** Results are kept; a year of them is paid for. */
const DAYS_KEPT = 365

export function moneyFor({ pods, stores, network }: Sized & { stores: Stores; network: Network }, a: Assumptions): Money {
  const gigabytes = (megabits: number): number => (megabits * HOUR) / MEGABITS_PER_GIGABYTE
  const podCores = Object.values(pods).reduce((sum, count) => sum + count, 0)
  const storeCores =
    stores.redis.primaries * COPIES * CORES_PER_REDIS +
    stores.nats.servers * CORES_PER_NATS +
    Math.max(stores.postgres.primaries, stores.postgres.cores) * COPIES
  const kept = stores.postgres.keptGigabytesPerDay * DAYS_KEPT * COPIES
  const parts = {
    pods: podCores * a.coreHourPrice,
    stores: storeCores * a.coreHourPrice * a.managedFactor + (kept * a.storagePrice) / HOURS_PER_MONTH,
    turn: network.turnServers * CORES_PER_TURN * a.coreHourPrice + gigabytes(network.turnMegabits) * a.egressPrice,
    clips: gigabytes(network.clipMegabits) * a.cdnPrice,
    traffic: gigabytes(network.gatewayMegabits + network.originMegabits) * a.egressPrice,
  }
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) }
}
