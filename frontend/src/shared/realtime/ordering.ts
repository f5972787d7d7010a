/** `gap` is still applied; the requested `room-state` fills it. */
type SequenceVerdict = 'next' | 'seen' | 'gap'

interface Sequence {
  judge(seq: number): SequenceVerdict
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

/** Tracks the newest battle update applied, on any connection. */
export interface NewestUpdate {
  note(roomId: string | null, update: number | undefined): void
  /** True if such a state reverts nothing. */
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
