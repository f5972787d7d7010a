import type { Moment } from './command.js'
import { free } from './leave-room.js'
import { refuse, type Outcome } from './outcome.js'
import { isConnected, type Room } from './room.js'

/** Whose grace has run out has left. */
export const expireGraces = (room: Room | undefined, { nowMs }: Moment): Outcome =>
  room ? free(room, (seat) => !isConnected(seat) && seat.graceDeadlineMs <= nowMs) : refuse('ROOM_NOT_FOUND')
