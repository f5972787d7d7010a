import type { Room } from '@kla/proto'
import type { RevealState } from '@kla/proto/web'
import { shownIdsIn } from '../../shared/shown-ids.js'
import { dataText } from '../frames.js'
import type { Member } from './member.js'

/** Converts a room's reveal; null if not veiled. */
export function revealState(room: Room): RevealState | null {
  const { reveal } = room
  if (!reveal) return null
  const { epoch, ready, open, closedWhy, closedBy } = reveal
  const why = CLOSINGS.find((known) => known === closedWhy)
  const shownId = shownIdsIn(room)
  const closed = why ? { closed: { why, by: closedBy ? shownId(closedBy) : null } } : {}
  return { epoch, ready: ready.map(shownId), open, ...closed }
}

const CLOSINGS = ['withdrawn', 'lost', 'seat', 'watcher'] as const

/** Sends the reveal to members whose last one differs. */
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
