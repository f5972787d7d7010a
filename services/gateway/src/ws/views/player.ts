import type { Room, Seat } from '@kla/proto'
import type { PlayerEntry, ServerEvents } from '@kla/proto/web'

export const playerEntry = (seat: Seat): PlayerEntry => ({
  socketId: seat.connection?.socketId ?? '',
  username: seat.username,
  discord_id: seat.discordId,
  id: seat.accountId,
  avatar: seat.avatar,
  connected: seat.graceDeadlineMs === 0,
})

/** Who sits in a room. Judges come with cups; a room of two has none. */
export const userList = (room: Room): ServerEvents['room-user-list'] => ({
  players: room.seats.map(playerEntry),
  judges: [],
})

export const presenceOf = (seat: Seat): ServerEvents['user-connected'] => ({
  socketId: seat.connection?.socketId ?? '',
  id: seat.accountId,
  username: seat.username,
})
