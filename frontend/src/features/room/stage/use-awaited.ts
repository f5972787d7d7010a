import { useState } from 'react'
import type { PlayerEntry } from '@kla/proto/web'
import { useRoom } from '../state/use-room.js'

/** Whether the other player has never been here: quick match and cups keep seats for people who are still to come. */
export function useAwaited(opponent: PlayerEntry | null): boolean {
  const kept = useRoom(({ about }) => about !== null && about.origin !== 'lobby')
  const [met, setMet] = useState<number | null>(null)
  if (opponent?.connected && opponent.id !== met) setMet(opponent.id)
  return kept && opponent !== null && !opponent.connected && opponent.id !== met
}
