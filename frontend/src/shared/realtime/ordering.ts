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
export interface NewestNews {
  hears(roomId: string | null, news: number | undefined): void
  /** Whether a state as of this update would revert nothing. */
  isKnownBy(roomId: string, news: number | undefined): boolean
}

export function createNewestNews(): NewestNews {
  let newest = { roomId: '', news: 0 }
  return {
    hears(roomId, news) {
      if (roomId === null || news === undefined) return
      newest = { roomId, news: newest.roomId === roomId ? Math.max(newest.news, news) : news }
    },
    isKnownBy: (roomId, news) => news === undefined || newest.roomId !== roomId || news >= newest.news,
  }
}
