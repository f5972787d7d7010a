import { describe, expect, test } from '@jest/globals'
import { isOpenToVerdict } from '../../../src/cups/rules/verdicts.js'
import { type CupInHand, drawnCup, finish, judge, open, RULES } from './cup-play.js'

describe('a judge', () => {
  test('replaces the player of a called tie, in a new room', () => {
    const hand = drawnCup(4)
    judge(hand, '1-1', 1)
    judge(hand, '1-2', 2)
    const before = hand.tie('2-1')
    judge(hand, '1-1', 4)
    expect(hand.tie('2-1')).toMatchObject({ playerA: 4, playerB: 2, state: 'called', calls: 1 })
    expect(hand.tie('2-1').rooms).not.toContain(before.roomId)
    const { cup } = hand
    hand.do({ kind: 'room-opened', tieId: '2-1', roomId: before.roomId })
    expect(hand.cup).toBe(cup)
  })

  test('leaves the next tie unchanged when the winner is confirmed', () => {
    const hand = drawnCup(4)
    judge(hand, '1-2', 2)
    finish(hand, '1-1', { winnerId: 1 })
    const before = hand.tie('2-1')
    judge(hand, '1-1', 1)
    expect(hand.tie('2-1')).toEqual(before)
    expect(hand.tie('1-1')).toMatchObject({ how: 'judge', verdicts: [{ winnerId: 1, judge: 'Mara' }] })
  })

  test('may change a tie followed by byes, not one followed by a played tie', () => {
    const hand = drawnCup(8)
    judge(hand, '1-1', 0)
    judge(hand, '1-2', 4)
    expect(hand.tie('2-1')).toMatchObject({ how: 'bye', winnerId: 4 })
    judge(hand, '1-1', 8)
    expect(hand.tie('2-1')).toMatchObject({ state: 'called', playerA: 8, playerB: 4 })
    open(hand, '2-1')
    expect(judge(hand, '1-1', 1)).toEqual({ refused: 'TIE_BUILT_UPON' })
    finish(hand, '2-1', { winnerId: 8 })
    expect(hand.cup.phase).toBe('running')
    expect(judge(hand, '1-1', 1)).toEqual({ refused: 'TIE_BUILT_UPON' })
  })

  test('gives one verdict when the request is repeated', () => {
    const hand = drawnCup(4)
    judge(hand, '1-1', 4)
    const { cup } = hand
    judge(hand, '1-1', 4)
    expect(hand.cup).toBe(cup)
    judge(hand, '1-1', 0)
    expect(hand.tie('1-1').verdicts.map(({ winnerId }) => winnerId)).toEqual([4, 0])
  })

  test('cannot change a cancelled cup', () => {
    const hand = drawnCup(2)
    hand.do({ kind: 'cancel', reason: '' })
    expect(judge(hand, '1-1', 1)).toEqual({ refused: 'CUP_CLOSED' })
    finish(hand, '1-1', { winnerId: 1 })
    expect(hand.cup).toMatchObject({ phase: 'cancelled', championId: 0 })
  })
})

describe('a correction', () => {
  /** The winner of 1-1 is known, and 1-2 is void: the final is a bye, and the cup finished. */
  const finishedByMistake = (): CupInHand => {
    const hand = drawnCup(4)
    judge(hand, '1-1', 4)
    judge(hand, '1-2', 0)
    expect(hand.tie('2-1')).toMatchObject({ how: 'bye', winnerId: 4 })
    expect(hand.cup).toMatchObject({ phase: 'finished', championId: 4 })
    return hand
  }

  test('reopens the cup, within the time for verdicts, when only byes followed', () => {
    const hand = finishedByMistake()
    hand.nowMs += RULES.disputeMs - 1
    judge(hand, '1-2', 3)
    expect(hand.tie('2-1')).toMatchObject({ state: 'called', playerA: 4, playerB: 3, winnerId: 0 })
    expect(hand.cup).toMatchObject({ phase: 'running', championId: 0, endedAtMs: 0 })
    finish(hand, '2-1', { winnerId: 3 })
    expect(hand.cup).toMatchObject({ phase: 'finished', championId: 3, endedAtMs: hand.nowMs })
  })

  test('reopens the cup for a tie without players', () => {
    const hand = drawnCup(4)
    judge(hand, '1-1', 1)
    hand.pass()
    expect(hand.tie('1-2')).toMatchObject({ how: 'void' })
    expect(hand.cup).toMatchObject({ phase: 'finished', championId: 1 })
    judge(hand, '1-2', 2)
    expect(hand.tie('2-1')).toMatchObject({ state: 'called', playerA: 1, playerB: 2 })
  })

  test('recomputes every following bye and the champion', () => {
    const hand = drawnCup(8)
    judge(hand, '1-1', 1)
    for (const tieId of ['1-2', '1-3', '1-4']) judge(hand, tieId, 0)
    expect(hand.cup).toMatchObject({ phase: 'finished', championId: 1 })
    const { endedAtMs } = hand.cup
    hand.nowMs += 60_000
    judge(hand, '1-1', 8)
    expect(hand.cup.ties.filter(({ round }) => round > 1).map(({ winnerId }) => winnerId)).toEqual([8, 0, 8])
    expect(hand.cup).toMatchObject({ phase: 'finished', championId: 8, endedAtMs })
    judge(hand, '1-2', 4)
    expect(hand.cup.ties.slice(4).map(({ state }) => state)).toEqual(['called', 'decided', 'waiting'])
  })

  test('passes a following void tie, not a decided one', () => {
    const hand = drawnCup(4)
    judge(hand, '1-1', 1)
    judge(hand, '1-2', 2)
    hand.pass()
    expect(hand.tie('2-1')).toMatchObject({ how: 'void' })
    judge(hand, '1-1', 4)
    expect(hand.tie('2-1')).toMatchObject({ state: 'called', playerA: 4, playerB: 2, calls: 1 })
    hand.pass({ '2-1': { present: [4] } })
    expect(hand.cup.championId).toBe(4)
    expect(judge(hand, '1-1', 1)).toEqual({ refused: 'TIE_BUILT_UPON' })
    expect(hand.cup.ties.map((tie) => isOpenToVerdict(hand.cup, tie, hand.nowMs))).toEqual([false, false, true])
  })

  test('is rejected once the time for verdicts is over, for the final too', () => {
    const hand = finishedByMistake()
    hand.nowMs += RULES.disputeMs
    for (const tieId of ['1-1', '1-2']) expect(judge(hand, tieId, 0, { judgeId: 2 })).toEqual({ refused: 'CUP_CLOSED' })
    expect(hand.cup.ties.some((tie) => isOpenToVerdict(hand.cup, tie, hand.nowMs))).toBe(false)

    const played = drawnCup(2)
    finish(played, '1-1', { winnerId: 1 })
    played.nowMs += RULES.disputeMs - 1
    judge(played, '1-1', 2)
    expect(played.cup.championId).toBe(2)
    played.nowMs += 1
    expect(judge(played, '1-1', 1)).toEqual({ refused: 'CUP_CLOSED' })
  })

  test('is rejected for an outdated version of the tie', () => {
    const hand = drawnCup(4)
    const { version } = hand.tie('1-1')
    judge(hand, '1-2', 3)
    expect(hand.tie('1-1').version).toBe(version)
    judge(hand, '1-1', 1, { version })
    expect(judge(hand, '1-1', 4, { version, judgeId: 2 })).toEqual({ refused: 'CHANGED_MEANWHILE' })
    expect(hand.tie('1-1').winnerId).toBe(1)
    // The first judge's answer was lost.
    const { cup } = hand
    expect(judge(hand, '1-1', 1, { version })).toBe(cup)
    judge(hand, '1-1', 4, { version: hand.tie('1-1').version, judgeId: 2 })
    expect(hand.tie('1-1').winnerId).toBe(4)
  })
})
