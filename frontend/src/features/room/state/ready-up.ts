import type { RoomState } from './room-slice.js'

type Part = Pick<RoomState, 'about' | 'phase' | 'tie' | 'players' | 'battlePlayers'>

/** True for a player whose opponent has left a match or tie, where no one else may sit. */
export const isDeserted = ({ about, players }: Pick<RoomState, 'about' | 'players'>): boolean =>
  about !== null && about.origin !== 'lobby' && players.length < 2

/** True while a press makes this player ready. The result of a tie waits for its timer, so that the cup has it first. */
export const canReadyUp = (room: Part): boolean =>
  room.phase === 'waiting' ? !isDeserted(room) : room.phase === 'result' && !room.tie && room.players.length > 1

/** True if the next battle would be of the same two players. */
export const isRematch = ({ phase, players, battlePlayers }: Part): boolean =>
  phase === 'result' && players.every(({ id }) => battlePlayers.includes(id))
