/** `gap` is still to be applied: what was missed comes with the `room-state` that is asked for. */
export type SequenceVerdict = 'next' | 'seen' | 'gap'

export interface Sequence {
  /** Judges the number of one room event. */
  judge(seq: number): SequenceVerdict
  /** Takes the number of a `room-state`, from which counting goes on. */
  restart(seq: number): void
  /** Forgets everything, for a new connection. */
  reset(): void
}

/** Follows the numbers of a room's events on one connection. */
export function createSequence(): Sequence {
  let last: number | null = null
  return {
    judge(seq) {
      if (last !== null && seq <= last) return 'seen'
      const verdict = last === null || seq === last + 1 ? 'next' : 'gap'
      last = seq
      return verdict
    },
    restart(seq) {
      last = seq
    },
    reset() {
      last = null
    },
  }
}
