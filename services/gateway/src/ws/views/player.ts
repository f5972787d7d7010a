import type { Room, Seat } from '@kla/proto'
import type { PlayerEntry, ServerEvents } from '@kla/proto/web'
import { judgeEntry } from './watcher.js'

export const playerEntry = (seat: Seat): PlayerEntry => ({
  socketId: seat.connection?.socketId ?? '',
  username: seat.username,
  discord_id: seat.discordId,
  id: seat.accountId,
  avatar: seat.avatar,
  connected: seat.graceDeadlineMs === 0,
})

/** Who sits in a room, and which judges watch it. */
export const userList = (room: Room): ServerEvents['room-user-list'] => ({
  players: room.seats.map(playerEntry),
  judges: room.watchers.filter(({ judge }) => judge).map(judgeEntry),
})

export const presenceOf = (seat: Seat): ServerEvents['user-connected'] => ({
  socketId: seat.connection?.socketId ?? '',
  id: seat.accountId,
  username: seat.username,
})
