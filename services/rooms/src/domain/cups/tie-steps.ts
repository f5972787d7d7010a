import type { TieHowName } from '@kla/proto/web'
import type { CupMoment } from './command.js'
import { tieIdOf, type Tie } from './cup.js'

/** So often two are called at most: what fails three times is not going to be played. */
const CALLS_MAX = 3

/** A tie of which nothing is known but its place in the bracket. */
export const waitingTie = (round: number, position: number, playerA = 0, playerB = 0): Tie => ({
  id: tieIdOf(round, position),
  round,
  position,
  playerA,
  playerB,
  state: 'waiting',
  how: null,
  winnerId: 0,
  roomId: '',
  rooms: [],
  roomClosed: false,
  begun: false,
  extended: false,
  calls: 0,
  played: false,
  finishedBy: 0,
  deadlineMs: 0,
  decidedAtMs: 0,
  verdicts: [],
  version: 0,
})

/** Calls both players. The room is chosen here, so that whoever opens it opens the same one. */
export function callTie(tie: Tie, { nowMs, rules, newRoomId }: CupMoment): Tie {
  const roomId = newRoomId()
  return {
    ...tie,
    state: 'called',
    roomId,
    rooms: [...tie.rooms, roomId],
    roomClosed: false,
    begun: false,
    extended: false,
    calls: tie.calls + 1,
    deadlineMs: nowMs + rules.noShowMs,
  }
}

/** Calls both again, if it has not been tried often enough. */
export const callAgain = (tie: Tie, moment: CupMoment): Tie | undefined =>
  tie.calls < CALLS_MAX ? callTie(tie, moment) : undefined

/** Asks a judge. */
export const disputeTie = (tie: Tie, { nowMs, rules }: CupMoment): Tie => ({
  ...tie,
  state: 'disputed',
  deadlineMs: nowMs + rules.disputeMs,
})

/** Ends a tie. `winnerId` 0: nobody advances. */
export const decideTie = (tie: Tie, how: TieHowName, winnerId: number, nowMs: number): Tie => ({
  ...tie,
  state: 'decided',
  how,
  winnerId,
  deadlineMs: 0,
  decidedAtMs: nowMs,
})
