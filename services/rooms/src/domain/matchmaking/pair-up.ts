import { reach } from './reach.js'
import type { Ticket } from './ticket.js'

/** Those of a pool who have waited longest, and who of them must not meet. */
export interface Batch {
  readonly tickets: readonly Ticket[]
  readonly apart: (accountId: number, other: number) => boolean
}

export type Pair = readonly [Ticket, Ticket]

/** Of how many neighbours by rating, on either side, the nearest is chosen: it bounds the work. */
const NEIGHBOURS = 24

/** Pairs people of near ratings. Who has waited longest chooses first. Work grows with n log n. */
export function pairUp({ tickets, apart }: Batch, nowMs: number): Pair[] {
  const line = createLine([...tickets].sort((one, other) => one.rating - other.rating || byAge(one, other)))
  const pairs: Pair[] = []
  for (const ticket of [...tickets].sort(byAge)) {
    if (!line.has(ticket)) continue
    const fits = (other: Ticket): boolean =>
      Math.abs(ticket.rating - other.rating) <= reach(nowMs - Math.min(ticket.sinceMs, other.sinceMs)) &&
      !apart(ticket.person.accountId, other.person.accountId)
    const byDistance = (one: Ticket, other: Ticket): number =>
      distance(ticket, one) - distance(ticket, other) || byAge(one, other)
    const [nearest] = line.around(ticket, NEIGHBOURS).filter(fits).sort(byDistance)
    if (!nearest) continue
    line.remove(ticket)
    line.remove(nearest)
    pairs.push([ticket, nearest])
  }
  return pairs
}

const distance = (one: Ticket, other: Ticket): number => Math.abs(one.rating - other.rating)

const byAge = (one: Ticket, other: Ticket): number =>
  one.sinceMs - other.sinceMs || one.person.accountId - other.person.accountId

/** People in a row, from which anybody can be taken in no time. */
function createLine(tickets: readonly Ticket[]) {
  const place = new Map(tickets.map((ticket, at) => [ticket, at]))
  const next = tickets.map((_, at) => at + 1)
  const previous = tickets.map((_, at) => at - 1)

  const walk = (from: number, steps: readonly number[], count: number): Ticket[] => {
    const met: Ticket[] = []
    for (let at = steps[from] ?? -1; met.length < count; at = steps[at] ?? -1) {
      const ticket = tickets[at]
      if (!ticket) break
      met.push(ticket)
    }
    return met
  }

  return {
    has: (ticket: Ticket): boolean => place.has(ticket),
    around(ticket: Ticket, count: number): Ticket[] {
      const at = place.get(ticket) ?? -1
      return [...walk(at, previous, count), ...walk(at, next, count)]
    },
    remove(ticket: Ticket): void {
      const at = place.get(ticket)
      if (at === undefined) return
      place.delete(ticket)
      const [before, after] = [previous[at] ?? -1, next[at] ?? -1]
      if (before >= 0) next[before] = after
      if (after < tickets.length) previous[after] = before
    },
  }
}
