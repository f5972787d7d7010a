import { useEffect, useState } from 'react'
import { remainingMs } from './remaining.js'

/** Fine enough for seconds to change on time. */
const LOOK_EVERY_MS = 200

/** Milliseconds until `endsAt` on this machine's clock, as they run down; null without an end. */
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
