import type { Moment } from './command.js'
import { free } from './leave-room.js'
import { advance, isChange, refuse, type Outcome } from './outcome.js'
import { isConnected, type Room } from './room.js'
import { judgesUntil } from './watch-room.js'

/** Whose grace has run out has left, and a judge whose time is over watches no more. */
export function expireGraces(room: Room | undefined, { nowMs }: Moment): Outcome {
  if (!room) return refuse('ROOM_NOT_FOUND')
  const watchers = room.watchers.filter((watcher) => !watcher.judge || judgesUntil(watcher) > nowMs)
  const overdue = watchers.length < room.watchers.length
  const watched = overdue ? { ...room, watchers } : room
  const outcome = free(watched, (seat) => !isConnected(seat) && seat.graceDeadlineMs <= nowMs)
  return overdue && !isChange(room, outcome) ? advance(watched) : outcome
}
