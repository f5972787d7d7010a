import { useState } from 'react'
import type { Reported } from './reported.js'

/** Who is in the other corner, or was there last while this player stayed. */
export function useLastOpponent(opponent: Reported | null): Reported | null {
  const [last, setLast] = useState(opponent)
  if (opponent !== null && opponent.id !== last?.id) setLast(opponent)
  return opponent ?? last
}
