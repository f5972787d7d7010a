import { seedOrder } from '@kla/proto/web'
import type { CupMoment } from './command.js'
import type { Cup, Entry, Tie } from './cup.js'
import { pairTie } from './settle-bracket.js'
import { waitingTie } from './tie-steps.js'

/**
 * Draws the bracket of those who have checked in. Where they do not fill it the best seeds have byes. One alone is the
 * champion; without anybody there is none.
 */
export function drawBracket(cup: Cup, moment: CupMoment): Cup {
  const playing = cup.entries.filter(({ checkedIn }) => checkedIn)
  const entries = [...playing, ...cup.entries.filter(({ checkedIn }) => !checkedIn)]
  if (playing.length < 2) {
    const championId = playing[0]?.accountId ?? 0
    return { ...cup, entries, phase: 'finished', championId, endedAtMs: moment.nowMs }
  }
  return { ...cup, entries, phase: 'running', ties: [...firstRound(playing, moment), ...laterRounds(playing.length)] }
}

const roundsOf = (players: number): number => Math.ceil(Math.log2(players))

function firstRound(playing: readonly Entry[], moment: CupMoment): Tie[] {
  const seeds = seedOrder(playing.length)
  const playerAt = (index: number): number => playing[(seeds[index] ?? 0) - 1]?.accountId ?? 0
  return Array.from({ length: seeds.length / 2 }, (_, at) =>
    pairTie(waitingTie(1, at + 1), { playerA: playerAt(2 * at), playerB: playerAt(2 * at + 1) }, moment),
  )
}

const laterRounds = (players: number): Tie[] =>
  Array.from({ length: roundsOf(players) - 1 }, (_, at) => at + 2).flatMap((round) =>
    Array.from({ length: 2 ** (roundsOf(players) - round) }, (_, at) => waitingTie(round, at + 1)),
  )
