import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Pair } from '../../../src/cups/rules/blocked-pairs.js'
import type { CupCommand, SafetyExitCommand, TieObservation } from '../../../src/cups/rules/command.js'
import { type Cup, isPaired, playersOf, type Tie, tieOf } from '../../../src/cups/rules/cup.js'
import { nextDeadline } from '../../../src/cups/rules/deadlines.js'
import { type CupInHand, drawnCup, faultsOf, judge, seenBy } from './cup-play.js'

/** Answers a chance in a hundred, and numbers below a bound. */
interface Lot {
  chance(percent: number): boolean
  below(bound: number): number
}

const lotOf = (numbers: IterableIterator<number>): Lot => {
  const next = (): number => numbers.next().value as number
  return { chance: (percent) => next() % 100 < percent, below: (bound) => next() % bound }
}

interface World {
  readonly hand: CupInHand
  readonly lot: Lot
  /** Events on their way: late, twice, in any order. */
  readonly events: { readonly atMs: number; readonly command: CupCommand }[]
  /** What there is to see, by room. */
  readonly rooms: Map<string, Partial<TieObservation>>
}

/** People and battles in the room of a called tie, as badly behaved as they come. */
function playTie(world: World, { id: tieId, roomId, playerA, playerB }: Tie): void {
  const { hand, lot, events, rooms } = world
  const players = [playerA, playerB]
  const present = players.filter(() => lot.chance(70))
  rooms.set(roomId, { present, seated: [] })
  if (present.length < 2) return
  const deliver = (command: CupCommand, withinMs: number): void => {
    if (lot.chance(10)) return
    const copies = lot.chance(30) ? 2 : 1
    for (let copy = 0; copy < copies; copy++) events.push({ atMs: hand.nowMs + lot.below(withinMs), command })
  }
  if (lot.chance(10)) {
    rooms.set(roomId, { present, elsewhere: players.filter(() => lot.chance(70)) })
    return
  }
  const seated = players.filter(() => lot.chance(80))
  rooms.set(roomId, { present, seated })
  deliver({ kind: 'room-opened', tieId, roomId }, 10_000)
  if (seated.length === 2 && lot.chance(80)) {
    deliver({ kind: 'battle-started', tieId, roomId }, 60_000)
    const anyAccount = (): number => [playerA, playerB, 0, 999][lot.below(4)] ?? 0
    const result = { winnerId: anyAccount(), leftBy: anyAccount(), finishedBy: anyAccount() }
    if (lot.chance(80)) deliver({ kind: 'battle-finished', tieId, roomId, ...result }, 2_000_000)
    else leaveSafely(world, { tieId, roomId, accountId: playerA, battle: true })
  } else if (lot.chance(20)) {
    leaveSafely(world, { tieId, roomId, accountId: playerB, battle: false })
  }
  if (lot.chance(40)) {
    rooms.set(roomId, { present, seated: [] })
    deliver({ kind: 'room-closed', tieId, roomId }, 2_000_000)
  }
}

/** The block comes first, the events of the seat and of the battle in any order. */
function leaveSafely(
  { hand, lot, events }: World,
  { battle, ...exit }: Pick<SafetyExitCommand, 'tieId' | 'roomId' | 'accountId' | 'battle'>,
): void {
  const tie = hand.tie(exit.tieId)
  hand.blocks.push([tie.playerA, tie.playerB])
  const excused = lot.chance(60)
  for (const told of battle ? [true, false] : [false]) {
    const command: CupCommand = { kind: 'safety-exit', excused, battle: told, finishedBy: 0, ...exit }
    events.push({ atMs: hand.nowMs + lot.below(20_000), command })
  }
}

/** Ties that were called although one of the two had blocked the other. */
const calledApart = (before: Cup, { cup, blocks }: CupInHand): string[] =>
  cup.ties
    .filter((tie) => tie.rooms.length > (tieOf(before, tie.id)?.rooms ?? []).length && tie.state === 'called')
    .filter((tie) => blocks.some((pair) => playersOf(tie).every((player) => pair.includes(player))))
    .map(({ id }) => id)

function step(world: World): void {
  const { hand, lot, events, rooms } = world
  for (const tie of hand.cup.ties) if (tie.state === 'called' && !rooms.has(tie.roomId)) playTie(world, tie)
  events.sort((one, other) => one.atMs - other.atMs)
  const nextMs = Math.min(nextDeadline(hand.cup) ?? Infinity, events[0]?.atMs ?? Infinity)
  hand.nowMs = Math.max(hand.nowMs, nextMs) + (lot.chance(5) ? 3_600_000 : 0)
  while (events[0] && events[0].atMs <= hand.nowMs) hand.do(events.shift()?.command as CupCommand)
  if (lot.chance(10)) {
    const tie = hand.cup.ties[lot.below(hand.cup.ties.length)] as Tie
    const winnerId = [tie.playerA, tie.playerB, 0][lot.below(3)] ?? 0
    judge(hand, tie.id, winnerId)
  }
  const seen = Object.fromEntries(hand.cup.ties.map(({ id, roomId }) => [id, rooms.get(roomId) ?? {}]))
  hand.do({ kind: 'expire', observed: seenBy(hand.cup, seen) })
}

test('any cup ends with a valid bracket and calls no blocked pair, despite absent players and events that are late, repeated or lost', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 64 }), fc.infiniteStream(fc.nat(1_000_000)), (players, numbers) => {
      const lot = lotOf(numbers)
      const player = (): number => 1 + lot.below(players)
      const blocks = Array.from({ length: lot.below(2 * players) }, (): Pair => [player(), player()])
      const hand = drawnCup(
        players,
        'rush',
        blocks.filter(([one, other]) => one !== other),
      )
      expect(calledApart({ ...hand.cup, ties: [] }, hand)).toEqual([])
      const world: World = { hand, lot, events: [], rooms: new Map() }
      let steps = 0
      const playOn = (): void => {
        while (hand.cup.phase === 'running') {
          if (++steps > 20_000) throw new Error('it does not end')
          const before = hand.cup
          step(world)
          expect([...faultsOf(hand.cup), ...calledApart(before, hand)]).toEqual([])
        }
      }
      playOn()
      for (const tie of hand.cup.ties.filter(() => world.lot.chance(10))) {
        const [winnerId = 0] = world.lot.chance(50) ? playersOf(tie) : []
        judge(hand, tie.id, winnerId, { judgeId: 2 })
        expect(faultsOf(hand.cup)).toEqual([])
      }
      playOn()
      expect(hand.cup.phase).toBe('finished')
      expect(nextDeadline(hand.cup)).toBeUndefined()
      const champion = hand.cup.championId
      const lost = hand.cup.ties.flatMap((tie) => playersOf(tie).filter((player) => player !== tie.winnerId))
      expect(lost).not.toContain(champion)
      expect(new Set(lost).size).toBe(lost.length)
      // What comes when it is over changes nothing.
      const over = hand.cup
      for (const { command } of world.events) hand.do(command)
      expect(hand.cup).toBe(over)
    }),
    { numRuns: 80 },
  )
})

test('a repeated event changes nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 16 }), fc.infiniteStream(fc.nat(1_000_000)), (players, numbers) => {
      const hand = drawnCup(players)
      const lot = lotOf(numbers)
      for (const tie of hand.cup.ties.filter(isPaired)) {
        const { id: tieId, roomId, playerA, playerB } = tie
        const orNone = (player: number): number => (lot.chance(50) ? player : 0)
        const result = { winnerId: orNone(playerA), leftBy: orNone(playerB), finishedBy: 0 }
        const commands: CupCommand[] = [
          { kind: 'room-opened', tieId, roomId },
          { kind: 'battle-started', tieId, roomId },
          { kind: 'battle-finished', tieId, roomId, ...result },
        ]
        for (const command of commands) {
          hand.do(command)
          const once = hand.cup
          hand.do(command)
          expect(hand.cup).toBe(once)
        }
      }
    }),
  )
})

test('the best seeds get the byes, and seeds meet as late as possible', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 64 }), (players) => {
      const { cup } = drawnCup(players)
      const size = 2 ** Math.ceil(Math.log2(players))
      const byes = cup.ties.filter(({ how }) => how === 'bye').map(({ winnerId }) => winnerId)
      expect(byes.sort((one, other) => one - other)).toEqual(Array.from({ length: size - players }, (_, at) => at + 1))
      for (const { round, playerA, playerB } of cup.ties) {
        if (round === 1 && playerB !== 0) expect(playerA + playerB).toBe(size + 1)
      }
      const halfOf = (seed: number): number =>
        Math.floor((2 * cup.ties.findIndex((tie) => playersOf(tie).includes(seed))) / (size / 2))
      if (players > 2) expect(halfOf(1)).not.toBe(halfOf(2))
      expect(cup.ties).toHaveLength(size - 1)
    }),
  )
})
