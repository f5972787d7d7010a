import type { RoomState } from './room-slice.js'

/** Opponent of the current or last battle, who may have left. */
export interface LastBattle {
  /** False for a player who joined after it. */
  played: boolean
  name: string
  isHere: boolean
  wantsRematch: boolean
}

const UNNAMED = 'Your opponent'

type Part = Pick<RoomState, 'battlePlayers' | 'battleNames' | 'players' | 'ready'>

export function lastBattle({ battlePlayers, battleNames, players, ready }: Part, me: number): LastBattle {
  const opponentId = battlePlayers.find((id) => id !== me)
  const isHere = players.some(({ id }) => id === opponentId)
  return {
    played: battlePlayers.includes(me),
    name: opponentId === undefined ? UNNAMED : (battleNames[opponentId] ?? UNNAMED),
    isHere,
    wantsRematch: isHere && opponentId !== undefined && ready.includes(opponentId),
  }
}

/** Name of who left a battle that ended so; after a reload it may have been either player. */
export const leaverOf = ({ name, isHere }: LastBattle, sawEnd: boolean): string =>
  isHere && !sawEnd ? 'One of you' : name

/** True while a press makes this player ready. The result of a tie waits for its timer, so that the cup has it first. */
export const canReadyUp = (
  { phase, tie, players }: Pick<RoomState, 'phase' | 'tie' | 'players'>,
  me: number,
): boolean => phase === 'waiting' || (phase === 'result' && !tie && players.some(({ id }) => id !== me))

/** True if the next battle would be of the same two players. */
export const isRematch = (room: Part & Pick<RoomState, 'phase'>, me: number): boolean => {
  const { played, isHere } = lastBattle(room, me)
  return room.phase === 'result' && played && isHere
}
