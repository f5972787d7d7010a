import type { Ticket } from './ticket.js'

const REACH_AT_FIRST = 100
const REACH_PER_SECOND = 50
/** Anybody is better than nobody for who has waited this long. */
const ANYBODY_AFTER_MS = 20_000

/** How far apart in rating two may be when the one of them who has waited longer has waited for `waitMs`. */
export const reach = (waitMs: number): number =>
  waitMs >= ANYBODY_AFTER_MS ? Number.POSITIVE_INFINITY : REACH_AT_FIRST + (Math.max(0, waitMs) / 1_000) * REACH_PER_SECOND

/** Those of a pool who have waited longest, and who of them must not meet. */
interface Batch {
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
      ratingDistance(ticket, one) - ratingDistance(ticket, other) || byAge(one, other)
    const [nearest] = line.around(ticket, NEIGHBOURS).filter(fits).sort(byDistance)
    if (!nearest) continue
    line.remove(ticket)
    line.remove(nearest)
    pairs.push([ticket, nearest])
  }
  return pairs
}

const ratingDistance = (one: Ticket, other: Ticket): number => Math.abs(one.rating - other.rating)

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

/** Pairs of people who must not meet, whichever comes first. */
interface Apart {
  add(accountId: number, other: number): void
  has(accountId: number, other: number): boolean
}

export function createApart(): Apart {
  const pairs = new Set<string>()
  const name = (one: number, other: number): string => (one < other ? `${one}:${other}` : `${other}:${one}`)
  return {
    add: (one, other) => void pairs.add(name(one, other)),
    has: (one, other) => pairs.has(name(one, other)),
  }
}

/** People of a pool who stand one after another, by how long they have waited. Two of them are paired at a time. */
export const BLOCK = 200

/** The numbers of two blocks, the lower one first. */
export type Page = readonly [number, number]

/** Those who have waited longest. */
export const OLDEST: Page = [0, 1]

/**
 * The page after another one in a pool of so many people. Again and again it brings each block together with each other
 * one, so that nobody is kept from somebody by those who stand between them.
 */
export function nextPage([one, other]: Page, waiting: number): Page {
  const blocks = Math.ceil(waiting / BLOCK)
  if (other + 1 < blocks) return [one, other + 1]
  return one + 2 < blocks ? [one + 1, one + 2] : OLDEST
}

/** Whether the first page is all there is. */
export const isOnePage = (waiting: number): boolean => waiting <= 2 * BLOCK

/** What a new player begins with, and how much one battle moves at most: the customary figures of Elo. */
export const RATING_AT_FIRST = 1_500
const RATING_STEP = 32
/** So many points ahead, somebody is expected to win ten times as often as to lose. */
const RATING_SCALE = 400

/** The ratings of the winner and the loser after a battle. */
export function rate(winner: number, loser: number): { readonly winner: number; readonly loser: number } {
  const expected = 1 / (1 + 10 ** ((loser - winner) / RATING_SCALE))
  const moved = RATING_STEP * (1 - expected)
  return { winner: winner + moved, loser: loser - moved }
}
