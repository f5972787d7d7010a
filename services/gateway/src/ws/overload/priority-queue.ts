import { FairQueue, type Place, type Turn } from './fair-queue.js'

/** Ranks from the first to the last: a player of a pair that plays, any other seat, anything else. */
export const RANKS = ['battle', 'seated', 'newcomer'] as const
export type Rank = (typeof RANKS)[number]

/** Limits how many items may wait at once. */
export interface PriorityQueueOptions {
  /** Limit of waiting items of each rank. */
  readonly waitingMax: number
}

/** Handle to move an item up or cancel it. */
export interface Ticket<T> {
  readonly item: T
  readonly sinceMs: number
}

interface Slot<T> extends Place {
  readonly ticket: Queued<T>
}

/** A ticket that moves up gets a new slot; the old one is a gap. */
interface Queued<T> extends Ticket<T> {
  slot: Slot<T>
  rank: Rank
}

type ByRank<T> = Record<Rank, T>

/**
 * Items of a rank in a row before one of the lower ranks: battles leave these one in eight, seats leave newcomers one
 * in four, so the last wait for 32 at most.
 */
const IN_A_ROW: Readonly<ByRank<number>> = { battle: 7, seated: 3, newcomer: Infinity }

/**
 * Queue of ranks: the higher goes first, except for the lower ranks' share. In each, networks and accounts take turns,
 * and an account's items never overtake each other.
 */
export class PriorityQueue<T> {
  readonly #queues = byRank(() => new FairQueue<Slot<T>>())
  #inARow = byRank(() => 0)

  constructor(private readonly options: PriorityQueueOptions) {}

  get waiting(): number {
    return RANKS.reduce((sum, rank) => sum + this.#queues[rank].waiting, 0)
  }

  /** Counts the items where such an item would wait, without lower ranks. */
  waitingOf(turn: Turn, rank: Rank): number {
    return this.#queues[this.#rankFor(turn, rank)].waiting
  }

  /** True if no such item can wait. */
  isFull(turn: Turn, rank: Rank): boolean {
    return this.waitingOf(turn, rank) >= this.options.waitingMax
  }

  push(item: T, { turn, rank, nowMs }: { turn: Turn; rank: Rank; nowMs: number }): Ticket<T> {
    const ticket = { item, sinceMs: nowMs } as Queued<T>
    this.#place(ticket, turn, this.#rankFor(turn, rank))
    return ticket
  }

  take(): Ticket<T> | undefined {
    const rank = nextRank(this.#inARow, (one) => this.#queues[one].waiting > 0)
    if (!rank) return undefined
    this.#inARow = afterTaking(rank, this.#inARow)
    return this.#queues[rank].take()?.ticket
  }

  /** Returns true if the item was waiting. */
  cancel(ticket: Ticket<T>): boolean {
    const { slot, rank } = ticket as Queued<T>
    if (!slot.isWaiting) return false
    this.#queues[rank].leave(slot)
    return true
  }

  /** Moves an item up, unless the higher rank is full or others of its account wait. */
  promote(ticket: Ticket<T>, rank: Rank): void {
    const queued = ticket as Queued<T>
    const { slot, rank: former } = queued
    const { accountId } = slot.turn
    if (!slot.isWaiting || !isHigher(rank, former) || this.#queues[rank].waiting >= this.options.waitingMax) return
    if (accountId !== undefined && this.#queues[former].waitingOf(accountId) > 1) return
    this.#queues[former].leave(slot)
    this.#place(queued, slot.turn, rank)
  }

  /** Iterates in the order of taking. */
  *[Symbol.iterator](): Iterator<Ticket<T>> {
    const rests = byRank((rank) => this.#queues[rank][Symbol.iterator]())
    const next = byRank((rank) => rests[rank].next())
    let inARow = this.#inARow
    for (;;) {
      const rank = nextRank(inARow, (one) => !next[one].done)
      if (!rank) return
      const { ticket } = next[rank].value as Slot<T>
      next[rank] = rests[rank].next()
      inARow = afterTaking(rank, inARow)
      yield ticket
    }
  }

  /** Rank at which it waits: that of its account's other items, if there are any. */
  #rankFor({ accountId }: Turn, rank: Rank): Rank {
    if (accountId === undefined) return rank
    return RANKS.find((one) => this.#queues[one].waitingOf(accountId) > 0) ?? rank
  }

  #place(ticket: Queued<T>, turn: Turn, rank: Rank): void {
    ticket.rank = rank
    ticket.slot = { ticket, turn, isWaiting: true }
    this.#queues[rank].push(ticket.slot)
  }
}

const byRank = <V>(make: (rank: Rank) => V): ByRank<V> => ({
  battle: make('battle'),
  seated: make('seated'),
  newcomer: make('newcomer'),
})

const isHigher = (one: Rank, other: Rank): boolean => RANKS.indexOf(one) < RANKS.indexOf(other)

/** The highest rank that waits, unless it is a lower one's turn. */
const nextRank = (inARow: Readonly<ByRank<number>>, isWaiting: (rank: Rank) => boolean): Rank | undefined =>
  RANKS.find((rank, at) => isWaiting(rank) && (inARow[rank] < IN_A_ROW[rank] || !RANKS.slice(at + 1).some(isWaiting)))

const afterTaking = (taken: Rank, inARow: Readonly<ByRank<number>>): ByRank<number> =>
  byRank((rank) => {
    if (rank === taken) return Math.min(inARow[rank] + 1, IN_A_ROW[rank])
    return isHigher(rank, taken) ? 0 : inARow[rank]
  })
