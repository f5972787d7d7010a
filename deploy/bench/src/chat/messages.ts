interface Message {
  readonly room: number
  readonly seat: 0 | 1
  readonly counter: number
  readonly atMicros: number
}

const WORDS = 'that one is for you, and it will not be easy'
const MARK = /~q([a-p]+):([01]):q([a-p]+):q([a-p]+);/

/** Letters alone, none of them a word: the server hides long numbers as contact details. */
const spelled = (value: number): string =>
  `q${value.toString(16).replace(/./g, (digit) => LETTERS[parseInt(digit, 16)] ?? '')}`
const LETTERS = 'abcdefghijklmnop'
const valueOf = (letters = ''): number =>
  parseInt(
    letters.replace(/./g, (letter) => LETTERS.indexOf(letter).toString(16)),
    16,
  )

export const writeMessage = ({ room, seat, counter, atMicros }: Message): string =>
  `~${spelled(room)}:${seat}:${spelled(counter)}:${spelled(atMicros)}; ${WORDS}`

/** Finds the message whatever its envelope. */
export function readMessage(text: string): Message | undefined {
  const [found, room, seat, counter, atMicros] = MARK.exec(text) ?? []
  if (found === undefined) return undefined
  return { room: valueOf(room), seat: seat === '0' ? 0 : 1, counter: valueOf(counter), atMicros: valueOf(atMicros) }
}

export interface MessageFaults {
  readonly lost: number
  readonly doubled: number
  readonly wrongRoom: number
  readonly outOfOrder: number
}

export const NO_FAULTS: MessageFaults = { lost: 0, doubled: 0, wrongRoom: 0, outOfOrder: 0 }

export const sumOfFaults = (all: readonly MessageFaults[]): MessageFaults =>
  all.reduce(
    (sum, { lost, doubled, wrongRoom, outOfOrder }) => ({
      lost: sum.lost + lost,
      doubled: sum.doubled + doubled,
      wrongRoom: sum.wrongRoom + wrongRoom,
      outOfOrder: sum.outOfOrder + outOfOrder,
    }),
    NO_FAULTS,
  )

/** Expects each message of both players once and in order. */
export class MessageCheck {
  #faults = { ...NO_FAULTS }
  readonly #next: [number, number] = [1, 1]
  readonly #skipped = [new Set<number>(), new Set<number>()] as const

  constructor(private readonly room: number) {}

  takes({ room, seat, counter }: Message): void {
    if (room !== this.room) {
      this.#faults.wrongRoom += 1
      return
    }
    const next = this.#next[seat]
    if (counter < next) {
      this.#faults[this.#skipped[seat].delete(counter) ? 'outOfOrder' : 'doubled'] += 1
      return
    }
    for (let skipped = next; skipped < counter; skipped++) this.#skipped[seat].add(skipped)
    this.#next[seat] = counter + 1
  }

  /** Call when nothing is in flight. `refused`: messages that the server refused with an answer. */
  finish(written: readonly [number, number], refused: readonly [number, number] = [0, 0]): MessageFaults {
    const lostOf = (seat: 0 | 1): number =>
      this.#skipped[seat].size + written[seat] + 1 - this.#next[seat] - refused[seat]
    return { ...this.#faults, lost: lostOf(0) + lostOf(1) }
  }
}

/** The gateway's `chat` limit of one connection, in its rate-limits.ts. */
const LIMIT = { burst: 40, perSecond: 5 }
const INTERVAL_MS = 1_000 / LIMIT.perSecond
/** Clocks differ, so half of the burst stays unused. */
const AHEAD_MS = (LIMIT.burst / 2) * INTERVAL_MS

/** Keeps a player within the limit. */
export class MessageBudget {
  #pausedUntilMs = 0
  #paidAtMs = 0

  waitMs(nowMs: number): number {
    return Math.max(0, this.#paidAtMs - AHEAD_MS - nowMs, this.#pausedUntilMs - nowMs)
  }

  pause(nowMs: number, forMs: number): void {
    this.#pausedUntilMs = nowMs + forMs
  }

  spend(nowMs: number): void {
    this.#paidAtMs = Math.max(this.#paidAtMs, nowMs) + INTERVAL_MS
  }
}

/** Buckets grow by 2%, the error of a percentile. */
const STEP = Math.log(1.02)
const MICROS_PER_MS = 1_000

export class Latencies {
  readonly counts: number[] = []

  record(micros: number): void {
    const bucket = micros <= 1 ? 0 : Math.ceil(Math.log(micros) / STEP)
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1
  }

  /** NaN when nothing was recorded. */
  percentileMs(share: number): number {
    const total = this.counts.reduce((sum, count) => sum + (count ?? 0), 0)
    let left = total * share
    for (const [bucket, count = 0] of this.counts.entries()) {
      left -= count
      if (total > 0 && left <= 0) return Math.exp(bucket * STEP) / MICROS_PER_MS
    }
    return NaN
  }

  clear(): void {
    this.counts.length = 0
  }
}
