import { type Ticket, TicketQueue } from '../ticket-queue.js'

/** Identifies whose turn a call takes. */
export interface Turn {
  /** Unit for limits, from `networkOf`. */
  readonly network: string
  /** Account, with one turn however many sockets and networks it uses. */
  readonly accountId?: number | undefined
  /** Kind of a call without an account; each kind of a network has a turn. */
  readonly kind?: string
}

export interface TurnTicket extends Ticket {
  readonly turn: Turn
}

/**
 * Queue in which networks take turns, and within each its accounts and kinds of calls without one, each first in, first
 * out. Every step takes amortised constant time.
 */
export class TurnQueue<T extends TurnTicket> {
  readonly #networks = new Rota<string, Rota<number | string, TicketQueue<T>, T>, T>()
  /** An account's calls all wait where its first one does, so that none overtakes another. */
  readonly #networkOf = new Map<number, string>()

  get waiting(): number {
    return this.#networks.waiting
  }

  waitingOf(accountId: number): number {
    return this.#ofAccount(accountId)?.waiting ?? 0
  }

  push(ticket: T): void {
    const { turn } = ticket
    const network = this.#networkFor(turn)
    if (turn.accountId !== undefined) this.#networkOf.set(turn.accountId, network)
    const rota = this.#networks.join(network, () => new Rota())
    rota.join(keyOf(turn), () => new TicketQueue()).push(ticket)
    rota.waiting += 1
    this.#networks.waiting += 1
  }

  take(): T | undefined {
    const ticket = this.#networks.take()
    if (ticket) this.#forget(ticket)
    return ticket
  }

  /** Removes a ticket that waits here. */
  leave(ticket: T): void {
    const rota = this.#networks.find(this.#networkFor(ticket.turn))
    rota?.find(keyOf(ticket.turn))?.leave(ticket)
    rota?.lost()
    this.#networks.lost()
    this.#forget(ticket)
  }

  /** Iterates in the order of turns. */
  [Symbol.iterator](): Iterator<T> {
    return this.#networks[Symbol.iterator]()
  }

  #networkFor({ network, accountId }: Turn): string {
    return (accountId === undefined ? undefined : this.#networkOf.get(accountId)) ?? network
  }

  #forget({ turn }: T): void {
    const { accountId } = turn
    if (accountId !== undefined && this.waitingOf(accountId) === 0) this.#networkOf.delete(accountId)
  }

  #ofAccount(accountId: number): TicketQueue<T> | undefined {
    const network = this.#networkOf.get(accountId)
    return network === undefined ? undefined : this.#networks.find(network)?.find(accountId)
  }
}

const keyOf = ({ accountId, kind = '' }: Turn): number | string => accountId ?? kind

interface Group<T> extends Iterable<T> {
  readonly waiting: number
  take(): T | undefined
}

/** Empty groups that are kept before the rest moves up. */
const EMPTY_MIN = 1_024

/** Groups of tickets that take turns. An empty group leaves when its turn comes. */
class Rota<Key, G extends Group<T>, T> implements Group<T> {
  /** Tickets in all groups; kept by the caller, who adds them to the groups. */
  waiting = 0
  readonly #groups = new Map<Key, G>()
  #order: (readonly [Key, G])[] = []
  #next = 0

  find(key: Key): G | undefined {
    return this.#groups.get(key)
  }

  join(key: Key, create: () => G): G {
    const known = this.#groups.get(key)
    if (known) return known
    const group = create()
    this.#groups.set(key, group)
    this.#order.push([key, group])
    return group
  }

  take(): T | undefined {
    while (this.#next < this.#order.length) {
      const place = this.#order[this.#next] as readonly [Key, G]
      const [key, group] = place
      this.#next += 1
      const ticket = group.take()
      if (group.waiting > 0) this.#order.push(place)
      else this.#groups.delete(key)
      if (this.#next > EMPTY_MIN && this.#next * 2 > this.#order.length) this.#moveUp()
      if (ticket === undefined) continue
      this.waiting -= 1
      return ticket
    }
    return undefined
  }

  /** Counts a ticket that has left its group. */
  lost(): void {
    this.waiting -= 1
    if (this.#order.length - this.#next > 2 * this.waiting + EMPTY_MIN) this.#moveUp()
  }

  *[Symbol.iterator](): Iterator<T> {
    let turns = this.#order.slice(this.#next).map(([, group]) => group[Symbol.iterator]())
    while (turns.length > 0) {
      const left: Iterator<T>[] = []
      for (const turn of turns) {
        const { done, value } = turn.next()
        if (done) continue
        yield value
        left.push(turn)
      }
      turns = left
    }
  }

  #moveUp(): void {
    this.#order = this.#order.slice(this.#next).filter(([key, { waiting }]) => waiting > 0 || !this.#groups.delete(key))
    this.#next = 0
  }
}
