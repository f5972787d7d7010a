import { Cup, CupEntry, CupState, CupSummary, CupTie, messageOf, NextTie, Tie, TieHow, TieState } from '@kla/proto'
import type { Clients } from '../../src/shared/clients.js'
import { AT_MS } from './fake-administrators.js'
import { type Recorded, recorded } from './recorded.js'

export type FakeCups = Recorded<Clients['cups']>

export const CUP_ID = '018f6b1e-7c1a-7000-8000-0000000000c1'
export const TIE_ROOM = '018f6b1e-7c1a-7000-8000-0000000000a1'

const known = { id: CUP_ID, name: 'Night Cup', mode: 'rush', category: 'default', capacity: 4 } as const
const times = { startsAtMs: AT_MS, checkInAtMs: AT_MS - 900_000 } as const
const ADA = messageOf(CupEntry, { accountId: 1, username: 'player1', avatar: 'a1', seed: 1, checkedIn: true })
const BOB = messageOf(CupEntry, { accountId: 2, username: 'player2', seed: 2 })
const FINAL = messageOf(Tie, {
  id: '2-1',
  round: 2,
  position: 1,
  playerA: 1,
  playerB: 0,
  state: TieState.WAITING,
})
const DECIDED = messageOf(Tie, {
  id: '1-1',
  round: 1,
  position: 1,
  playerA: 1,
  playerB: 2,
  winnerId: 1,
  roomId: TIE_ROOM,
  state: TieState.DECIDED,
  how: TieHow.WALK_OVER,
  decidedAtMs: AT_MS,
  openToVerdict: true,
  version: 5,
})
const PLAYING: Tie = { ...DECIDED, state: TieState.PLAYING, how: TieHow.UNSPECIFIED, winnerId: 0, decidedAtMs: 0 }

const CUP = messageOf(Cup, {
  ...known,
  ...times,
  state: CupState.FINISHED,
  championId: 1,
  endedAtMs: AT_MS,
  version: 9,
  entries: [ADA, BOB],
  ties: [DECIDED, FINAL],
})
const SUMMARY = messageOf(CupSummary, { ...known, ...times, entered: 2, state: CupState.CHECK_IN })
const LINE = messageOf(CupTie, {
  cupId: CUP_ID,
  cupName: 'Night Cup',
  mode: 'rush',
  category: 'default',
  tie: PLAYING,
  playerA: ADA,
  playerB: BOB,
  spectatorsAllowed: true,
  watchers: 1,
})

/** Cups in memory: one of two players, whose first tie was a walk-over. */
export const createFakeCups = (): FakeCups =>
  recorded<Clients['cups']>(
    {
      listCups: { cups: [SUMMARY, { ...SUMMARY, state: CupState.FINISHED, championId: 1, champion: 'player1' }] },
      getCup: CUP,
      getNextTie: messageOf(NextTie, {
        cupId: CUP_ID,
        cupName: 'Night Cup',
        tieId: '1-1',
        state: TieState.CALLED,
        opponent: BOB,
        deadlineMs: AT_MS,
      }),
      enterCup: CUP,
      withdrawFromCup: CUP,
      checkIn: CUP,
      bePresent: { tie: PLAYING, present: [1, 2], roomId: TIE_ROOM, players: CUP.entries },
      listAllCups: { cups: [SUMMARY], total: 41 },
      createCup: CUP,
      updateCup: CUP,
      setEntry: CUP,
      seedCup: CUP,
      startCup: CUP,
      cancelCup: CUP,
      getTie: LINE,
      listTies: {
        ties: [LINE, { ...LINE, tie: DECIDED, spectatorsAllowed: false, watchers: 0, apart: true, safetyExitBy: 2 }],
        total: 2,
      },
      judgeTie: CUP,
      issueWatchPass: { roomId: TIE_ROOM, pass: 'p+/=', expiresAtMs: AT_MS },
    },
    {
      exportCups: [
        { cups: [], total: 1 },
        { cups: [SUMMARY], total: 1 },
      ],
      exportTies: [{ ties: [LINE], total: 1 }],
    },
  )
