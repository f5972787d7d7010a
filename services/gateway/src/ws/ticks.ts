import { dataText } from './frame.js'
import type { LiveRoom } from './hub/live-room.js'
import { phaseName } from './views/phase.js'

// A deadline is acted upon within some hundred milliseconds; if nothing is heard of it, the news may have been lost.
const OVERDUE_MS = 2_000

/** What ticks need of a room. */
type TickedRoom = Pick<LiveRoom, 'members' | 'battle'> & { readonly healing: { probe(): void } }

/** Tells the players of all rooms how long their phase lasts still, and looks after phases that should have ended. */
export function tick(rooms: Iterable<TickedRoom>, nowMs: number): void {
  for (const room of rooms) {
    const { moment } = room.battle
    if (!moment || moment.deadlineMs === 0) continue
    const remainingMs = Math.max(0, moment.deadlineMs - nowMs)
    const text = dataText('game-tick', {
      phase: phaseName(moment.phase),
      round: moment.round,
      remainingMs,
      serverTime: nowMs,
    })
    for (const member of room.members.values()) member.deliverText('game-tick', text)
    if (nowMs - moment.deadlineMs > OVERDUE_MS) room.healing.probe()
  }
}
