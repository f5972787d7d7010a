import type { Assumptions } from './assumptions.js'
import { moneyFor, type Money } from './money.js'
import { networkFor, type Network } from './network.js'
import { sizeFor, type Sized } from './sizing.js'
import { storesFor, type Stores } from './stores.js'
import type { Costs } from './unit-costs.js'

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
