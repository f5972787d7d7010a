import type { Assumptions } from './assumptions.js'
import type { Costs } from './costs.js'
import { type Network, networkFor, type Sized, sizeFor, type Stores, storesFor } from './sizing.js'

/** A cluster with its own stores; players of different cells never meet. */
export interface Cell extends Sized {
  readonly stores: Stores
  readonly network: Network
  readonly money: Money
}

export interface Plan {
  readonly players: number
  readonly cells: number
  readonly cell: Cell
  readonly dollarsPerThousand: number
}

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

/** One for commands, one for input, persistence and replication. */
const CORES_PER_REDIS = 2

export const CORES_PER_NATS = 2

const COPIES = 2

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
