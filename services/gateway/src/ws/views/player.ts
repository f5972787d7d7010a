import { peerIdOf, type Room, type Seat } from '@kla/proto'
import type { PlayerEntry, ServerEvents } from '@kla/proto/web'
import { judgeEntry } from './watcher.js'

export const playerEntry = (seat: Seat): PlayerEntry => ({
  socketId: peerIdOf(seat),
  username: seat.username,
  discord_id: seat.discordId,
  id: seat.accountId,
  avatar: seat.avatar,
  connected: seat.graceDeadlineMs === 0,
})

/**
 * Who sits in a room, and which judges watch it. Who watches is told of the players what is public; players, who meet, also
 * who they are to the login provider.
 */
export const userList = (room: Room, watching: boolean): ServerEvents['room-user-list'] => ({
  players: room.seats.map((seat) => playerEntry(watching ? { ...seat, discordId: '', avatar: '' } : seat)),
  judges: room.watchers.filter(({ judge }) => judge).map(judgeEntry),
})

export const presenceOf = (seat: Seat): ServerEvents['user-connected'] => ({
  socketId: peerIdOf(seat),
  id: seat.accountId,
  username: seat.username,
})
