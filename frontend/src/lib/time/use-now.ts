import { useEffect, useState } from 'react'

const TICK_MS = 1_000

/** This browser's time in Unix milliseconds, told anew every second while `running`. */
export function useNow(running = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return undefined
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [running])
  return now
}
