import type { Demand } from './demand.js'
import { loadOf } from './load.js'
import type { Costs } from './unit-costs.js'

/** How many processes hear what is told to all of their kind. */
export interface Hearers {
  readonly gateway: number
  readonly signalling: number
}

/** Every gateway hears of every change of the room list (kla.lobby.changed), every media-signalling pod of every seat (kla.room.*.seats). */
export function fanOutOf({ work }: Pick<Demand, 'work'>, { gateway, signalling }: Hearers): number {
  // A match opens a room and seats two; who opens a room takes a seat; each of these and each departure is news.
  const changes = work['room opened'] + work['room joined'] + work['room left'] + work.match * 3
  return changes * (gateway + signalling)
}

/** Messages that NATS takes in and gives out each second. */
export const messagesOf = (demand: Demand, costs: Costs, hearers: Hearers): number =>
  loadOf(demand, costs, 'nats.in') + loadOf(demand, costs, 'nats.out') + fanOutOf(demand, hearers)
