import { KlaError } from '@kla/chassis'
import type { ServerEventName, ServerEvents } from '@kla/proto/web'
import { AdaptiveLimit, type AdaptiveLimitOptions } from './adaptive-limit.js'
import { TicketQueue, type Ticket } from './ticket-queue.js'

export const LINES = ['sign-ins', 'entries', 'reads'] as const
export type LineName = (typeof LINES)[number]

/** A connection whose calls may wait. */
export interface LineOwner {
  /** Frames received by which it leaves its room, and not handled yet. */
  readonly exits: number
  /** Its calls that wait. */
  readonly tickets: Set<LineTicket>
  event<Name extends ServerEventName>(event: Name, data: ServerEvents[Name]): void
}

export interface LineRequest {
  readonly owner: LineOwner
  /** Goes before all others, except earlier ones of its account. */
  readonly isFirst?: boolean
  /** Whose calls must not overtake each other. */
  readonly accountId?: number
}

export interface LineTicket extends Ticket {
  /** Its connection is leaving the room: runs at once, whatever the limit, or leaves the line. */
  makeWay(): void
  /** Leaves the line with UNAVAILABLE. */
  leave(): void
}

interface Waiting extends LineRequest, LineTicket {
  readonly sinceMs: number
  readonly queue: TicketQueue<Waiting>
  admit(): void
  told: { readonly place: number; readonly atMs: number } | undefined
}

export interface WaitingLineOptions extends AdaptiveLimitOptions {
  /** Beyond it calls are refused; of each of the two priorities. */
  readonly waitingMax: number
  /** Whether a connection that leaves its room goes through at once; otherwise its call is refused. */
  readonly hurriesExits: boolean
}

export interface WaitingLineDeps {
  readonly refused: () => void
  /** Monotonic milliseconds. */
  readonly now: () => number
}

/** A shorter wait is not worth a word. */
const QUIET_MS = 1_000
/** The place is repeated, so that the page knows that it still waits. */
const REPEAT_MS = 5_000
const TELL_EVERY_MS = 950
/** `waiting` events of a line in one sweep. */
const TOLD_MAX = 5_000
const NOTABLE_SHARE = 0.02
const COME_BACK_MIN_MS = 2_000
const COME_BACK_MAX_MS = 60_000

/** Calls to a service: as many at once as it bears, the rest wait in line. */
export class WaitingLine {
  readonly #limit: AdaptiveLimit
  readonly #first = new TicketQueue<Waiting>()
  readonly #others = new TicketQueue<Waiting>()
  /** Waiting calls among `#others`, by account. */
  readonly #ofAccount = new Map<number, number>()
  #ended = 0
  #perSecond = 0
  #sweptAtMs: number

  constructor(
    private readonly options: WaitingLineOptions,
    private readonly deps: WaitingLineDeps,
  ) {
    this.#limit = new AdaptiveLimit(options)
    this.#sweptAtMs = deps.now()
  }

  get waiting(): number {
    return this.#first.waiting + this.#others.waiting
  }

  get running(): number {
    return this.#limit.running
  }

  get limit(): number {
    return this.#limit.limit
  }

  /** Runs `work`, after its turn in the line if it has to wait. Rejects with UNAVAILABLE when it is full, or when it was left. */
  run<T>(request: LineRequest, work: () => Promise<T>): Promise<T> {
    if (this.waiting === 0 && this.#limit.hasRoom) return this.#perform(work)
    const { owner } = request
    if (owner.exits > 0) {
      return this.options.hurriesExits ? this.#perform(work) : Promise.reject(new KlaError('UNAVAILABLE'))
    }
    const queue = this.#queueFor(request)
    if (queue.waiting >= this.options.waitingMax) return Promise.reject(this.#refusal(owner))
    return new Promise((resolve, reject) => {
      const ticket: Waiting = {
        ...request,
        queue,
        sinceMs: this.deps.now(),
        isWaiting: true,
        told: undefined,
        admit: () => resolve(this.#perform(work)),
        makeWay: () => {
          if (!this.options.hurriesExits) ticket.leave()
          else if (this.#withdraw(ticket)) ticket.admit()
        },
        leave: () => {
          if (this.#withdraw(ticket)) reject(new KlaError('UNAVAILABLE'))
        },
      }
      this.#add(ticket)
    })
  }

  /** Once a second: tells those that wait their places. */
  sweep(): void {
    const nowMs = this.deps.now()
    this.#measure(nowMs)
    const of = this.waiting
    const everyMs = Math.max(TELL_EVERY_MS, (of / TOLD_MAX) * 1_000)
    let place = 0
    let told = 0
    for (const queue of [this.#first, this.#others]) {
      for (const ticket of queue) {
        place += 1
        if (told >= TOLD_MAX) return
        if (nowMs - ticket.sinceMs < QUIET_MS || !isNotable(ticket.told, place, nowMs, everyMs)) continue
        ticket.told = { place, atMs: nowMs }
        ticket.owner.event('waiting', { place, of })
        told += 1
      }
    }
  }

  #queueFor({ isFirst = false, accountId }: LineRequest): TicketQueue<Waiting> {
    const hasEarlier = accountId !== undefined && this.#ofAccount.has(accountId)
    return isFirst && !hasEarlier ? this.#first : this.#others
  }

  #add(ticket: Waiting): void {
    ticket.queue.push(ticket)
    ticket.owner.tickets.add(ticket)
    const { accountId } = ticket
    if (accountId !== undefined && ticket.queue === this.#others) {
      this.#ofAccount.set(accountId, (this.#ofAccount.get(accountId) ?? 0) + 1)
    }
  }

  /** Whether it was still waiting. */
  #withdraw(ticket: Waiting): boolean {
    if (!ticket.isWaiting) return false
    ticket.queue.leave(ticket)
    this.#forget(ticket)
    return true
  }

  #forget(ticket: Waiting): void {
    ticket.owner.tickets.delete(ticket)
    const { accountId } = ticket
    if (accountId === undefined || ticket.queue !== this.#others) return
    const left = (this.#ofAccount.get(accountId) ?? 0) - 1
    if (left > 0) this.#ofAccount.set(accountId, left)
    else this.#ofAccount.delete(accountId)
  }

  async #perform<T>(work: () => Promise<T>): Promise<T> {
    const { now } = this.deps
    this.#limit.begin()
    const beganAtMs = now()
    let failed = false
    try {
      return await work()
    } catch (error) {
      // A late answer is UNAVAILABLE too.
      failed = KlaError.from(error).code === 'unavailable'
      throw error
    } finally {
      this.#limit.end({ beganAtMs, nowMs: now(), failed })
      this.#ended += 1
      this.#admitNext()
    }
  }

  #admitNext(): void {
    while (this.#limit.hasRoom) {
      const ticket = this.#first.take() ?? this.#others.take()
      if (!ticket) return
      this.#forget(ticket)
      ticket.admit()
    }
  }

  #measure(nowMs: number): void {
    const passedMs = nowMs - this.#sweptAtMs
    if (passedMs <= 0) return
    this.#perSecond = (this.#perSecond + (this.#ended * 1_000) / passedMs) / 2
    this.#ended = 0
    this.#sweptAtMs = nowMs
  }

  #refusal(owner: LineOwner): KlaError {
    this.deps.refused()
    const drainedInMs = (this.waiting / Math.max(1, this.#perSecond)) * 1_000
    const afterMs = Math.round(Math.min(COME_BACK_MAX_MS, Math.max(COME_BACK_MIN_MS, drainedInMs)))
    owner.event('come-back', { afterMs })
    return new KlaError('UNAVAILABLE')
  }
}

function isNotable(told: Waiting['told'], place: number, nowMs: number, everyMs: number): boolean {
  if (!told) return true
  const sinceMs = nowMs - told.atMs
  if (sinceMs < everyMs) return false
  return Math.abs(told.place - place) >= Math.max(1, told.place * NOTABLE_SHARE) || sinceMs >= REPEAT_MS
}
