import type { Ticket } from './ticket.js'

interface Batch {
  readonly tickets: readonly Ticket[]
  readonly isExcluded: (accountId: number, other: number) => boolean
}

/** Tickets of two searches that form a match. */
export type Pair = readonly [Ticket, Ticket]

/** Limits the neighbours compared on either side. */
const NEIGHBOURS = 24

/** Pairs tickets, longest wait first. O(n log n). */
export function pairUp({ tickets, isExcluded }: Batch, nowMs: number): Pair[] {
  const line = createTicketList([...tickets].sort((one, other) => one.rating - other.rating || byAge(one, other)))
  const pairs: Pair[] = []
  for (const ticket of [...tickets].sort(byAge)) {
    if (!line.has(ticket)) continue
    const fits = (other: Ticket): boolean =>
      Math.abs(ticket.rating - other.rating) <= reach(nowMs - Math.min(ticket.sinceMs, other.sinceMs)) &&
      !isExcluded(ticket.person.accountId, other.person.accountId)
    const byDistance = (one: Ticket, other: Ticket): number =>
      ratingDistance(ticket, one) - ratingDistance(ticket, other) || byAge(one, other)
    const [nearest] = line.around(ticket, NEIGHBOURS).filter(fits).sort(byDistance)
    if (!nearest) continue
    line.remove(ticket)
    line.remove(nearest)
    pairs.push([ticket, nearest])
  }
  return pairs
}

const INITIAL_REACH = 100
const REACH_PER_SECOND = 50
const ANY_RATING_AFTER_MS = 20_000

export const reach = (waitMs: number): number =>
  waitMs >= ANY_RATING_AFTER_MS
    ? Number.POSITIVE_INFINITY
    : INITIAL_REACH + (Math.max(0, waitMs) / 1_000) * REACH_PER_SECOND

const ratingDistance = (one: Ticket, other: Ticket): number => Math.abs(one.rating - other.rating)

const byAge = (one: Ticket, other: Ticket): number =>
  one.sinceMs - other.sinceMs || one.person.accountId - other.person.accountId

function createTicketList(tickets: readonly Ticket[]) {
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

interface ExcludedPairs {
  add(accountId: number, other: number): void
  has(accountId: number, other: number): boolean
}

export function createExcludedPairs(): ExcludedPairs {
  const pairs = new Set<string>()
  const name = (one: number, other: number): string => (one < other ? `${one}:${other}` : `${other}:${one}`)
  return {
    add: (one, other) => void pairs.add(name(one, other)),
    has: (one, other) => pairs.has(name(one, other)),
  }
}

/** Searches in a block; a page is two. */
export const BLOCK = 200

export type Page = readonly [number, number]

export const OLDEST: Page = [0, 1]

/** Cycles through pairs of blocks, so that all get compared. */
export function nextPage([one, other]: Page, waiting: number): Page {
  const blocks = Math.ceil(waiting / BLOCK)
  if (other + 1 < blocks) return [one, other + 1]
  return one + 2 < blocks ? [one + 1, one + 2] : OLDEST
}

export const isOnePage = (waiting: number): boolean => waiting <= 2 * BLOCK

export const INITIAL_RATING = 1_500
const RATING_STEP = 32
const RATING_SCALE = 400

export function rate(winner: number, loser: number): { readonly winner: number; readonly loser: number } {
  const expected = 1 / (1 + 10 ** ((loser - winner) / RATING_SCALE))
  const moved = RATING_STEP * (1 - expected)
  return { winner: winner + moved, loser: loser - moved }
}
