import type { PhaseTold } from './updates.js'
import { spreadOfTimes, type TimesSpread } from '../measure/numbers.js'

export interface LedgerReport {
  readonly lateness: TimesSpread
  readonly battles: number
  /** Repeated word for word since it was opened; consumers deduplicate by number. */
  readonly toldAgain: number
  readonly faults: Readonly<Record<string, number>>
}

/** Checks that each phase of many battles is published once, in order and not before its time. */
export interface PhaseLedger {
  takes(told: PhaseTold, atMs: number): void
  begin(): void
  end(nowMs: number): LedgerReport
}

/** No working engine is this late: the battle is forgotten. */
const FORGOTTEN_MS = 10_000

export function createPhaseLedger(): PhaseLedger {
  const battles = new Map<string, PhaseTold>()
  const faults: Record<string, number> = {}
  let lateness: number[] = []
  let counting = false
  let toldAgain = 0

  const fault = (what: string, times = 1): void => void (faults[what] = (faults[what] ?? 0) + times)

  return {
    takes(told, atMs) {
      const before = battles.get(told.battle)
      const gap = told.seq - (before?.seq ?? 0) - 1
      if (before && gap === -1) {
        if (isSame(before, told)) toldAgain += 1
        else fault('changes doubled')
        return
      }
      if (gap < 0) return fault('changes out of order')
      if (gap > 0) fault('changes lost', gap)
      else if (before && !mayFollow(before, told)) fault('phases in wrong order')
      battles.set(told.battle, told)
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
      return { lateness: spreadOfTimes(lateness), battles: battles.size, toldAgain, faults }
    },
  }
}

const isSame = (one: PhaseTold, other: PhaseTold): boolean =>
  one.phase === other.phase && one.round === other.round && one.deadlineMs === other.deadlineMs

function mayFollow(before: PhaseTold, { phase, round }: PhaseTold): boolean {
  switch (before.phase) {
    case undefined:
      return phase === undefined || (phase === 'prompt' && round === 1)
    case 'prompt':
      return phase === 'show' && round === before.round
    case 'show':
      return phase === 'prompt' && round === before.round + 1
  }
}
