import { CAP_RUSH_MS, CAP_STAMINA_MS, type Mode, type TieHowName, VOTE_MS } from '@kla/proto/web'
import { isApart, randomWinner } from './blocked-pairs.js'
import type { BattleFinishedCommand, BattleStartedCommand, CupMoment, RoomCommand } from './command.js'
import { type Cup, opponentOf, playersOf, type Tie, tieIdOf, tieOf, withTie } from './cup.js'

const CALLS_MAX = 3

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

/** Calls with a new room id, for idempotent opening. Skips blocked pairs. */
export function callTie(cup: Cup, tie: Tie, moment: CupMoment): Tie {
  if (isApart(moment.apart, tie)) return decideBlockedTie(cup, tie, moment)
  const { nowMs, rules, newRoomId } = moment
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

/** Calls again; undefined after CALLS_MAX calls. */
export const callAgain = (cup: Cup, tie: Tie, moment: CupMoment): Tie | undefined =>
  tie.calls < CALLS_MAX ? callTie(cup, tie, moment) : undefined

/** Decides at random, so that a block gains nothing; looks like a bye. */
export const decideBlockedTie = (cup: Cup, tie: Tie, moment: CupMoment): Tie => ({
  ...decideTie(tie, 'bye', randomWinner(cup, tie, moment), moment.nowMs),
  apart: true,
})

export const disputeTie = (tie: Tie, { nowMs, rules }: CupMoment): Tie => ({
  ...tie,
  state: 'disputed',
  deadlineMs: nowMs + rules.disputeMs,
})

/** Decides a tie; `winnerId` 0 advances no player. */
export const decideTie = (tie: Tie, how: TieHowName, winnerId: number, nowMs: number): Tie => ({
  ...tie,
  state: 'decided',
  how,
  winnerId,
  deadlineMs: 0,
  decidedAtMs: nowMs,
})

/** Ignores events of former rooms. */
export function applyRoomEvent(cup: Cup, command: RoomCommand, moment: CupMoment): Cup {
  const tie = tieOf(cup, command.tieId)
  if (cup.phase !== 'running' || !tie || tie.roomId !== command.roomId) return cup
  const next = afterRoom(cup, tie, command, moment)
  return next === tie ? cup : withTie(cup, next)
}

function afterRoom(cup: Cup, tie: Tie, { kind }: RoomCommand, moment: CupMoment): Tie {
  switch (kind) {
    case 'room-opened':
      return tie.state === 'called' ? openedTie(tie, moment) : tie
    case 'room-apart':
      return tie.state === 'called' ? decideBlockedTie(cup, tie, moment) : tie
    case 'room-closed':
      return closedTie(tie, moment)
  }
}

export const openedTie = (tie: Tie, { nowMs, rules }: CupMoment): Tie => ({
  ...tie,
  state: 'playing',
  deadlineMs: nowMs + rules.readyMs,
})

function closedTie(tie: Tie, { nowMs, rules }: CupMoment): Tie {
  if (tie.roomClosed || (tie.state !== 'called' && tie.state !== 'playing')) return tie
  return { ...tie, state: 'playing', roomClosed: true, deadlineMs: nowMs + rules.resultMs }
}

/** Longest possible battle, including votes. */
const BATTLE_MAX_MS: Readonly<Record<Mode, number>> = {
  rush: CAP_RUSH_MS + 2 * VOTE_MS,
  stamina: CAP_STAMINA_MS + 2 * VOTE_MS,
}

export function battleStarted(cup: Cup, { tieId, roomId }: BattleStartedCommand, { nowMs }: CupMoment): Cup {
  const tie = tieOf(cup, tieId)
  if (cup.phase !== 'running' || !tie || tie.roomId !== roomId || tie.begun) return cup
  if (!awaitsBattle(tie) || tie.exit) return cup
  const deadlineMs = tie.roomClosed ? tie.deadlineMs : nowMs + BATTLE_MAX_MS[cup.mode]
  return withTie(cup, { ...tie, state: 'playing', begun: true, deadlineMs })
}

/** Applies the first result from any of the tie's rooms. */
export function battleFinished(cup: Cup, command: BattleFinishedCommand, moment: CupMoment): Cup {
  const tie = tieOf(cup, command.tieId)
  if (cup.phase !== 'running' || !tie?.rooms.includes(command.roomId)) return cup
  const next = afterBattle(tie, command, moment)
  return next === tie ? cup : withTie(cup, next)
}

/** True while a battle may decide, even disputed. */
export const awaitsBattle = ({ state, played }: Tie): boolean =>
  state === 'called' || state === 'playing' || (state === 'disputed' && !played)

function afterBattle(tie: Tie, { winnerId, leftBy, finishedBy }: BattleFinishedCommand, moment: CupMoment): Tie {
  const { nowMs } = moment
  const plays = (accountId: number): boolean => playersOf(tie).includes(accountId)
  if (plays(winnerId) && (awaitsBattle(tie) || tie.state === 'disputed')) return decideTie(tie, 'vote', winnerId, nowMs)
  if (!awaitsBattle(tie)) return tie
  if (plays(leftBy)) return decideTie(tie, 'retired', opponentOf(tie, leftBy), nowMs)
  return disputeTie({ ...tie, played: true, finishedBy: plays(finishedBy) ? finishedBy : 0 }, moment)
}
