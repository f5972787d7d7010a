import {
  type Latencies,
  MessageBudget,
  MessageCheck,
  type MessageFaults,
  readMessage,
  sumOfFaults,
  writeMessage,
} from './messages.js'
import type { RoomPlan } from './orders.js'
import type { Seat, TakeSeat } from './seat.js'

export interface ChatRoomDeps {
  readonly latencies: Latencies
  readonly onDelivery: () => void
  readonly onSettled: (room: ChatRoom, seat: 0 | 1) => void
  readonly onTrouble: (what: string) => void
}

const PLAYERS = 2
const MICROS_PER_MS = 1_000
/** Pause after a refusal for overload. */
const REFUSED_MS = 1_000
const nowMicros = (): number => Math.round(performance.now() * MICROS_PER_MS)

export class ChatRoom {
  readonly number: number
  readonly #checks: readonly [MessageCheck, MessageCheck]
  readonly #budgets = [new MessageBudget(), new MessageBudget()] as const
  readonly #written: [number, number] = [0, 0]
  readonly #awaited: [number, number] = [0, 0]
  readonly #refused: [number, number] = [0, 0]
  readonly #met: [boolean, boolean] = [false, false]
  readonly #paired: [boolean, boolean] = [false, false]
  #onMet: () => void = () => undefined
  #seats: readonly Seat[] = []

  readonly whenMet = new Promise<void>((resolve) => (this.#onMet = resolve))

  constructor(
    private readonly plan: RoomPlan,
    private readonly deps: ChatRoomDeps,
  ) {
    this.number = plan.number
    this.#checks = [new MessageCheck(plan.number), new MessageCheck(plan.number)]
  }

  get written(): number {
    return this.#written[0] + this.#written[1]
  }

  get refused(): number {
    return this.#refused[0] + this.#refused[1]
  }

  get isPaired(): boolean {
    return this.#paired[0] && this.#paired[1]
  }

  get isQuiet(): boolean {
    return this.#awaited[0] === 0 && this.#awaited[1] === 0
  }

  async enter(takeSeat: TakeSeat): Promise<void> {
    const sit = (seat: 0 | 1, room: string | undefined): Promise<Seat> =>
      takeSeat(this.plan.players[seat], room, {
        met: () => this.#meets(seat),
        paired: () => {
          this.#paired[seat] = true
          this.#meets(seat)
        },
        message: (frame) => this.#received(seat, frame),
        refused: () => this.#refuses(seat),
        lost: (why) => this.deps.onTrouble(`room ${this.number}, player ${seat}: ${why}`),
      })
    const first = await sit(0, undefined)
    this.#seats = [first, await sit(1, first.room)]
  }

  waitMs(seat: 0 | 1): number {
    return this.#budgets[seat].waitMs(performance.now())
  }

  say(seat: 0 | 1): void {
    this.#budgets[seat].spend(performance.now())
    const counter = this.#written[seat] + 1
    this.#written[seat] = counter
    this.#awaited[seat] = PLAYERS
    this.#seats[seat]?.say(writeMessage({ room: this.number, seat, counter, atMicros: nowMicros() }))
  }

  finish(): MessageFaults {
    return sumOfFaults(this.#checks.map((check) => check.finish(this.#written, this.#refused)))
  }

  async leave(): Promise<void> {
    for (const seat of this.#seats) await seat.leave()
    this.#seats = []
  }

  #meets(seat: 0 | 1): void {
    this.#met[seat] = true
    if (this.#met[0] && this.#met[1]) this.#onMet()
  }

  #refuses(seat: 0 | 1): void {
    this.#refused[seat] += 1
    this.#awaited[seat] = 0
    this.#budgets[seat].pause(performance.now(), REFUSED_MS)
    this.deps.onSettled(this, seat)
  }

  #received(listener: 0 | 1, frame: string): void {
    const message = readMessage(frame)
    if (!message) return
    this.#checks[listener].takes(message)
    this.deps.latencies.record(nowMicros() - message.atMicros)
    this.deps.onDelivery()
    if (message.room !== this.number || message.counter !== this.#written[message.seat]) return
    this.#awaited[message.seat] -= 1
    if (this.#awaited[message.seat] === 0) this.deps.onSettled(this, message.seat)
  }
}
