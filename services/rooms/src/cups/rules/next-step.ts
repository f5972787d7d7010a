import { playersOf, type Cup, type Tie } from './cup.js'
import { isOpen } from './sign-up.js'

export interface NextStep {
  readonly cup: Cup
  /** Absent while only the check-in is due. */
  readonly tie?: Tie
}

/** The most urgent step over all these cups. */
export function nextStep(cups: readonly Cup[], accountId: number, nowMs: number): NextStep | undefined {
  const steps = cups.map((cup) => stepIn(cup, accountId, nowMs)).filter((step) => step !== undefined)
  return steps.sort((one, other) => urgency(one) - urgency(other) || dueMs(one) - dueMs(other))[0]
}

function stepIn(cup: Cup, accountId: number, nowMs: number): NextStep | undefined {
  if (cup.phase === 'running') {
    const tie = cup.ties.find((one) => one.state !== 'decided' && playersOf(one).includes(accountId))
    return tie && { cup, tie }
  }
  const due = isOpen(cup, nowMs) && nowMs >= cup.checkInAtMs
  return due && cup.entries.some((entry) => entry.accountId === accountId && !entry.checkedIn) ? { cup } : undefined
}

function urgency({ tie }: NextStep): number {
  if (!tie) return 2
  return { playing: 0, called: 1, disputed: 3, waiting: 4, decided: 5 }[tie.state]
}

const dueMs = ({ cup, tie }: NextStep): number => tie?.deadlineMs ?? cup.startsAtMs
