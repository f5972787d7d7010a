import { useEffect, useState } from 'react'
import { TIME_LEFT } from '../../texts/time.js'

export const remainingMs = (endsAt: number, now: number): number => Math.max(0, endsAt - now)

/** Rounds up: the last second shows 1, and 0 is over. */
export const shownSeconds = (leftMs: number): number => Math.ceil(leftMs / 1000)

export function clockFace(seconds: number): string {
  if (seconds < 60) return String(seconds)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** How close a countdown is to its end. */
export type Urgency = 'calm' | 'warning' | 'alert'

/** Warning at half of the time remaining, alert at a quarter (specification, section 4). */
export function urgencyOf(leftMs: number, durationMs: number): Urgency {
  if (leftMs <= durationMs / 4) return 'alert'
  return leftMs <= durationMs / 2 ? 'warning' : 'calm'
}

const STEP_S = 10
const MINUTE_S = 60

/** Speaks every ten seconds in the last minute, every minute before. */
export function spokenTime(seconds: number): string | null {
  if (seconds <= 0 || seconds % (seconds > MINUTE_S ? MINUTE_S : STEP_S) !== 0) return null
  return seconds >= MINUTE_S ? TIME_LEFT.minutes({ minutes: seconds / MINUTE_S }) : TIME_LEFT.seconds({ seconds })
}

const LOOK_EVERY_MS = 200

/** Null without an end. `endsAt`: this machine's clock. */
export function useRemaining(endsAt: number | null): number | null {
  const [now, setNow] = useState(() => Date.now())

  useEffect(() => {
    if (endsAt === null) return undefined
    const look = () => setNow(Date.now())
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [endsAt])

  return endsAt === null ? null : remainingMs(endsAt, now)
}

const TICK_MS = 1_000

export function useNow(running = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return undefined
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [running])
  return now
}
