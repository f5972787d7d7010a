import type { Line } from './line.js'

/** What was wrong with lines as they arrived. */
export interface LineFaults {
  readonly lost: number
  readonly doubled: number
  readonly wrongRoom: number
  readonly outOfOrder: number
}

export const NO_FAULTS: LineFaults = { lost: 0, doubled: 0, wrongRoom: 0, outOfOrder: 0 }

export const sumOfFaults = (all: readonly LineFaults[]): LineFaults =>
  all.reduce(
    (sum, { lost, doubled, wrongRoom, outOfOrder }) => ({
      lost: sum.lost + lost,
      doubled: sum.doubled + doubled,
      wrongRoom: sum.wrongRoom + wrongRoom,
      outOfOrder: sum.outOfOrder + outOfOrder,
    }),
    NO_FAULTS,
  )

/** Checks that one player gets each line of both players of its room once, each writer's in their order. */
export class LineCheck {
  #faults = { ...NO_FAULTS }
  readonly #next: [number, number] = [1, 1]
  /** Counters that were skipped, by writer: lost, unless they come late. */
  readonly #skipped = [new Set<number>(), new Set<number>()] as const

  constructor(private readonly room: number) {}

  takes({ room, seat, counter }: Line): void {
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

  /** What was wrong, once the two have written so many lines and nothing is under way any more. */
  finish(written: readonly [number, number]): LineFaults {
    const lostOf = (seat: 0 | 1): number => this.#skipped[seat].size + written[seat] + 1 - this.#next[seat]
    return { ...this.#faults, lost: lostOf(0) + lostOf(1) }
  }
}
