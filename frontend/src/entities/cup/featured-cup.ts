import type { CupSummary } from './cups.js'

/** The cup to point at: one that can be entered and begins first, else one that runs; null where there is neither. */
export function featuredCup(cups: readonly CupSummary[]): CupSummary | null {
  const open = cups
    .filter(({ state }) => state === 'sign-up' || state === 'check-in')
    .toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))
  return open.find(({ entered, capacity }) => entered < capacity) ?? open[0] ?? runningOne(cups)
}

const runningOne = (cups: readonly CupSummary[]) => cups.find(({ state }) => state === 'running') ?? null
