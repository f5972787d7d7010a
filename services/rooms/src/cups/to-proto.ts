import {
  type Cup as CupMessage,
  type CupEntry as CupEntryMessage,
  CupState,
  type CupSummary,
  type Tie as TieMessage,
  TieHow,
  TieState,
} from '@kla/proto'
import type { CupStateName, TieHowName, TieStateName } from '@kla/proto/web'
import type { CupLine } from './list-store.js'
import { type Cup, cupStateAt, type SeededEntry, type Tie } from './rules/cup.js'
import { isOpenToVerdict } from './rules/verdicts.js'

const CUP_STATES: Readonly<Record<CupStateName, CupState>> = {
  'sign-up': CupState.SIGN_UP,
  'check-in': CupState.CHECK_IN,
  running: CupState.RUNNING,
  finished: CupState.FINISHED,
  cancelled: CupState.CANCELLED,
}

const HOWS: Readonly<Record<TieHowName, TieHow>> = {
  vote: TieHow.VOTE,
  bye: TieHow.BYE,
  'walk-over': TieHow.WALK_OVER,
  retired: TieHow.RETIRED,
  rule: TieHow.RULE,
  judge: TieHow.JUDGE,
  void: TieHow.VOID,
}

const TIE_STATES: Readonly<Record<TieStateName, TieState>> = {
  waiting: TieState.WAITING,
  called: TieState.CALLED,
  playing: TieState.PLAYING,
  disputed: TieState.DISPUTED,
  decided: TieState.DECIDED,
}

export const toCupMessage = (cup: Cup, nowMs: number): CupMessage => ({
  id: cup.id,
  name: cup.name,
  mode: cup.mode,
  category: cup.category,
  capacity: cup.capacity,
  startsAtMs: cup.startsAtMs,
  checkInAtMs: cup.checkInAtMs,
  state: CUP_STATES[cupStateAt(cup, nowMs)],
  entries: cup.entries.map((entry, at) => toEntryMessage({ ...entry, seed: at + 1 })),
  ties: cup.ties.map((tie) => toPlayersTie(cup, tie, nowMs)),
  championId: cup.championId,
  endedAtMs: cup.endedAtMs,
  version: cup.version,
  createdAtMs: cup.createdAtMs,
  changedAtMs: cup.edited?.atMs,
  changedBy: cup.edited?.by,
})

/** Shows all byes alike, so that blocks stay hidden. */
export const toPlayersTie = (cup: Cup, tie: Tie, nowMs: number): TieMessage =>
  toTieMessage(tie, tie.how !== 'bye' && isOpenToVerdict(cup, tie, nowMs))

export const toTieMessage = (tie: Tie, openToVerdict: boolean): TieMessage => ({
  id: tie.id,
  round: tie.round,
  position: tie.position,
  playerA: tie.playerA,
  playerB: tie.playerB,
  state: TIE_STATES[tie.state],
  how: tie.how ? HOWS[tie.how] : TieHow.UNSPECIFIED,
  winnerId: tie.winnerId,
  roomId: shownRoom(tie),
  deadlineMs: tie.begun && tie.state === 'playing' ? 0 : tie.deadlineMs,
  decidedAtMs: tie.decidedAtMs,
  openToVerdict,
  version: tie.version,
})

const shownRoom = ({ state, how, roomId }: Tie): string =>
  state === 'playing' || state === 'disputed' || how === 'vote' || how === 'retired' ? roomId : ''

export const toEntryMessage = (entry: SeededEntry): CupEntryMessage => ({
  accountId: entry.accountId,
  username: entry.username,
  avatar: entry.avatar,
  seed: entry.seed,
  checkedIn: entry.checkedIn,
  alias: entry.alias,
})

export const toSummary = (line: CupLine, nowMs: number): CupSummary => ({
  id: line.id,
  name: line.name,
  mode: line.mode,
  category: line.category,
  capacity: line.capacity,
  entered: line.entered,
  startsAtMs: line.startsAtMs,
  checkInAtMs: line.checkInAtMs,
  state: CUP_STATES[cupStateAt(line, nowMs)],
  championId: line.championId,
  champion: line.champion,
  championAlias: line.championAlias ?? undefined,
  endedAtMs: line.endedAtMs,
})
