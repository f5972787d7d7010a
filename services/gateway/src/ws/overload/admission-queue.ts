import { KlaError } from '@kla/chassis'
import type { ServerEventName, ServerEvents } from '@kla/proto/web'
import { AdaptiveLimit, type AdaptiveLimitOptions } from './adaptive-limit.js'
import { type Turn, TurnQueue, type TurnTicket } from './fair-queue.js'

export const LINES = ['sign-ins', 'entries', 'reads'] as const
export type LineName = (typeof LINES)[number]

/** A connection whose calls may wait. */
export interface LineOwner {
  /** Received frames that leave its room and are not handled yet. */
  readonly exits: number
  readonly tickets: Set<LineTicket>
  event<Name extends ServerEventName>(event: Name, data: ServerEvents[Name]): void
}

export interface LineRequest {
  readonly owner: LineOwner
  /** An account's calls do not overtake each other. */
  readonly turn: Turn
  /**
   * True if it precedes newcomers, by what is known of the caller, not by claims. A function is called only if the call
   * must wait, which it does among newcomers until the answer.
   */
  readonly isFirst?: boolean | (() => Promise<boolean>)
}

export interface LineTicket {
  /** Runs the call at once, despite the limit, or removes it, since its connection is leaving the room. */
  makeWay(): void
  /** Rejects the call with UNAVAILABLE. */
  leave(): void
}

/** Place of a call; one that moves to the other queue gets a new place. */
interface Place extends TurnTicket {
  readonly queue: TurnQueue<Place>
  readonly call: Waiting
}

interface Waiting extends LineRequest, LineTicket {
  readonly sinceMs: number
  place: Place | undefined
  admit(): void
  told: { readonly place: number; readonly atMs: number } | undefined
}

export interface WaitingLineOptions extends AdaptiveLimitOptions {
  /** Limit of waiting calls of each priority. */
  readonly waitingMax: number
  /** True to run calls of connections that leave their room at once, within limits; otherwise they are refused. */
  readonly hurriesExits: boolean
}

export interface WaitingLineDeps {
  readonly refused: () => void
  /** Clock in monotonic milliseconds. */
  readonly now: () => number
}

/** Clients are not notified of shorter waits. */
const QUIET_MS = 1_000
/** Interval at which an unchanged place is repeated, so that the page knows it still waits. */
const REPEAT_MS = 5_000
const TELL_EVERY_MS = 950
/** Limit of `waiting` events per sweep. */
const TOLD_MAX = 5_000
const NOTABLE_SHARE = 0.02
const COME_BACK_MIN_MS = 2_000
const COME_BACK_MAX_MS = 60_000
/** One of so many admitted calls is a newcomer's. */
const NEWCOMER_EVERY = 4
/** Calls beyond the limit for connections that leave a room, which any client may claim. */
const HURRIED_MAX = 32
const HURRIED_OF_NETWORK_MAX = 8

/**
 * Runs as many calls to a service as it can take; the rest wait. Calls of known seats go first, except for the
 * newcomers' share. Among both, networks and accounts take turns.
 */
export class WaitingLine {
  readonly #limit: AdaptiveLimit
  readonly #first = new TurnQueue<Place>()
  readonly #others = new TurnQueue<Place>()
  /** Known calls admitted since the last newcomer. */
  #firstInARow = 0
  /** Running calls beyond the limit, by network. */
  readonly #hurried = new Map<string, number>()
  #hurriedInAll = 0
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

  /** Runs `work`, after a wait if necessary. Rejects with UNAVAILABLE if the queue is full or the call left it. */
  run<T>(request: LineRequest, work: () => Promise<T>): Promise<T> {
    if (this.waiting === 0 && this.#limit.hasRoom) return this.#perform(work)
    const { owner, turn, isFirst } = request
    if (owner.exits > 0) {
      if (!this.options.hurriesExits) return Promise.reject(new KlaError('UNAVAILABLE'))
      if (this.#mayHurry(turn)) return this.#hurry(turn, work)
    }
    const queue = this.#queueFor(turn, isFirst === true)
    if (queue.waiting >= this.options.waitingMax) return Promise.reject(this.#refusal(owner))
    return new Promise((resolve, reject) => {
      const call: Waiting = {
        ...request,
        sinceMs: this.deps.now(),
        place: undefined,
        told: undefined,
        admit: () => resolve(this.#perform(work)),
        makeWay: () => {
          if (!this.options.hurriesExits) call.leave()
          else if (this.#mayHurry(turn) && this.#withdraw(call)) resolve(this.#hurry(turn, work))
        },
        leave: () => {
          if (this.#withdraw(call)) reject(new KlaError('UNAVAILABLE'))
        },
      }
      owner.tickets.add(call)
      this.#queueUp(call, queue)
      if (typeof isFirst === 'function') void this.#prove(call, isFirst)
    })
  }

  /** Sends waiting clients their places; called once a second. */
  sweep(): void {
    const nowMs = this.deps.now()
    this.#measure(nowMs)
    const of = this.waiting
    const everyMs = Math.max(TELL_EVERY_MS, (of / TOLD_MAX) * 1_000)
    let place = 0
    let told = 0
    for (const { call } of this.#inOrder()) {
      place += 1
      if (told >= TOLD_MAX) return
      if (nowMs - call.sinceMs < QUIET_MS || !isNotable(call.told, place, nowMs, everyMs)) continue
      call.told = { place, atMs: nowMs }
      call.owner.event('waiting', { place, of })
      told += 1
    }
  }

  /** Iterates in the order of admission, if no more come. */
  *#inOrder(): Iterable<Place> {
    const [first, others] = [this.#first[Symbol.iterator](), this.#others[Symbol.iterator]()]
    for (let inARow = this.#firstInARow; ; inARow++) {
      const isNewcomers = inARow % NEWCOMER_EVERY === NEWCOMER_EVERY - 1
      const preferred = (isNewcomers ? others : first).next()
      const { done, value } = preferred.done ? (isNewcomers ? first : others).next() : preferred
      if (done) return
      yield value
    }
  }

  /** Picks the queue, behind earlier calls of the account. */
  #queueFor({ accountId }: Turn, isFirst: boolean): TurnQueue<Place> {
    if (accountId !== undefined && this.#others.waitingOf(accountId) > 0) return this.#others
    return isFirst || (accountId !== undefined && this.#first.waitingOf(accountId) > 0) ? this.#first : this.#others
  }

  #queueUp(call: Waiting, queue: TurnQueue<Place>): void {
    call.place = { queue, call, turn: call.turn, isWaiting: true }
    queue.push(call.place)
  }

  /** Moves a newcomer's call up once its caller is known, unless others of its account wait. */
  async #prove(call: Waiting, isKnown: () => Promise<boolean>): Promise<void> {
    const known = await isKnown().catch(() => false)
    const { place } = call
    if (!known || !place?.isWaiting || place.queue !== this.#others || this.#first.waiting >= this.options.waitingMax)
      return
    const { accountId } = call.turn
    if (accountId !== undefined && this.#others.waitingOf(accountId) > 1) return
    this.#others.leave(place)
    this.#queueUp(call, this.#first)
  }

  #mayHurry({ network }: Turn): boolean {
    return this.#hurriedInAll < HURRIED_MAX && (this.#hurried.get(network) ?? 0) < HURRIED_OF_NETWORK_MAX
  }

  async #hurry<T>({ network }: Turn, work: () => Promise<T>): Promise<T> {
    const count = (change: 1 | -1): void => {
      this.#hurriedInAll += change
      const running = (this.#hurried.get(network) ?? 0) + change
      if (running > 0) this.#hurried.set(network, running)
      else this.#hurried.delete(network)
    }
    count(1)
    try {
      return await this.#perform(work)
    } finally {
      count(-1)
    }
  }

  /** Removes a call; true if it was waiting. */
  #withdraw({ place, owner }: Waiting): boolean {
    if (!place?.isWaiting) return false
    place.queue.leave(place)
    owner.tickets.delete(place.call)
    return true
  }

  async #perform<T>(work: () => Promise<T>): Promise<T> {
    const { now } = this.deps
    this.#limit.begin()
    const beganAtMs = now()
    let failed = false
    try {
      return await work()
    } catch (error) {
      // Late responses are UNAVAILABLE too.
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
      const call = this.#takeNext()?.call
      if (!call) return
      call.owner.tickets.delete(call)
      call.admit()
    }
  }

  #takeNext(): Place | undefined {
    const newcomer = this.#firstInARow >= NEWCOMER_EVERY - 1 ? this.#others.take() : undefined
    const known = newcomer ? undefined : this.#first.take()
    this.#firstInARow = known ? Math.min(this.#firstInARow + 1, NEWCOMER_EVERY - 1) : 0
    return newcomer ?? known ?? this.#others.take()
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
