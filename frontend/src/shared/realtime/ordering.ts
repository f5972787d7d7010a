/** `gap` is still to be applied: what was missed comes with the `room-state` that is asked for. */
type SequenceVerdict = 'next' | 'seen' | 'gap'

interface Sequence {
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

/** Which news of the room's battle this page has heard last, on whichever connection. */
export interface NewestNews {
  hears(roomId: string | null, news: number | undefined): void
  /** Whether a state that contains the news up to this one would take nothing back. */
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
