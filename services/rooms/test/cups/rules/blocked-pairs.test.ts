import { describe, expect, test } from '@jest/globals'
import { evenHash } from '../../../src/cups/execute.js'
import { newPairs, randomWinner } from '../../../src/cups/rules/blocked-pairs.js'
import { waitingTie } from '../../../src/cups/rules/ties.js'
import { toCupMessage } from '../../../src/cups/to-proto.js'
import { cupInHand, drawnCup, finish, judge, open } from './cup-play.js'

describe('two players with a block', () => {
  test('do not meet in the first round when the seeds can be exchanged', () => {
    const hand = drawnCup(4, 'rush', [[4, 1]])
    expect(hand.cup.entries.map(({ accountId }) => accountId)).toEqual([1, 2, 4, 3])
    expect(hand.cup.ties.map(({ playerA, playerB, state }) => [playerA, playerB, state])).toEqual([
      [1, 3, 'called'],
      [2, 4, 'called'],
      [0, 0, 'waiting'],
    ])
  })

  test('are not called when they meet later: one advances at random, and the cup ends', () => {
    const hand = drawnCup(4, 'rush', [[2, 1]])
    judge(hand, '1-1', 1)
    judge(hand, '1-2', 2)
    const final = hand.tie('2-1')
    expect(final).toMatchObject({ state: 'decided', how: 'bye', apart: true, rooms: [], deadlineMs: 0, calls: 0 })
    expect([1, 2]).toContain(final.winnerId)
    expect(hand.cup).toMatchObject({ phase: 'finished', championId: final.winnerId })
  })

  test('are not called in a first round that cannot avoid their meeting', () => {
    const hand = drawnCup(2, 'rush', [[1, 2]])
    expect(hand.tie('1-1')).toMatchObject({ how: 'bye', apart: true })
    expect(hand.cup.phase).toBe('finished')
  })

  test('look like any other bye to players', () => {
    const hand = drawnCup(3, 'rush', [
      [1, 2],
      [1, 3],
      [2, 3],
    ])
    const [bye, apart] = toCupMessage(hand.cup, hand.nowMs).ties
    expect(apart).toEqual({
      ...bye,
      id: '1-2',
      position: 2,
      playerA: 2,
      playerB: 3,
      winnerId: apart?.winnerId,
      version: apart?.version,
    })
  })

  test('are not brought together by a block after the call but before their room is open', () => {
    const hand = drawnCup(2)
    const { roomId } = hand.tie('1-1')
    hand.do({ kind: 'room-apart', tieId: '1-1', roomId: 'elsewhere' })
    expect(hand.tie('1-1').state).toBe('called')
    hand.do({ kind: 'room-apart', tieId: '1-1', roomId })
    expect(hand.tie('1-1')).toMatchObject({ how: 'bye', apart: true })
    const { cup } = hand
    hand.do({ kind: 'room-opened', tieId: '1-1', roomId })
    expect(hand.cup).toBe(cup)
  })

  test.each([[[1, 2]], [[1]], [[]]])(
    'are decided at random after a room without a battle, with %p seated',
    (seated) => {
      const hand = drawnCup(2)
      open(hand, '1-1')
      hand.pass({ '1-1': { seated, apart: true } })
      expect(hand.tie('1-1')).toMatchObject({ state: 'decided', how: 'bye', apart: true, calls: 1 })
    },
  )

  test('are not called again', () => {
    const hand = drawnCup(2)
    const roomId = open(hand, '1-1')
    hand.do({ kind: 'battle-started', tieId: '1-1', roomId })
    hand.do({ kind: 'room-closed', tieId: '1-1', roomId })
    hand.blocks.push([1, 2])
    hand.pass()
    expect(hand.tie('1-1')).toMatchObject({ how: 'bye', apart: true, calls: 1 })
  })

  test('continue to play when the block is made during their battle', () => {
    const hand = drawnCup(2)
    const roomId = open(hand, '1-1')
    hand.do({ kind: 'battle-started', tieId: '1-1', roomId })
    hand.blocks.push([1, 2])
    finish(hand, '1-1', { winnerId: 2 })
    expect(hand.tie('1-1')).toMatchObject({ how: 'vote', winnerId: 2 })
  })

  test("accept a judge's verdict, also on the previous tie", () => {
    const hand = drawnCup(4, 'rush', [[2, 1]])
    judge(hand, '1-1', 1)
    judge(hand, '1-2', 2)
    const lost = hand.tie('2-1').winnerId === 1 ? 2 : 1
    judge(hand, '2-1', lost)
    expect(hand.tie('2-1')).toMatchObject({ how: 'judge', winnerId: lost })

    const again = drawnCup(4, 'rush', [[2, 1]])
    judge(again, '1-1', 1)
    judge(again, '1-2', 2)
    judge(again, '1-1', 4)
    expect(again.tie('2-1')).toMatchObject({ state: 'called', playerA: 4, playerB: 2 })
    expect(again.tie('2-1').apart).toBeUndefined()
  })
})

describe('the random draw', () => {
  const tie = waitingTie(3, 2, 7, 9)
  const drawn = (lotSeed: string) => randomWinner({ ...cupInHand().cup, lotSeed }, tie, { hash: evenHash })

  test('is even, and the same for the same bracket on every pod', () => {
    const seeds = Array.from({ length: 2_000 }, (_, at) => `seed-${at}`)
    const winners = seeds.map(drawn)
    expect(seeds.map(drawn)).toEqual(winners)
    const share = winners.filter((winner) => winner === 7).length / seeds.length
    expect(share).toBeGreaterThan(0.46)
    expect(share).toBeLessThan(0.54)
  })

  test('cannot be predicted from what players know', () => {
    const hands = Array.from({ length: 40 }, (_, at) => drawn(`secret-${at}`))
    expect(new Set(hands)).toEqual(new Set([7, 9]))
  })
})

describe('pairs to check for blocks', () => {
  test('are all players of a new bracket, then those of newly called ties', () => {
    const hand = drawnCup(3)
    const before = { ...hand.cup, ties: [] }
    expect(newPairs(before, hand.cup)).toEqual([
      [1, 2],
      [1, 3],
      [2, 3],
    ])
    const { cup } = hand
    judge(hand, '1-2', 3)
    expect(newPairs(cup, hand.cup)).toEqual([[1, 3]])
    expect(newPairs(hand.cup, hand.cup)).toEqual([])
  })
})
