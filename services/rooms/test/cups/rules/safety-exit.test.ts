import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { CupCommand } from '../../../src/cups/rules/command.js'
import { toTieMessage } from '../../../src/cups/to-proto.js'
import { type CupInHand, drawnCup, finish, judge, open, RULES } from './cup-play.js'

interface Exit {
  readonly accountId: number
  readonly excused?: boolean
  readonly battle?: boolean
  readonly finishedBy?: number
  readonly roomId?: string
}

const exitOf = (roomId: string, { accountId, excused = true, battle = false, finishedBy = 0 }: Exit): CupCommand => ({
  kind: 'safety-exit',
  tieId: '1-1',
  roomId,
  accountId,
  excused,
  battle,
  finishedBy,
})
const exit = (hand: CupInHand, given: Exit) => hand.do(exitOf(given.roomId ?? hand.tie('1-1').roomId, given))

describe('a safety exit', () => {
  test.each([true, false])('puts the tie before a judge, with a battle: %p', (battle) => {
    const hand = drawnCup(2)
    open(hand, '1-1')
    exit(hand, { accountId: 1, battle })
    expect(hand.tie('1-1')).toMatchObject({
      state: 'disputed',
      played: battle,
      deadlineMs: hand.nowMs + RULES.disputeMs,
    })
    expect(hand.tie('1-1').exit).toEqual({ accountId: 1, excused: true })
    judge(hand, '1-1', 1)
    expect(hand.tie('1-1')).toMatchObject({ how: 'judge', winnerId: 1 })
  })

  test('is decided at random without a verdict, not for the better seed', () => {
    const winners = Array.from({ length: 4 }, (_, at) => {
      const hand = drawnCup(2 + at)
      const { id: tieId, roomId, playerA } = hand.cup.ties.find(({ state }) => state === 'called') ?? hand.tie('1-1')
      hand.do({ ...exitOf(roomId, { accountId: playerA, battle: at % 2 === 0 }), tieId } as CupCommand)
      hand.nowMs += RULES.disputeMs
      hand.do({ kind: 'expire', observed: new Map() })
      expect(hand.tie(tieId)).toMatchObject({ state: 'decided', how: 'rule' })
      return hand.tie(tieId).winnerId === playerA ? 'A' : 'B'
    })
    expect(new Set(winners)).toEqual(new Set(['A', 'B']))
  })

  test('is decided by the rule if one of the two had finished', () => {
    const hand = drawnCup(2)
    open(hand, '1-1')
    exit(hand, { accountId: 1, battle: true, finishedBy: 2 })
    hand.pass()
    expect(hand.tie('1-1')).toMatchObject({ how: 'rule', winnerId: 2 })
  })

  test('counts as leaving when it is not excused: the opponent wins unless a late result arrives', () => {
    const battle = drawnCup(2)
    open(battle, '1-1')
    exit(battle, { accountId: 1, battle: true, excused: false })
    expect(battle.tie('1-1')).toMatchObject({ how: 'retired', winnerId: 2 })

    const hand = drawnCup(2)
    const roomId = open(hand, '1-1')
    exit(hand, { accountId: 1, excused: false })
    hand.do({ kind: 'room-closed', tieId: '1-1', roomId })
    hand.do({ kind: 'battle-started', tieId: '1-1', roomId })
    expect(hand.tie('1-1')).toMatchObject({ state: 'playing', deadlineMs: hand.nowMs + RULES.resultMs })
    hand.nowMs += RULES.resultMs
    hand.do({ kind: 'expire', observed: new Map() })
    expect(hand.tie('1-1')).toMatchObject({ how: 'retired', winnerId: 2 })
  })

  test('does not change a decided tie or one of other players', () => {
    const hand = drawnCup(2)
    const roomId = open(hand, '1-1')
    exit(hand, { accountId: 3 })
    exit(hand, { accountId: 1, roomId: 'elsewhere' })
    expect(hand.tie('1-1').state).toBe('playing')
    finish(hand, '1-1', { winnerId: 2 })
    const { cup } = hand
    exit(hand, { accountId: 1, roomId })
    expect(hand.cup).toBe(cup)
  })

  test('is shown to no player', () => {
    const hand = drawnCup(2)
    open(hand, '1-1')
    exit(hand, { accountId: 1, battle: true, finishedBy: 2 })
    const ordinary = drawnCup(2)
    open(ordinary, '1-1')
    finish(ordinary, '1-1', { finishedBy: 2 })
    expect(toTieMessage(hand.tie('1-1'), true)).toEqual(toTieMessage(ordinary.tie('1-1'), true))
  })

  test.each([true, false])('has the same outcome for any order and number of its events; excused: %p', (excused) => {
    const events = (roomId: string): CupCommand[] => [
      { kind: 'room-opened', tieId: '1-1', roomId },
      { kind: 'battle-started', tieId: '1-1', roomId },
      exitOf(roomId, { accountId: 1, excused }),
      exitOf(roomId, { accountId: 1, excused, battle: true }),
      { kind: 'room-closed', tieId: '1-1', roomId },
    ]
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 0, 1, 2, 3, 4], { minLength: 10 })
    fc.assert(
      fc.property(order, (indices) => {
        const hand = drawnCup(2)
        const all = events(hand.tie('1-1').roomId)
        for (const at of indices) hand.do(all[at] as CupCommand)
        expect(hand.tie('1-1')).toMatchObject(
          excused
            ? { state: 'disputed', played: true, exit: { accountId: 1, excused } }
            : { how: 'retired', winnerId: 2 },
        )
      }),
    )
  })

  test.each([true, false])('yields to the result of a battle that had ended before; excused: %p', (excused) => {
    const hand = drawnCup(2)
    open(hand, '1-1')
    exit(hand, { accountId: 1, excused })
    finish(hand, '1-1', { winnerId: 1 })
    expect(hand.tie('1-1')).toMatchObject({ how: 'vote', winnerId: 1 })
  })
})
