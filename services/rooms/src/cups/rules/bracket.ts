import { seedOrder } from '@kla/proto/web'
import type { CupMoment } from './command.js'
import { type Cup, type Entry, isPaired, type Tie, tieIdOf } from './cup.js'
import { seedAvoidingBlocks } from './seeding.js'
import { callTie, decideTie, waitingTie } from './ties.js'

/** Draws checked-in entries, blocked pairs apart; best seeds get the byes. */
export function drawBracket(cup: Cup, moment: CupMoment): Cup {
  const playing = keptApart(
    cup.entries.filter(({ checkedIn }) => checkedIn),
    moment,
  )
  const entries = [...playing, ...cup.entries.filter(({ checkedIn }) => !checkedIn)]
  if (playing.length < 2) {
    const championId = playing[0]?.accountId ?? 0
    return { ...cup, entries, phase: 'finished', championId, endedAtMs: moment.nowMs }
  }
  const drawn: Cup = { ...cup, entries, phase: 'running', lotSeed: moment.newLotSeed() }
  return { ...drawn, ties: [...firstRound(drawn, playing, moment), ...laterRounds(playing.length)] }
}

function keptApart(playing: readonly Entry[], { apart }: CupMoment): readonly Entry[] {
  const order = seedAvoidingBlocks(
    playing.map(({ accountId }) => accountId),
    apart,
  )
  return order.flatMap((accountId) => playing.filter((entry) => entry.accountId === accountId))
}

const roundsOf = (players: number): number => Math.ceil(Math.log2(players))

function firstRound(cup: Cup, playing: readonly Entry[], moment: CupMoment): Tie[] {
  const seeds = seedOrder(playing.length)
  const playerAt = (index: number): number => playing[(seeds[index] ?? 0) - 1]?.accountId ?? 0
  return Array.from({ length: seeds.length / 2 }, (_, at) =>
    pairTie({ cup, tie: waitingTie(1, at + 1) }, { playerA: playerAt(2 * at), playerB: playerAt(2 * at + 1) }, moment),
  )
}

const laterRounds = (players: number): Tie[] =>
  Array.from({ length: roundsOf(players) - 1 }, (_, at) => at + 2).flatMap((round) =>
    Array.from({ length: 2 ** (roundsOf(players) - round) }, (_, at) => waitingTie(round, at + 1)),
  )

type Pair = Pick<Tie, 'playerA' | 'playerB'>

interface TieOfCup {
  readonly cup: Cup
  readonly tie: Tie
}

/** Derives later ties from earlier ones; a judge may reopen them. */
export function settleBracket(cup: Cup, moment: CupMoment): Cup {
  const ties = new Map<string, Tie>()
  for (const tie of cup.ties) ties.set(tie.id, tie.round === 1 ? tie : follow({ cup, tie }, ties, moment))
  const settled: Cup = { ...cup, ties: [...ties.values()] }
  const final = settled.ties.at(-1)
  if (final?.state !== 'decided') {
    return { ...settled, phase: 'running', championId: 0, endedAtMs: 0, verdictsUntilMs: 0 }
  }
  const endedAtMs = cup.endedAtMs || moment.nowMs
  const verdictsUntilMs = endedAtMs + moment.rules.disputeMs
  return { ...settled, phase: 'finished', championId: final.winnerId, endedAtMs, verdictsUntilMs }
}

function follow({ cup, tie }: TieOfCup, before: ReadonlyMap<string, Tie>, moment: CupMoment): Tie {
  if (hasBegun(tie)) return tie
  const above = before.get(tieIdOf(tie.round - 1, 2 * tie.position - 1))
  const below = before.get(tieIdOf(tie.round - 1, 2 * tie.position))
  const pair = { playerA: above?.winnerId ?? 0, playerB: below?.winnerId ?? 0 }
  if (above?.state === 'decided' && below?.state === 'decided') return pairTie({ cup, tie }, pair, moment)
  return { ...waitingTie(tie.round, tie.position, pair.playerA, pair.playerB), verdicts: tie.verdicts }
}

/** True unless void, a bye or not called. */
export const hasBegun = (tie: Tie): boolean =>
  tie.state === 'playing' ||
  tie.state === 'disputed' ||
  (tie.state === 'decided' && isPaired(tie) && tie.how !== 'void' && tie.how !== 'bye')

function pairTie({ cup, tie }: TieOfCup, { playerA, playerB }: Pair, moment: CupMoment): Tie {
  if (tie.state !== 'waiting' && tie.playerA === playerA && tie.playerB === playerB) return tie
  const paired = { ...waitingTie(tie.round, tie.position, playerA, playerB), verdicts: tie.verdicts }
  if (isPaired(paired)) return callTie(cup, paired, moment)
  const winnerId = playerA || playerB
  return decideTie(paired, winnerId === 0 ? 'void' : 'bye', winnerId, moment.nowMs)
}
