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
