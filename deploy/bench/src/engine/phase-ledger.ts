import type { PhaseUpdate } from './updates.js'
import { spreadOfTimes, type TimesSpread } from '../measure/numbers.js'

export interface LedgerReport {
  readonly lateness: TimesSpread
  readonly battles: number
  /** Repeated word for word since it was opened; consumers deduplicate by number. */
  readonly repeated: number
  readonly faults: Readonly<Record<string, number>>
}

/** Checks that each phase is published once, in order and on time. */
export interface PhaseLedger {
  takes(update: PhaseUpdate, atMs: number): void
  begin(): void
  end(nowMs: number): LedgerReport
}

/** No working engine is this late: the battle is forgotten. */
const FORGOTTEN_MS = 10_000

export function createPhaseLedger(): PhaseLedger {
  const battles = new Map<string, PhaseUpdate>()
  const faults: Record<string, number> = {}
  let lateness: number[] = []
  let counting = false
  let repeated = 0

  const fault = (what: string, times = 1): void => void (faults[what] = (faults[what] ?? 0) + times)

  return {
    takes(update, atMs) {
      const before = battles.get(update.battle)
      const gap = update.seq - (before?.seq ?? 0) - 1
      if (before && gap === -1) {
        if (isSame(before, update)) repeated += 1
        else fault('changes doubled')
        return
      }
      if (gap < 0) return fault('changes out of order')
      if (gap > 0) fault('changes lost', gap)
      else if (before && !mayFollow(before, update)) fault('phases in wrong order')
      battles.set(update.battle, update)
      if (!before?.deadlineMs) return
      if (atMs < before.deadlineMs) fault('phases ended before their time')
      if (counting) lateness.push(atMs - before.deadlineMs)
    },
    begin() {
      counting = true
      lateness = []
    },
    end(nowMs) {
      counting = false
      for (const { deadlineMs } of battles.values()) {
        if (deadlineMs !== 0 && deadlineMs < nowMs - FORGOTTEN_MS) fault('battles forgotten')
      }
      return { lateness: spreadOfTimes(lateness), battles: battles.size, repeated, faults }
    },
  }
}

const isSame = (one: PhaseUpdate, other: PhaseUpdate): boolean =>
  one.phase === other.phase && one.round === other.round && one.deadlineMs === other.deadlineMs

function mayFollow(before: PhaseUpdate, { phase, round }: PhaseUpdate): boolean {
  switch (before.phase) {
    case undefined:
      return phase === undefined || (phase === 'prompt' && round === 1)
    case 'prompt':
      return phase === 'show' && round === before.round
    case 'show':
      return phase === 'prompt' && round === before.round + 1
  }
}
