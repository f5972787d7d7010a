import { KlaError } from '@kla/chassis'
import type { ServerEventName, ServerEvents } from '@kla/proto/web'
import { AdaptiveLimit, type AdaptiveLimitOptions } from './adaptive-limit.js'
import type { Turn } from './fair-queue.js'
import { PriorityQueue, type Rank, type Ticket } from './priority-queue.js'

/** A connection whose calls may wait. */
export interface CallOwner {
  /** Unhandled frames that leave its room. */
  readonly exits: number
  readonly waitingCalls: Set<WaitingCall>
  event<Name extends ServerEventName>(event: Name, data: ServerEvents[Name]): void
}

/** A call that may have to wait. */
export interface CallRequest {
  readonly owner: CallOwner
  /** An account's calls do not overtake each other. */
  readonly turn: Turn
  /** Rank by what is known of the caller, not by claims; without it, a newcomer's. */
  readonly rank?: Rank | undefined
  /** Finds out a higher rank. Called only if the call must wait, which it does at `rank` meanwhile. */
  readonly findRank?: (() => Promise<Rank>) | undefined
}

/** A waiting call, as its connection sees it. */
export interface WaitingCall {
  /** Runs the call despite the limit, or cancels it: its connection leaves the room. */
  expedite(): void
  /** Rejects the call with UNAVAILABLE. */
  cancel(): void
}

interface Waiting extends WaitingCall {
  readonly owner: CallOwner
  admit(): void
  announced: { readonly place: number; readonly atMs: number } | undefined
}

/** Limits and priorities of an admission queue. */
export interface AdmissionQueueOptions extends AdaptiveLimitOptions {
  /** Limit of waiting calls of each rank. */
  readonly waitingMax: number
  /** True to run calls of leaving connections at once, within limits, instead of refusing them. */
  readonly expeditesExits: boolean
}

export interface AdmissionQueueDeps {
  readonly refused: () => void
  /** Clock in monotonic milliseconds. */
  readonly now: () => number
}

/** Clients are not notified of shorter waits. */
const QUIET_MS = 1_000
/** Interval of an unchanged place, as a sign of life. */
const REPEAT_MS = 5_000
const ANNOUNCE_EVERY_MS = 950
/** Limit of `waiting` events per sweep. */
const ANNOUNCED_MAX = 5_000
const NOTABLE_SHARE = 0.02
const COME_BACK_MIN_MS: Readonly<Record<Rank, number>> = { battle: 500, seated: 1_000, newcomer: 2_000 }
const COME_BACK_MAX_MS = 60_000
/** Calls beyond `waitingMax` while it is found out who they are, as a multiple. */
const UNDECIDED_MAX = 2
/** Calls beyond the limit for leaving, which any client may claim. */
const EXPEDITED_MAX = 32
const EXPEDITED_OF_NETWORK_MAX = 8

/** Runs as many calls as a service can take; the rest wait by rank and learn their places. */
export class AdmissionQueue {
  readonly #limit: AdaptiveLimit
  readonly #queue: PriorityQueue<Waiting>
  readonly #expedited = new Map<string, number>()
  #expeditedInAll = 0
  #ended = 0
  #perSecond = 0
  #sweptAtMs: number

  constructor(
    private readonly options: AdmissionQueueOptions,
    private readonly deps: AdmissionQueueDeps,
  ) {
    this.#limit = new AdaptiveLimit(options)
    this.#queue = new PriorityQueue(options)
    this.#sweptAtMs = deps.now()
  }

  get waiting(): number {
    return this.#queue.waiting
  }

  get running(): number {
    return this.#limit.running
  }

  get limit(): number {
    return this.#limit.limit
  }

  /** Rejects with UNAVAILABLE if the queue is full or the call is cancelled. */
  run<T>(request: CallRequest, work: () => Promise<T>): Promise<T> {
    if (this.waiting === 0 && this.#limit.hasRoom) return this.#perform(work)
    const { owner, turn } = request
    if (owner.exits > 0) {
      if (!this.options.expeditesExits) return Promise.reject(new KlaError('UNAVAILABLE'))
      if (this.#mayExpedite(turn)) return this.#expedite(turn, work)
    }
    if (this.#isFullFor(request)) return Promise.reject(this.#refusal(request))
    return new Promise((resolve, reject) => this.#wait(request, work, resolve, reject))
  }

  /** Sends places to waiting clients, once a second. */
  sweep(): void {
    const nowMs = this.deps.now()
    this.#measure(nowMs)
    const of = this.waiting
    const everyMs = Math.max(ANNOUNCE_EVERY_MS, (of / ANNOUNCED_MAX) * 1_000)
    let place = 0
    let announced = 0
    for (const { item: call, sinceMs } of this.#queue) {
      place += 1
      if (announced >= ANNOUNCED_MAX) return
      if (nowMs - sinceMs < QUIET_MS || !isNotable(call.announced, place, nowMs, everyMs)) continue
      call.announced = { place, atMs: nowMs }
      call.owner.event('waiting', { place, of })
      announced += 1
    }
  }

  /** A full queue of newcomers turns away none who may have a seat. */
  #isFullFor({ turn, rank = 'newcomer', findRank }: CallRequest): boolean {
    if (!findRank) return this.#queue.isFull(turn, rank)
    return this.#queue.waitingOf(turn, rank) >= this.options.waitingMax * UNDECIDED_MAX
  }

  #wait<T>(
    request: CallRequest,
    work: () => Promise<T>,
    resolve: (answer: Promise<T>) => void,
    reject: (error: KlaError) => void,
  ): void {
    const { owner, turn, rank = 'newcomer', findRank } = request
    const leave = (): boolean => this.#queue.cancel(ticket) && owner.waitingCalls.delete(call)
    const call: Waiting = {
      owner,
      announced: undefined,
      admit: () => resolve(this.#perform(work)),
      expedite: () => {
        if (!this.options.expeditesExits) call.cancel()
        else if (this.#mayExpedite(turn) && leave()) resolve(this.#expedite(turn, work))
      },
      cancel: () => {
        if (leave()) reject(new KlaError('UNAVAILABLE'))
      },
    }
    owner.waitingCalls.add(call)
    const isBeyond = this.#queue.isFull(turn, rank)
    const ticket = this.#queue.push(call, { turn, rank, nowMs: this.deps.now() })
    if (!findRank) return
    void this.#promote(ticket, findRank).then((found) => {
      if (isBeyond && found === rank && leave()) reject(this.#refusal(request))
    })
  }

  /** Resolves to the rank, once that is known. */
  async #promote(ticket: Ticket<Waiting>, findRank: () => Promise<Rank>): Promise<Rank | undefined> {
    const rank = await findRank().catch(() => undefined)
    if (rank) this.#queue.promote(ticket, rank)
    return rank
  }

  #mayExpedite({ network }: Turn): boolean {
    return this.#expeditedInAll < EXPEDITED_MAX && (this.#expedited.get(network) ?? 0) < EXPEDITED_OF_NETWORK_MAX
  }

  async #expedite<T>({ network }: Turn, work: () => Promise<T>): Promise<T> {
    const count = (change: 1 | -1): void => {
      this.#expeditedInAll += change
      const running = (this.#expedited.get(network) ?? 0) + change
      if (running > 0) this.#expedited.set(network, running)
      else this.#expedited.delete(network)
    }
    count(1)
    try {
      return await this.#perform(work)
    } finally {
      count(-1)
    }
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
      const call = this.#queue.take()?.item
      if (!call) return
      call.owner.waitingCalls.delete(call)
      call.admit()
    }
  }

  #measure(nowMs: number): void {
    const passedMs = nowMs - this.#sweptAtMs
    if (passedMs <= 0) return
    this.#perSecond = (this.#perSecond + (this.#ended * 1_000) / passedMs) / 2
    this.#ended = 0
    this.#sweptAtMs = nowMs
  }

  #refusal({ owner, turn, rank = 'newcomer' }: CallRequest): KlaError {
    this.deps.refused()
    const ahead = rank === 'newcomer' ? this.waiting : this.#queue.waitingOf(turn, rank)
    const drainedInMs = (ahead / Math.max(1, this.#perSecond)) * 1_000
    const afterMs = Math.round(Math.min(COME_BACK_MAX_MS, Math.max(COME_BACK_MIN_MS[rank], drainedInMs)))
    owner.event('come-back', { afterMs })
    return new KlaError('UNAVAILABLE')
  }
}

function isNotable(announced: Waiting['announced'], place: number, nowMs: number, everyMs: number): boolean {
  if (!announced) return true
  const sinceMs = nowMs - announced.atMs
  if (sinceMs < everyMs) return false
  return Math.abs(announced.place - place) >= Math.max(1, announced.place * NOTABLE_SHARE) || sinceMs >= REPEAT_MS
}
