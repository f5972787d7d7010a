import type { RoomState } from './room-slice.js'

type Part = Pick<RoomState, 'phase' | 'tie' | 'players' | 'battlePlayers'>

/** True while a press makes this player ready. The result of a tie waits for its timer, so that the cup has it first. */
export const canReadyUp = ({ phase, tie, players }: Part): boolean =>
  phase === 'waiting' || (phase === 'result' && !tie && players.length > 1)

/** True if the next battle would be of the same two players. */
export const isRematch = ({ phase, players, battlePlayers }: Part): boolean =>
  phase === 'result' && players.every(({ id }) => battlePlayers.includes(id))
