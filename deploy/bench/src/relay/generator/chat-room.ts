import type { Codec, Seat } from './codecs/codec.js'
import {
  type Latencies, LineBudget, LineCheck, type LineFaults, type LineLimit, readLine, sumOfFaults, writeLine,
} from './lines.js'
import type { RoomPlan } from './orders.js'

export interface ChatRoomParts {
  readonly lineLimit: LineLimit | undefined
  readonly latencies: Latencies
  readonly onDelivery: () => void
  /** Both players have the line, or it was refused. */
  readonly onSettled: (room: ChatRoom, seat: 0 | 1) => void
  readonly onTrouble: (what: string) => void
}

const PLAYERS = 2
const MICROS_PER_MS = 1_000
/** A player whose line was refused for overload waits so long. */
const REFUSED_MS = 1_000
const nowMicros = (): number => Math.round(performance.now() * MICROS_PER_MS)

export class ChatRoom {
  readonly number: number
  readonly #checks: readonly [LineCheck, LineCheck]
  readonly #budgets: readonly [LineBudget, LineBudget]
  readonly #written: [number, number] = [0, 0]
  readonly #awaited: [number, number] = [0, 0]
  readonly #refused: [number, number] = [0, 0]
  readonly #met: [boolean, boolean] = [false, false]
  readonly #paired: [boolean, boolean] = [false, false]
  #shown = 0
  #onMet: () => void = () => undefined
  #seats: readonly Seat[] = []

  /** Resolves once each player has seen the other. */
  readonly whenMet = new Promise<void>((resolve) => (this.#onMet = resolve))

  constructor(
    private readonly plan: RoomPlan,
    private readonly parts: ChatRoomParts,
  ) {
    this.number = plan.number
    this.#budgets = [new LineBudget(parts.lineLimit), new LineBudget(parts.lineLimit)]
    this.#checks = [new LineCheck(plan.number), new LineCheck(plan.number)]
  }

  get written(): number {
    return this.#written[0] + this.#written[1]
  }

  get refused(): number {
    return this.#refused[0] + this.#refused[1]
  }

  /** Lines that came back to their writer. */
  get shown(): number {
    return this.#shown
  }

  /** Id at the server; empty until a player has a seat. */
  get roomId(): string {
    return this.#seats[0]?.room ?? ''
  }

  get isPaired(): boolean {
    return this.#paired[0] && this.#paired[1]
  }

  get isQuiet(): boolean {
    return this.#awaited[0] === 0 && this.#awaited[1] === 0
  }

  async enter(codec: Codec): Promise<void> {
    const sit = async (seat: 0 | 1, room: string | undefined): Promise<Seat> => {
      const place = { ...this.plan.players[seat], name: `bench-${this.number}`, room }
      return codec(place, {
        met: () => this.#meets(seat),
        paired: () => {
          this.#paired[seat] = true
          this.#meets(seat)
        },
        line: (frame) => this.#received(seat, frame),
        refused: () => this.#refuses(seat),
        lost: (why) => this.parts.onTrouble(`room ${this.number}, player ${seat}: ${why}`),
      })
    }
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
    this.#seats[seat]?.say(writeLine({ room: this.number, seat, counter, atMicros: nowMicros() }))
  }

  finish(): LineFaults {
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
    this.parts.onSettled(this, seat)
  }

  #received(listener: 0 | 1, frame: string): void {
    const line = readLine(frame)
    if (!line) return
    this.#checks[listener].takes(line)
    if (listener === line.seat) this.#shown += 1
    this.parts.latencies.record(nowMicros() - line.atMicros)
    this.parts.onDelivery()
    if (line.room !== this.number || line.counter !== this.#written[line.seat]) return
    this.#awaited[line.seat] -= 1
    if (this.#awaited[line.seat] === 0) this.parts.onSettled(this, line.seat)
  }
}
