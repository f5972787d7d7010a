import { CAP_RUSH_MS, CAP_STAMINA_MS, type Mode, type TieHowName, VOTE_MS } from '@kla/proto/web'
import type { BattleFinishedCommand, BattleStartedCommand, CupMoment, RoomCommand } from './command.js'
import { type Cup, opponentOf, playersOf, tieIdOf, tieOf, type Tie, withTie } from './cup.js'

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

/** What became of a tie's room. News of another room than the one chosen now is old. */
export function applyRoomEvent(cup: Cup, command: RoomCommand, moment: CupMoment): Cup {
  const tie = tieOf(cup, command.tieId)
  if (cup.phase !== 'running' || !tie || tie.roomId !== command.roomId) return cup
  const next = afterRoom(tie, command, moment)
  return next === tie ? cup : withTie(cup, next)
}

function afterRoom(tie: Tie, command: RoomCommand, moment: CupMoment): Tie {
  switch (command.kind) {
    case 'room-opened':
      return tie.state === 'called' ? openedTie(tie, moment) : tie
    case 'room-closed':
      return closedTie(tie, moment)
  }
}

/** Both have a seat; a battle is to begin. */
export const openedTie = (tie: Tie, { nowMs, rules }: CupMoment): Tie => ({
  ...tie,
  state: 'playing',
  deadlineMs: nowMs + rules.readyMs,
})

// The result of a battle travels on its own and may be the later one.
function closedTie(tie: Tie, { nowMs, rules }: CupMoment): Tie {
  if (tie.roomClosed || (tie.state !== 'called' && tie.state !== 'playing')) return tie
  return { ...tie, state: 'playing', roomClosed: true, deadlineMs: nowMs + rules.resultMs }
}

/** From its beginning to its vote a battle takes no longer; if nothing is heard by then nothing will be. */
const BATTLE_MAX_MS: Readonly<Record<Mode, number>> = {
  rush: CAP_RUSH_MS + 2 * VOTE_MS,
  stamina: CAP_STAMINA_MS + 2 * VOTE_MS,
}

/** From now on the tie waits for the battle's result alone. */
export function battleStarted(cup: Cup, { tieId, roomId }: BattleStartedCommand, { nowMs }: CupMoment): Cup {
  const tie = tieOf(cup, tieId)
  if (cup.phase !== 'running' || !tie || tie.roomId !== roomId || tie.begun) return cup
  if (!awaitsBattle(tie)) return cup
  const deadlineMs = tie.roomClosed ? tie.deadlineMs : nowMs + BATTLE_MAX_MS[cup.mode]
  return withTie(cup, { ...tie, state: 'playing', begun: true, deadlineMs })
}

/** The first result of the two counts, whichever of their rooms it comes from. */
export function battleFinished(cup: Cup, command: BattleFinishedCommand, moment: CupMoment): Cup {
  const tie = tieOf(cup, command.tieId)
  if (cup.phase !== 'running' || !tie?.rooms.includes(command.roomId)) return cup
  const next = afterBattle(tie, command, moment)
  return next === tie ? cup : withTie(cup, next)
}

/** Whether no battle of the two has ended: they may still play, even while a judge is asked why they do not. */
const awaitsBattle = ({ state, played }: Tie): boolean =>
  state === 'called' || state === 'playing' || (state === 'disputed' && !played)

function afterBattle(tie: Tie, { winnerId, leftBy, finishedBy }: BattleFinishedCommand, moment: CupMoment): Tie {
  const { nowMs } = moment
  const plays = (accountId: number): boolean => playersOf(tie).includes(accountId)
  // Two who disagreed may agree after all, in another battle.
  if (plays(winnerId) && (awaitsBattle(tie) || tie.state === 'disputed')) return decideTie(tie, 'vote', winnerId, nowMs)
  if (!awaitsBattle(tie)) return tie
  if (plays(leftBy)) return decideTie(tie, 'retired', opponentOf(tie, leftBy), nowMs)
  return disputeTie({ ...tie, played: true, finishedBy: plays(finishedBy) ? finishedBy : 0 }, moment)
}
