import { SEQUENCED_EVENTS, type ServerEvents, type ServerFrame } from '@kla/proto/web'

export interface ChatFaults {
  lost: number
  doubled: number
  outOfOrder: number
}

/** Checks that one sender's counted messages arrive once and in order. */
export interface ChatCheck {
  readonly faults: ChatFaults
  /** Returns the counters of the sent messages that did not arrive. */
  missing(sent: number): number[]
  takes(line: ServerEvents['receive-message']): void
  /** Messages of a room's state, which replace what was missed. */
  takesKept(lines: readonly { readonly username: string; readonly message: string }[]): void
  finish(sent: number): void
}

export const countedLine = (counter: number): string => `line ${counter}`

export function createChatCheck(sender: string): ChatCheck {
  const faults: ChatFaults = { lost: 0, doubled: 0, outOfOrder: 0 }
  const arrived = new Set<number>()
  let highest = 0
  const counterOf = (line: ServerEvents['receive-message']): number => {
    if ('system' in line || line.username !== sender) return NaN
    return Number(/^line (\d+)$/.exec(line.message)?.[1])
  }
  const arrives = (counter: number): void => {
    arrived.add(counter)
    highest = Math.max(highest, counter)
  }
  const missing = (sent: number): number[] =>
    Array.from({ length: sent }, (_, index) => index + 1).filter((counter) => !arrived.has(counter))
  return {
    faults,
    missing,
    takes(line) {
      const counter = counterOf(line)
      if (Number.isNaN(counter)) return
      if (arrived.has(counter)) faults.doubled += 1
      else if (counter < highest) faults.outOfOrder += 1
      arrives(counter)
    },
    takesKept: (lines) =>
      lines
        .map(counterOf)
        .filter((counter) => !Number.isNaN(counter))
        .forEach(arrives),
    finish(sent) {
      faults.lost += missing(sent).length
    },
  }
}

/** Compares picked GIFs with those shown. */
export interface PickCheck {
  picked(seat: Seat, round: number, gifUrl: string): void
  shown(seat: Seat, round: number, gifUrl: string): void
  faults(): string[]
}

export type Seat = 'first' | 'second'

const other = (seat: Seat): Seat => (seat === 'first' ? 'second' : 'first')

export function createPickCheck(): PickCheck {
  const picks = new Map<string, string>()
  const shown = new Map<string, string>()
  return {
    picked: (seat, round, gifUrl) => void picks.set(`${other(seat)} in round ${round}`, gifUrl),
    shown: (seat, round, gifUrl) => void shown.set(`${seat} in round ${round}`, gifUrl),
    faults: () =>
      [...picks]
        .filter(([where, gifUrl]) => shown.has(where) && shown.get(where) !== gifUrl)
        .map(([where]) => `an accepted pick was not what was shown to the ${where}`),
  }
}

export interface SequenceFaults {
  missed: number
  repeated: number
  unnumbered: number
}

/** Checks that events of one connection's room are numbered without gaps. */
export interface SequenceCheck {
  readonly faults: SequenceFaults
  /** True when events are missing and the room's state has to be fetched. */
  takes(frame: ServerFrame): boolean
  restart(): void
}

export function createSequenceCheck(): SequenceCheck {
  const faults: SequenceFaults = { missed: 0, repeated: 0, unnumbered: 0 }
  let last: number | undefined
  return {
    faults,
    takes(frame) {
      // The gateway itself missed a number that the state skips.
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
