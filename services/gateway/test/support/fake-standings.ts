import { Correction, messageOf, Standing } from '@kla/proto'
import type { Clients } from '../../src/shared/clients.js'
import { AT_MS } from './fake-administrators.js'
import { type Recorded, recorded } from './recorded.js'

export type FakeStandings = Recorded<Clients['standings']>

const CORRECTION = messageOf(Correction, {
  id: '018f6b1e-7c1a-7000-8000-00000000c0de',
  accountId: 2,
  season: '2026-Q4',
  gamesWon: -1,
  gamesPlayed: 0,
  reason: 'Lost by cheating.',
  madeBy: 'mod',
  madeAtMs: AT_MS,
})

/** Standings in memory: player 2 has won more, player 1 has played more, player 9 is deleted. */
export const createFakeStandings = (): FakeStandings =>
  recorded<Clients['standings']>(
    {
      getStandings: {
        topWinners: [
          messageOf(Standing, { accountId: 2, gamesWon: 7, gamesPlayed: 8, rank: 1 }),
          messageOf(Standing, { accountId: 9, gamesWon: 6, gamesPlayed: 6, rank: 2 }),
        ],
        topPlayers: [messageOf(Standing, { accountId: 1, gamesWon: 3, gamesPlayed: 20, rank: 1 })],
        ownByWins: messageOf(Standing, { accountId: 1, gamesWon: 3, gamesPlayed: 20, rank: 4 }),
        ownByPlayed: messageOf(Standing, { accountId: 1, gamesWon: 3, gamesPlayed: 20, rank: 1 }),
        seasons: ['2026-Q4', '2026-Q3'],
      },
      listStandings: {
        standings: [messageOf(Standing, { accountId: 2, gamesWon: 7, gamesPlayed: 8, rank: 1 })],
        total: 41,
        seasons: ['2026-Q4'],
      },
      listCorrections: { corrections: [{ ...CORRECTION, reversedBy: 'r' }], total: 3 },
      listBattlesOf: {
        battles: [
          {
            id: '018f6b1e-7c1a-7000-8000-0000000ba771',
            startedAtMs: AT_MS - 60_000,
            endedAtMs: AT_MS,
            mode: 'rush',
            category: 'default',
            opponentId: 2,
            outcome: 'won',
            reason: 'left',
            rounds: 3,
            counted: true,
            leftBy: 'opponent',
          },
        ],
      },
      listOwnBattles: { battles: [{ id: '018f6b1e-7c1a-7000-8000-0000000ba771', mode: 'rush', endedAtMs: AT_MS }] },
      correctStanding: CORRECTION,
      reverseCorrection: { ...CORRECTION, id: 'r', reverses: CORRECTION.id },
    },
    {
      exportStandings: [
        { standings: [messageOf(Standing, { accountId: 2, gamesWon: 7, gamesPlayed: 8, rank: 1 })], total: 1 },
      ],
      exportCorrections: [{ corrections: [CORRECTION], total: 1 }],
    },
  )
