import { createPickCheck, type PickCheck } from '@kla/bots'
import { spreadOfTimes, type TimesSpread } from '../measure/numbers.js'

export interface TallyReport {
  readonly frames: number
  readonly lines: number
  readonly picks: number
  readonly battlesEnded: number
  readonly repeats: number
  readonly tooLate: number
  readonly lineTimes: TimesSpread
  readonly lateness: TimesSpread
}

export interface Tally {
  readonly add: (what: keyof typeof NOTHING) => void
  readonly lineCame: (afterMs: number) => void
  readonly late: (byMs: number) => void
  readonly fault: (what: string, times?: number) => void
  readonly faults: Readonly<Record<string, number>>
  begin(): void
  end(): TallyReport
}

const NOTHING = { frames: 0, lines: 0, picks: 0, battlesEnded: 0, repeats: 0, tooLate: 0 }

export function createTally(): Tally {
  const faults: Record<string, number> = {}
  let counts = { ...NOTHING }
  let lineTimes: number[] = []
  let lateness: number[] = []
  return {
    add: (what) => void (counts[what] += 1),
    lineCame: (afterMs) => void lineTimes.push(afterMs),
    late: (byMs) => void lateness.push(byMs),
    fault(what, times = 1) {
      if (times > 0) faults[what] = (faults[what] ?? 0) + times
    },
    faults,
    begin() {
      counts = { ...NOTHING }
      lineTimes = []
      lateness = []
    },
    end: () => ({ ...counts, lineTimes: spreadOfTimes(lineTimes), lateness: spreadOfTimes(lateness) }),
  }
}

export interface Table {
  readonly roomId: string
  readonly rounds: number
  readonly picks: PickCheck
  placeIn(roomId: string): void
  battleEnds(): void
}

/** The first battle ends in any round, as if begun long ago; the others after `rounds`. */
export function createTable(rounds: number, tally: Tally): Table {
  let [roomId, last, picks] = ['', 1 + Math.floor(Math.random() * rounds), createPickCheck()]
  return {
    get roomId() {
      return roomId
    },
    get rounds() {
      return last
    },
    get picks() {
      return picks
    },
    placeIn: (room) => void (roomId = room),
    battleEnds() {
      for (const fault of picks.faults()) tally.fault(fault)
      tally.add('battlesEnded')
      picks = createPickCheck()
      last = rounds
    },
  }
}
