import { evenHash } from '../../../src/cups/execute.js'
import { type Pair, pairOf } from '../../../src/cups/rules/blocked-pairs.js'
import type {
  BattleFinishedCommand,
  CupCommand,
  CupMoment,
  CupRules,
  TieObservation,
} from '../../../src/cups/rules/command.js'
import { type Cup, playersOf, type Tie, tieOf } from '../../../src/cups/rules/cup.js'
import { newCup } from '../../../src/cups/rules/entries.js'
import { reduceCup } from '../../../src/cups/rules/reduce.js'

export const RULES: CupRules = {
  checkInMs: 15 * 60_000,
  noShowMs: 5 * 60_000,
  readyMs: 5 * 60_000,
  disputeMs: 10 * 60_000,
  presenceMs: 12_000,
  resultMs: 10_000,
}

export const STARTS_MS = 1_800_000_000_000

/** A cup in the hands of a test, with a clock and rooms numbered in the order in which they are chosen. */
export interface CupInHand {
  cup: Cup
  nowMs: number
  /** Who blocks whom; what the reducer is told of. */
  readonly blocks: Pair[]
  /** What the reducer answers; the cup is kept if it was not refused. */
  do(command: CupCommand): ReturnType<typeof reduceCup>
  tie(tieId: string): Tie
  /** Lets time pass up to the earliest deadline, and shows what there is to see then. */
  pass(seen?: Readonly<Record<string, Partial<TieObservation>>>): void
}

export function cupInHand(mode: Cup['mode'] = 'rush', capacity = 64): CupInHand {
  let rooms = 0
  let seeds = 0
  const fields = { name: 'Friday Cup', mode, category: 'default', capacity, startsAtMs: STARTS_MS } as const
  const hand: CupInHand = {
    cup: newCup('cup', fields, { nowMs: STARTS_MS - 86_400_000, rules: RULES }),
    nowMs: STARTS_MS - 3_600_000,
    blocks: [],
    do(command) {
      const moment: CupMoment = {
        nowMs: hand.nowMs,
        rules: RULES,
        newRoomId: () => `room-${++rooms}`,
        newLotSeed: () => `seed-${++seeds}`,
        hash: evenHash,
        apart: new Set(hand.blocks.map((pair) => pairOf(...pair))),
      }
      const result = reduceCup(hand.cup, command, moment)
      if (!('refused' in result)) hand.cup = result
      return result
    },
    tie(tieId) {
      const tie = tieOf(hand.cup, tieId)
      if (!tie) throw new Error(`there is no tie ${tieId}`)
      return tie
    },
    pass(seen = {}) {
      const deadlines = hand.cup.ties.map(({ deadlineMs }) => deadlineMs).filter((deadlineMs) => deadlineMs > 0)
      hand.nowMs = Math.max(hand.nowMs, Math.min(...(hand.cup.phase === 'open' ? [STARTS_MS] : deadlines)))
      hand.do({ kind: 'expire', observed: seenBy(hand.cup, seen) })
    },
  }
  return hand
}

/** What there is to see of every tie; no one where nothing is said. */
export const seenBy = (
  cup: Cup,
  given: Readonly<Record<string, Partial<TieObservation>>>,
): Map<string, TieObservation> =>
  new Map(
    cup.ties.map(({ id, roomId }) => [
      id,
      { roomId, present: [], elsewhere: [], seated: [], apart: false, ...given[id] },
    ]),
  )

/** A cup whose bracket is drawn from players 1 to `players`, who are seeded by their numbers. */
export function drawnCup(players: number, mode: Cup['mode'] = 'rush', blocks: readonly Pair[] = []): CupInHand {
  const hand = cupInHand(mode)
  hand.blocks.push(...blocks)
  for (let accountId = 1; accountId <= players; accountId++) {
    hand.do({ kind: 'enter', accountId, username: `player${accountId}`, avatar: '' })
  }
  hand.do({ kind: 'start' })
  return hand
}

/** What is wrong with a bracket; empty if nothing is. */
export function faultsOf(cup: Cup): string[] {
  const faults: string[] = []
  for (const tie of cup.ties) {
    const { id, round, position, state, winnerId } = tie
    if (winnerId !== 0 && !playersOf(tie).includes(winnerId)) faults.push(`${id}: its winner did not play`)
    if (winnerId !== 0 && state !== 'decided') faults.push(`${id}: a winner before its end`)
    if (round === 1) continue
    const [above, below] = [2 * position - 1, 2 * position].map((at) => tieOf(cup, `${round - 1}-${at}`))
    const follows = tie.playerA === above?.winnerId && tie.playerB === below?.winnerId
    if (!follows) faults.push(`${id}: not the winners before it`)
    const waits = above?.state !== 'decided' || below?.state !== 'decided'
    if (waits !== (state === 'waiting')) faults.push(`${id}: ${state}, though those before it say otherwise`)
  }
  const final = cup.ties.at(-1)
  if (final && (cup.phase === 'finished') !== (final.state === 'decided')) faults.push('ends when its final does not')
  if (final && cup.phase === 'finished' && cup.championId !== final.winnerId) faults.push('the champion lost the final')
  return faults
}

/** Opens the room of a called tie; answers its id. */
export function open(hand: CupInHand, tieId: string): string {
  const { roomId } = hand.tie(tieId)
  hand.do({ kind: 'room-opened', tieId, roomId })
  return roomId
}

type Result = Partial<Pick<BattleFinishedCommand, 'winnerId' | 'leftBy' | 'finishedBy'>>

export const finish = (hand: CupInHand, tieId: string, result: Result) =>
  hand.do({
    kind: 'battle-finished',
    tieId,
    roomId: hand.tie(tieId).roomId,
    winnerId: 0,
    leftBy: 0,
    finishedBy: 0,
    ...result,
  })

/** `version` of the tie, 0: whatever it is. */
export const judge = (hand: CupInHand, tieId: string, winnerId: number, { version = 0, judgeId = 1 } = {}) =>
  hand.do({ kind: 'judge', tieId, winnerId, reason: 'I saw it.', judge: { id: judgeId, name: 'Mara' }, version })
