import { SEQUENCED_EVENTS, type ServerEvents, type ServerFrame } from '@kla/proto/web'

/** What was wrong with the lines that came from the other player. */
export interface ChatFaults {
  lost: number
  doubled: number
  outOfOrder: number
}

/** Checks that the lines of one sender, which carry a counter from 1, arrive once and in their order. */
export interface ChatCheck {
  readonly faults: ChatFaults
  /** The highest counter that has arrived. */
  readonly highest: number
  takes(line: ServerEvents['receive-message']): void
  /** Counts the lines up to `sent` that have not come. */
  finish(sent: number): void
}

/** A line of chat with its counter. */
export const countedLine = (counter: number): string => `line ${counter}`

export function createChatCheck(sender: string): ChatCheck {
  const faults: ChatFaults = { lost: 0, doubled: 0, outOfOrder: 0 }
  const arrived = new Set<number>()
  let highest = 0
  return {
    faults,
    get highest() {
      return highest
    },
    takes(line) {
      if ('system' in line || line.username !== sender) return
      const counter = Number(/^line (\d+)$/.exec(line.message)?.[1])
      if (!Number.isInteger(counter)) return
      if (arrived.has(counter)) faults.doubled += 1
      else if (counter < highest) faults.outOfOrder += 1
      arrived.add(counter)
      highest = Math.max(highest, counter)
    },
    finish(sent) {
      for (let counter = 1; counter <= sent; counter++) if (!arrived.has(counter)) faults.lost += 1
    },
  }
}

/** Checks that what one player picked, and was told is picked, is what the other one is shown. */
export interface PickCheck {
  /** The server has accepted this pick. */
  picked(seat: Seat, round: number, gifUrl: string): void
  shown(seat: Seat, round: number, gifUrl: string): void
  /** One line for each pick that was not shown. */
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
    // A round that ended before its show began has shown nothing.
    faults: () =>
      [...picks]
        .filter(([where, gifUrl]) => shown.has(where) && shown.get(where) !== gifUrl)
        .map(([where]) => `an accepted pick was not what was shown to the ${where}`),
  }
}

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
