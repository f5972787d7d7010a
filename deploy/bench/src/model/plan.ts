import type { Assumptions } from './assumptions.js'
import type { Costs } from './costs.js'
import { networkFor, type Network, type Sized, sizeFor, storesFor, type Stores } from './sizing.js'

/** US dollars for one hour at this load. */
interface Money {
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

function moneyFor({ pods, stores, network }: Sized & { stores: Stores; network: Network }, a: Assumptions): Money {
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

/** One cell: a cluster with stores of its own, whose players meet each other and nobody else. */
export interface Cell extends Sized {
  readonly stores: Stores
  readonly network: Network
  /** For one hour. */
  readonly money: Money
}

/** What so many players at once need: so many cells, all alike. */
export interface Plan {
  readonly players: number
  readonly cells: number
  readonly cell: Cell
  /** US dollars for a thousand players at once and an hour. */
  readonly dollarsPerThousand: number
}

/** However many players: in one cell. */
export function cellFor(players: number, costs: Costs, a: Assumptions): Cell {
  const sized = sizeFor(players, costs, a)
  const stores = storesFor(sized, costs, a)
  const network = networkFor(sized.demand, costs, a)
  return { ...sized, stores, network, money: moneyFor({ ...sized, stores, network }, a) }
}

export function planFor(players: number, costs: Costs, a: Assumptions): Plan {
  const cells = Math.max(1, Math.ceil(players / a.cellPlayers))
  const cell = cellFor(players / cells, costs, a)
  return { players, cells, cell, dollarsPerThousand: (cell.money.total * cells * 1_000) / players }
}
