import type { RoomStateData, ServerEvents } from '@kla/proto/web'

/** As the server says it; both on its clock. */
export interface PhaseClock {
  deadline: number | null
  durationMs: number | null
  paused: NonNullable<RoomStateData['paused']> | null
}

/** On this machine's clock. */
export interface PhaseTimer {
  endsAt: number
  durationMs: number
  /** What a paused phase has left, milliseconds; null: it runs. */
  standsAtMs: number | null
  /** The next event about the phase comes by then. */
  changesBy: number
}

export const PAUSED_WORDS = 'Paused while the picture is repaired'

export function phaseTimer({ deadline, durationMs, paused }: PhaseClock, offsetMs: number): PhaseTimer | null {
  if (deadline === null || durationMs === null) return null
  const endsAt = deadline - offsetMs
  return { endsAt, durationMs, standsAtMs: paused?.remainingMs ?? null, changesBy: paused ? paused.until - offsetMs : endsAt }
}

/** The timer stands where it was if the event comes a moment late. `now`: on the server's clock. */
export function pausedClock(
  before: PhaseClock,
  { remainingMs, until }: ServerEvents['phase-paused'],
  now: number,
): Pick<PhaseClock, 'deadline' | 'paused'> {
  const shownMs = before.paused ? before.paused.remainingMs : Math.max(0, (before.deadline ?? Infinity) - now)
  return { deadline: until + remainingMs, paused: { remainingMs: Math.min(remainingMs, shownMs), until } }
}
