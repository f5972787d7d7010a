import type { CupSummary } from '../../entities/cup/cups.js'

export interface CupGroups {
  /** Those that begin first, first. */
  upcoming: CupSummary[]
  running: CupSummary[]
  /** Those that ended last, first. */
  past: CupSummary[]
}

const starts = ({ starts_at }: CupSummary) => Date.parse(starts_at)
const ended = ({ ended_at, starts_at }: CupSummary) => Date.parse(ended_at ?? starts_at)

/** The cups by what can be done with them: enter, look on, look back. */
export const groupCups = (cups: readonly CupSummary[]): CupGroups => ({
  upcoming: cups
    .filter(({ state }) => state === 'sign-up' || state === 'check-in')
    .toSorted((one, other) => starts(one) - starts(other)),
  running: cups.filter(({ state }) => state === 'running'),
  past: cups
    .filter(({ state }) => state === 'finished' || state === 'cancelled')
    .toSorted((one, other) => ended(other) - ended(one)),
})
