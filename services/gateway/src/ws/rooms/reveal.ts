import type { Room } from '@kla/proto'
import type { RevealState } from '@kla/proto/web'
import { dataText } from '../frames.js'
import type { Member } from './member.js'

/** Null: not veiled. */
export function revealState({ reveal }: Room): RevealState | null {
  if (!reveal) return null
  const { epoch, ready, open, closedWhy, closedBy } = reveal
  const why = CLOSINGS.find((known) => known === closedWhy)
  return { epoch, ready, open, ...(why ? { closed: { why, by: closedBy || null } } : {}) }
}

const CLOSINGS = ['withdrawn', 'lost', 'seat', 'watcher'] as const

/** To members who were sent another one. */
export function deliverReveal(members: Iterable<Member>, room: Room): void {
  const state = revealState(room)
  if (!state) return
  const text = dataText('reveal-state', state)
  for (const member of members) {
    if (member.reveal === text) continue
    member.reveal = text
    member.deliverText('reveal-state', text)
  }
}
