/** `gap` is still applied: what was missed comes with the requested `room-state`. */
type SequenceVerdict = 'next' | 'seen' | 'gap'

interface Sequence {
  judge(seq: number): SequenceVerdict
  /** Continues from the number of a `room-state`. */
  restart(seq: number): void
  reset(): void
}

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

/** The newest battle update this page has applied, on any connection. */
export interface NewestUpdate {
  note(roomId: string | null, update: number | undefined): void
  /** True if a state as of this update would revert nothing. */
  isKnownBy(roomId: string, update: number | undefined): boolean
}

export function createNewestUpdate(): NewestUpdate {
  let newest = { roomId: '', update: 0 }
  return {
    note(roomId, update) {
      if (roomId === null || update === undefined) return
      newest = { roomId, update: newest.roomId === roomId ? Math.max(newest.update, update) : update }
    },
    isKnownBy: (roomId, update) => update === undefined || newest.roomId !== roomId || update >= newest.update,
  }
}
