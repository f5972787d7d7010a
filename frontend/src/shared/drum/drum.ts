import type { Clock } from '../realtime/clock.js'

/** Output for beats; times are seconds on its own clock. */
export interface DrumKit {
  now(): number
  strike(at: number): void
  setMuted(muted: boolean): void
  wake(): void
  close(): void
}

/** Plays a rhythm or single beats. */
export interface Drum {
  /** Starts or changes the rhythm. */
  play(intervalMs: number): void
  stop(): void
  beat(): void
  setMuted(muted: boolean): void
  wake(): void
  close(): void
}

/** Scheduled ahead, as timers are late on a busy page. */
const AHEAD_S = 0.2
const LOOK_EVERY_MS = 80
const LEAD_S = 0.05

export function createDrum(kit: DrumKit, clock: Clock): Drum {
  let rhythm: { intervalMs: number; startedAt: number; until: number } | null = null
  let callOff: () => void = () => undefined

  const look = () => {
    if (rhythm === null) return
    const now = kit.now()
    const until = now + AHEAD_S
    // Skips beats missed while the page slept.
    const from = Math.max(rhythm.until, now)
    for (const at of beatsBetween(rhythm.startedAt, rhythm.intervalMs / 1000, from, until)) kit.strike(at)
    rhythm.until = Math.max(rhythm.until, until)
    callOff = clock.after(LOOK_EVERY_MS, look)
  }

  const stop = () => {
    callOff()
    rhythm = null
  }

  return {
    play(intervalMs) {
      if (rhythm?.intervalMs === intervalMs) return
      stop()
      const startedAt = kit.now() + LEAD_S
      rhythm = { intervalMs, startedAt, until: startedAt }
      look()
    },
    stop,
    beat: () => kit.strike(kit.now() + LEAD_S),
    setMuted: kit.setMuted,
    wake: kit.wake,
    close() {
      stop()
      kit.close()
    },
  }
}

/** Returns beats due in [from, until). */
export function beatsBetween(startedAt: number, interval: number, from: number, until: number): number[] {
  const first = Math.max(0, Math.ceil((from - startedAt) / interval))
  const beats: number[] = []
  for (let beat = first; startedAt + beat * interval < until; beat++) beats.push(startedAt + beat * interval)
  return beats
}
