import { FairQueue, type Place, type Turn } from './fair-queue.js'

/** Limits of waiting items and their deadline. */
export interface PriorityQueueOptions {
  /** Limit of waiting items of each priority. */
  readonly waitingMax: number
  /** Milliseconds until an item is overdue; without it, never. */
  readonly deadlineMs?: number
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
  isFirst: boolean
}

/** One of so many taken items is a newcomer. */
const NEWCOMER_EVERY = 4

/**
 * Queue of two priorities: items known to continue something go first, except for the newcomers' share. In both,
 * networks and accounts take turns, and an account's items never overtake each other.
 */
export class PriorityQueue<T> {
  readonly #first = new FairQueue<Slot<T>>()
  readonly #others = new FairQueue<Slot<T>>()
  #firstInARow = 0

  constructor(private readonly options: PriorityQueueOptions) {}

  get waiting(): number {
    return this.#first.waiting + this.#others.waiting
  }

  /** True if no such item can wait. */
  isFull(turn: Turn, isFirst: boolean): boolean {
    return this.#queueFor(turn, isFirst).waiting >= this.options.waitingMax
  }

  push(item: T, { turn, isFirst, nowMs }: { turn: Turn; isFirst: boolean; nowMs: number }): Ticket<T> {
    const ticket = { item, sinceMs: nowMs } as Queued<T>
    this.#place(ticket, turn, this.#queueFor(turn, isFirst))
    return ticket
  }

  take(): Ticket<T> | undefined {
    const newcomer = this.#firstInARow >= NEWCOMER_EVERY - 1 ? this.#others.take() : undefined
    const known = newcomer ? undefined : this.#first.take()
    this.#firstInARow = known ? Math.min(this.#firstInARow + 1, NEWCOMER_EVERY - 1) : 0
    return (newcomer ?? known ?? this.#others.take())?.ticket
  }

  isOverdue({ sinceMs }: Ticket<T>, nowMs: number): boolean {
    return nowMs - sinceMs > (this.options.deadlineMs ?? Infinity)
  }

  /** Returns true if the item was waiting. */
  cancel(ticket: Ticket<T>): boolean {
    const { slot, isFirst } = ticket as Queued<T>
    if (!slot.isWaiting) return false
    this.#queueOf(isFirst).leave(slot)
    return true
  }

  /** Moves a newcomer up, unless the first priority is full or others of its account wait. */
  promote(ticket: Ticket<T>): void {
    const queued = ticket as Queued<T>
    const { slot, isFirst } = queued
    const { accountId } = slot.turn
    if (!slot.isWaiting || isFirst || this.#first.waiting >= this.options.waitingMax) return
    if (accountId !== undefined && this.#others.waitingOf(accountId) > 1) return
    this.#others.leave(slot)
    this.#place(queued, slot.turn, this.#first)
  }

  /** Iterates in the order of taking. */
  *[Symbol.iterator](): Iterator<Ticket<T>> {
    const [first, others] = [this.#first[Symbol.iterator](), this.#others[Symbol.iterator]()]
    for (let inARow = this.#firstInARow; ; inARow++) {
      const isNewcomers = inARow % NEWCOMER_EVERY === NEWCOMER_EVERY - 1
      const preferred = (isNewcomers ? others : first).next()
      const { done, value } = preferred.done ? (isNewcomers ? first : others).next() : preferred
      if (done) return
      yield value.ticket
    }
  }

  #queueOf(isFirst: boolean): FairQueue<Slot<T>> {
    return isFirst ? this.#first : this.#others
  }

  #queueFor({ accountId }: Turn, isFirst: boolean): FairQueue<Slot<T>> {
    if (accountId !== undefined && this.#others.waitingOf(accountId) > 0) return this.#others
    return this.#queueOf(isFirst || (accountId !== undefined && this.#first.waitingOf(accountId) > 0))
  }

  #place(ticket: Queued<T>, turn: Turn, queue: FairQueue<Slot<T>>): void {
    ticket.isFirst = queue === this.#first
    ticket.slot = { ticket, turn, isWaiting: true }
    queue.push(ticket.slot)
  }
}
