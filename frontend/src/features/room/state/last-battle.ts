import { UNNAMED } from '../../../texts/players.js'
import type { RoomState } from './room-slice.js'

/** Opponent of the current or last battle, who may have left. */
export interface LastBattle {
  /** False for a player who joined after it. */
  played: boolean
  name: string
  isHere: boolean
  wantsRematch: boolean
}

type Part = Pick<RoomState, 'battlePlayers' | 'names' | 'players' | 'ready'>

export function lastBattle({ battlePlayers, names, players, ready }: Part, me: number): LastBattle {
  const opponentId = battlePlayers.find((id) => id !== me)
  const isHere = players.some(({ id }) => id === opponentId)
  return {
    played: battlePlayers.includes(me),
    name: opponentId === undefined ? UNNAMED.opponent : (names[opponentId] ?? UNNAMED.opponent),
    isHere,
    wantsRematch: isHere && opponentId !== undefined && ready.includes(opponentId),
  }
}

/** Name of who left a battle that ended so; after a reload it may have been either player. */
export const leaverOf = ({ name, isHere }: LastBattle, sawEnd: boolean): string =>
  isHere && !sawEnd ? UNNAMED.oneOfYou : name
