import type { Refused } from '@kla/chassis'
import { type Battle, isPlayed, type Pause, positionOf, type Prompt, type Repairs, type Show } from './battle.js'
import { andThen, type CommandOf, type Context, refuse, type Step, step, type Timings, toBoth } from './step.js'

/** Pauses a phase within the match's limits, whichever player reports. */
export function reportRepair(
  battle: Battle,
  { accountId, repairing }: CommandOf<'report-repair'>,
  context: Context,
): Step | Refused {
  if (!isPlayed(battle)) return refuse('NOT_PLAYING')
  if (positionOf(battle.match, accountId) === undefined) return refuse('NOT_SEATED')
  if (!('hands' in battle)) return step(battle)
  const repairs = repairsOf(battle)
  if (repairs.reportedBy.includes(accountId) === repairing) return step(battle)
  const others = repairs.reportedBy.filter((reporter) => reporter !== accountId)
  const reportedBy = repairing ? [...others, accountId] : others
  const reported = { ...battle, match: { ...battle.match, repairs: { ...repairs, reportedBy } } }
  return reportedBy.length === 0 ? resume(reported, context.now) : pauseWhileRepaired(reported, context)
}

export function pauseWhileRepaired<Phase extends Prompt | Show>(battle: Phase, { now, timings }: Context): Step<Phase> {
  const { match, deadlineMs } = battle
  const leftMs = pauseLeft(repairsOf(battle), timings)
  if (battle.pause || repairsOf(battle).reportedBy.length === 0 || leftMs <= 0 || now >= deadlineMs) return step(battle)
  const pause: Pause = { fromMs: now, remainingMs: deadlineMs - now }
  const untilMs = now + leftMs
  // Moves the cap fully; the unused part is subtracted later.
  const paused = { ...battle, match: { ...match, capAtMs: match.capAtMs + leftMs }, pause, deadlineMs: untilMs }
  const value = { round: match.round, remainingMs: pause.remainingMs, untilMs }
  return step(paused, [toBoth({ $case: 'phasePaused', value })])
}

/** Pauses a new phase if a repair goes on. */
export const beginPausable = <Phase extends Prompt | Show>(begun: Step<Phase>, context: Context): Step<Phase> =>
  andThen(begun, (battle) => pauseWhileRepaired(battle, context))

export function resume(battle: Prompt | Show, now: number): Step<Prompt | Show> {
  if (!battle.pause) return step(battle)
  const running = withoutPause(battle, now)
  const { match, deadlineMs, durationMs } = running
  return step(running, [toBoth({ $case: 'phaseResumed', value: { round: match.round, deadlineMs, durationMs } })])
}

/** Resumes a phase whose pause is used up. Reports count no longer: a reporter may be gone without taking one back. */
export function resumeUsedUp(battle: Prompt | Show, now: number): Step<Prompt | Show> {
  const { match } = battle
  return resume({ ...battle, match: { ...match, repairs: { ...repairsOf(battle), reportedBy: [] } } }, now)
}

/** Resumes a phase with its remaining time. */
export function withoutPause<Phase extends Prompt | Show>(battle: Phase, now: number): Phase {
  const { pause, match } = battle
  if (!pause) return battle
  const allowedMs = battle.deadlineMs - pause.fromMs
  const usedMs = Math.min(Math.max(0, now - pause.fromMs), allowedMs)
  const capAtMs = match.capAtMs - (allowedMs - usedMs)
  const { reportedBy, roundMs, battleMs } = repairsOf(battle)
  const repairs = { reportedBy, round: match.round, roundMs: roundMs + usedMs, battleMs: battleMs + usedMs }
  const deadlineMs = Math.min(Math.max(now, pause.fromMs) + pause.remainingMs, capAtMs)
  return { ...battle, match: { ...match, capAtMs, repairs }, pause: undefined, deadlineMs }
}

const pauseLeft = ({ roundMs, battleMs }: Repairs, { pauseRoundMs, pauseBattleMs }: Timings): number =>
  Math.min(pauseRoundMs - roundMs, pauseBattleMs - battleMs)

function repairsOf({ match: { repairs, round } }: Prompt | Show): Repairs {
  if (!repairs) return { reportedBy: [], round, roundMs: 0, battleMs: 0 }
  return repairs.round === round ? repairs : { ...repairs, round, roundMs: 0 }
}
