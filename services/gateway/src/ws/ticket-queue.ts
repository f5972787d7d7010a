export interface Ticket {
  /** False once taken or left. */
  isWaiting: boolean
}

/** Gaps that are kept before the rest moves up. */
const GAPS_MIN = 1_024

/** First in, first out; leaving from the middle leaves a gap, so every step takes amortised constant time. */
export class TicketQueue<T extends Ticket> {
  #tickets: T[] = []
  #next = 0
  #waiting = 0

  get waiting(): number {
    return this.#waiting
  }

  push(ticket: T): void {
    this.#tickets.push(ticket)
    this.#waiting += 1
  }

  take(): T | undefined {
    for (; this.#next < this.#tickets.length; this.#next++) {
      const ticket = this.#tickets[this.#next] as T
      if (!ticket.isWaiting) continue
      this.leave(ticket)
      return ticket
    }
    return undefined
  }

  /** Removes a ticket that waits here. */
  leave(ticket: T): void {
    ticket.isWaiting = false
    this.#waiting -= 1
    if (this.#tickets.length <= 2 * this.#waiting + GAPS_MIN) return
    this.#tickets = this.#tickets.slice(this.#next).filter(({ isWaiting }) => isWaiting)
    this.#next = 0
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let index = this.#next; index < this.#tickets.length; index++) {
      const ticket = this.#tickets[index] as T
      if (ticket.isWaiting) yield ticket
    }
  }
}
