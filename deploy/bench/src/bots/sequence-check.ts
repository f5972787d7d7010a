import { SEQUENCED_EVENTS, type ServerFrame } from '@kla/proto/web'

/** What was wrong with the numbers of a room's events. */
export interface SequenceFaults {
  /** Numbers that never came. */
  missed: number
  /** Numbers that came twice, or after a higher one. */
  repeated: number
  /** Room events that carried no number. */
  unnumbered: number
}

/** Checks that the events of one connection's room carry numbers that rise by one. */
export interface SequenceCheck {
  readonly faults: SequenceFaults
  /** Takes an event in; true when events before it are missing, so that the room's state has to be asked for. */
  takes(frame: ServerFrame): boolean
  /** The next number may be any higher one: another connection or another room. */
  restart(): void
}

export function createSequenceCheck(): SequenceCheck {
  const faults: SequenceFaults = { missed: 0, repeated: 0, unnumbered: 0 }
  let last: number | undefined
  return {
    faults,
    takes(frame) {
      // The state says which number it stands at; a number skipped before it is news that the gateway itself missed.
      if (frame.event === 'room-state') {
        if (last !== undefined && frame.data.seq > last) faults.missed += frame.data.seq - last
        last = Math.max(last ?? 0, frame.data.seq)
        return false
      }
      if (!SEQUENCED_EVENTS.has(frame.event)) return false
      if (frame.seq === undefined) {
        faults.unnumbered += 1
        return false
      }
      const gap = last === undefined ? 0 : frame.seq - last - 1
      if (gap < 0) {
        faults.repeated += 1
        return false
      }
      faults.missed += gap
      last = frame.seq
      return gap > 0
    },
    restart: () => void (last = undefined),
  }
}
