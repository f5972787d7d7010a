import {
  BREAK_AFTER_JOBS,
  BREAK_DUTY_MS,
  BREAK_WITHIN_MS,
  type BreakReason,
  HARD_CLOCK_MS,
  JOB_CLOCKS_MS,
  type ReportCategory,
} from '@kla/proto/web'
import type { Visibility } from '../../shared/rules.js'

/** A hard job that an administrator opened. */
export interface HardLook {
  readonly atMs: number
  readonly grave: boolean
}

/** What one administrator has looked at lately. Times in Unix milliseconds. */
export interface Strain {
  readonly administratorId: number
  readonly name: string
  /** Oldest first. */
  readonly looks: readonly HardLook[]
  /** Undefined: off duty. */
  readonly dutySinceMs: number | undefined
  /** Undefined: no break yet. */
  readonly restedAtMs: number | undefined
}

/** A break that an administrator should take. */
export interface BreakDue {
  readonly administratorId: number
  readonly name: string
  readonly reason: BreakReason
  /** Hard jobs since `sinceMs`. */
  readonly jobs: number
  readonly sinceMs: number
}

/** True if reports of the category are hard to look at. */
export const isHard = (category: ReportCategory): boolean => JOB_CLOCKS_MS[category] <= HARD_CLOCK_MS

/**
 * Returns the break that an administrator should take, as far as a viewer may know. It only suggests: no call refuses a job by
 * it, because the only moderator on duty has to be able to go on.
 */
export function breakDue(strain: Strain, { grave }: Pick<Visibility, 'grave'>, nowMs: number): BreakDue | undefined {
  const { administratorId, name, dutySinceMs, restedAtMs = 0 } = strain
  const looks = strain.looks.filter((look) => look.atMs > restedAtMs && (grave || !look.grave))
  const lately = looks.filter(({ atMs }) => nowMs - atMs < BREAK_WITHIN_MS)
  if (lately.length >= BREAK_AFTER_JOBS) {
    return { administratorId, name, reason: 'jobs', jobs: lately.length, sinceMs: lately[0]!.atMs }
  }
  if (dutySinceMs === undefined) return undefined
  const sinceMs = Math.max(dutySinceMs, restedAtMs)
  const onDuty = looks.filter(({ atMs }) => atMs >= sinceMs)
  if (nowMs - sinceMs < BREAK_DUTY_MS || onDuty.length === 0) return undefined
  return { administratorId, name, reason: 'time', jobs: onDuty.length, sinceMs }
}

/** Lists the breaks that are due, those in need for the longest first. */
export const breaksDue = (
  strains: readonly Strain[],
  visibility: Pick<Visibility, 'grave'>,
  nowMs: number,
): readonly BreakDue[] =>
  strains
    .flatMap((strain) => breakDue(strain, visibility, nowMs) ?? [])
    .sort((one, other) => one.sinceMs - other.sinceMs || one.administratorId - other.administratorId)
