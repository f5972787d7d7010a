import type { RoomStateData, ServerEvents } from '@kla/proto/web'

/** A phase's times on the server's clock. */
export interface PhaseClock {
  deadline: number | null
  durationMs: number | null
  paused: NonNullable<RoomStateData['paused']> | null
}

/** A phase's timer on this machine's clock. */
export interface PhaseTimer {
  endsAt: number
  durationMs: number
  /** Milliseconds left of a paused phase; null while it runs. */
  standsAtMs: number | null
  /** Time by which the next phase event is due. */
  changesBy: number
}

export function phaseTimer({ deadline, durationMs, paused }: PhaseClock, offsetMs: number): PhaseTimer | null {
  if (deadline === null || durationMs === null) return null
  const endsAt = deadline - offsetMs
  return {
    endsAt,
    durationMs,
    standsAtMs: paused?.remainingMs ?? null,
    changesBy: paused ? paused.until - offsetMs : endsAt,
  }
}

/** `now` is on the server's clock. */
export function pausedClock(
  before: PhaseClock,
  { remainingMs, until }: ServerEvents['phase-paused'],
  now: number,
): Pick<PhaseClock, 'deadline' | 'paused'> {
  const shownMs = before.paused ? before.paused.remainingMs : Math.max(0, (before.deadline ?? Infinity) - now)
  return { deadline: until + remainingMs, paused: { remainingMs: Math.min(remainingMs, shownMs), until } }
}
