import { ROOM_NAME_MAX } from '@kla/proto/web'
import type { Cup, Tie } from './cup.js'

const FROM_THE_END = ['Final', 'Semi-final', 'Quarter-final']

/** What the round of a tie is called. */
export const roundName = (cup: Cup, { round }: Tie): string =>
  FROM_THE_END[(cup.ties.at(-1)?.round ?? round) - round] ?? `Round ${round}`

/** The name of the room in which a tie is played; a long name of the cup is cut. */
export function tieRoomName(cup: Cup, tie: Tie): string {
  const ending = `: ${roundName(cup, tie)}`
  const characters = [...cup.name]
  const space = ROOM_NAME_MAX - ending.length
  return (characters.length <= space ? cup.name : `${characters.slice(0, space - 1).join('')}…`) + ending
}
