import { describe, expect, test } from '@jest/globals'
import { cupInHand, type CupInHand, drawnCup, finish, judge, open, RULES, seenBy, STARTS_MS } from './cup-play.js'

describe('a called tie', () => {
  test('waits for both, then goes to who is there alone', () => {
    const hand = drawnCup(2)
    hand.nowMs += RULES.noShowMs - 1
    hand.do({ kind: 'expire', observed: seenBy(hand.cup, { '1-1': { present: [2] } }) })
    expect(hand.tie('1-1').state).toBe('called')
    hand.pass({ '1-1': { present: [2] } })
    expect(hand.tie('1-1')).toMatchObject({ how: 'walk-over', winnerId: 2 })
    expect(hand.cup).toMatchObject({ phase: 'finished', championId: 2 })
  })

  test('is void where nobody is, and the next opponent has a bye', () => {
    const hand = drawnCup(4)
    judge(hand, '1-2', 3)
    hand.pass()
    expect(hand.tie('1-1')).toMatchObject({ how: 'void', winnerId: 0 })
    expect(hand.tie('2-1')).toMatchObject({ how: 'bye', winnerId: 3 })
    expect(hand.cup.championId).toBe(3)
  })

  test.each([
    ['who sits elsewhere is absent: the other one wins', { present: [1, 2], elsewhere: [1] }, 'walk-over', 2],
    ['two who sit elsewhere are both absent', { present: [1, 2], elsewhere: [1, 2] }, 'void', 0],
    ['who has left the other room is there', { present: [1], elsewhere: [] }, 'walk-over', 1],
  ])('goes by how things are at its deadline: %s', (_what, seen, how, winnerId) => {
    const hand = drawnCup(2)
    hand.pass({ '1-1': seen })
    expect(hand.tie('1-1')).toMatchObject({ how, winnerId })
  })

  test('that three calls did not bring into a room, though both are there, is put before a judge', () => {
    const hand = drawnCup(2)
    for (let call = 1; call <= 3; call++) {
      expect(hand.tie('1-1')).toMatchObject({ state: 'called', calls: call })
      hand.pass({ '1-1': { present: [1, 2] } })
    }
    expect(hand.tie('1-1').state).toBe('disputed')
  })

  test('whose deadline nobody looked at in time gives both the time to say that they are there', () => {
    const hand = drawnCup(2)
    hand.nowMs += RULES.noShowMs + RULES.presenceMs + 1
    hand.pass()
    expect(hand.tie('1-1')).toMatchObject({ state: 'called', deadlineMs: hand.nowMs + 2 * RULES.presenceMs })
    hand.pass({ '1-1': { present: [1] } })
    expect(hand.tie('1-1')).toMatchObject({ how: 'walk-over', winnerId: 1 })
  })

  test('is decided by nothing that was seen of another room', () => {
    const hand = drawnCup(2)
    hand.nowMs += RULES.noShowMs
    hand.do({ kind: 'expire', observed: seenBy(hand.cup, { '1-1': { roomId: 'earlier', present: [1], seated: [1, 2] } }) })
    hand.do({ kind: 'expire', observed: new Map() })
    expect(hand.tie('1-1').state).toBe('called')
  })

  test('is played once its room is seen, even if nobody was told', () => {
    const hand = drawnCup(2)
    hand.pass({ '1-1': { seated: [1, 2] } })
    expect(hand.tie('1-1')).toMatchObject({ state: 'playing', deadlineMs: hand.nowMs + RULES.readyMs })
  })
})

describe('a room without a battle', () => {
  test('goes to who is seated alone', () => {
    const hand = drawnCup(2)
    open(hand, '1-1')
    hand.pass({ '1-1': { seated: [2] } })
    expect(hand.tie('1-1')).toMatchObject({ how: 'walk-over', winnerId: 2 })
  })

  /** Both sit in the room until a judge is asked. */
  const idle = (hand: CupInHand): void => {
    open(hand, '1-1')
    hand.pass({ '1-1': { seated: [1, 2] } })
    expect(hand.tie('1-1')).toMatchObject({ state: 'playing', deadlineMs: hand.nowMs + RULES.readyMs })
    hand.pass({ '1-1': { seated: [1, 2] } })
    expect(hand.tie('1-1')).toMatchObject({ state: 'disputed', deadlineMs: hand.nowMs + RULES.disputeMs })
  }

  test('gives both who sit there a second time, then a judge is asked, and without one nobody advances', () => {
    const hand = drawnCup(2)
    idle(hand)
    hand.pass({ '1-1': { seated: [1, 2] } })
    expect(hand.tie('1-1')).toMatchObject({ how: 'void', winnerId: 0 })
  })

  test('may still have one while a judge is asked', () => {
    const hand = drawnCup(2)
    idle(hand)
    hand.do({ kind: 'battle-started', tieId: '1-1', roomId: hand.tie('1-1').roomId })
    expect(hand.tie('1-1').state).toBe('playing')
    finish(hand, '1-1', { leftBy: 1 })
    expect(hand.tie('1-1')).toMatchObject({ how: 'retired', winnerId: 2 })
  })

  test('may have had one of which is heard only then', () => {
    const hand = drawnCup(2)
    idle(hand)
    finish(hand, '1-1', { finishedBy: 2 })
    const { roomId } = hand.tie('1-1')
    hand.do({ kind: 'battle-started', tieId: '1-1', roomId })
    expect(hand.tie('1-1').state).toBe('disputed')
    hand.pass()
    expect(hand.tie('1-1')).toMatchObject({ how: 'rule', winnerId: 2 })
  })

  test('that closes has both called again, twice, into rooms of their own', () => {
    const hand = drawnCup(2)
    const rooms = [1, 2, 3].map(() => {
      const roomId = open(hand, '1-1')
      hand.do({ kind: 'room-closed', tieId: '1-1', roomId })
      hand.pass()
      return roomId
    })
    expect(new Set(rooms).size).toBe(3)
    expect(hand.tie('1-1')).toMatchObject({ state: 'decided', how: 'void' })
  })

  test('that is told to be closed again does not wait again', () => {
    const hand = drawnCup(2)
    const roomId = open(hand, '1-1')
    hand.do({ kind: 'room-closed', tieId: '1-1', roomId })
    const { cup } = hand
    hand.nowMs += RULES.resultMs / 2
    hand.do({ kind: 'room-closed', tieId: '1-1', roomId })
    hand.do({ kind: 'battle-started', tieId: '1-1', roomId })
    expect(hand.tie('1-1').deadlineMs).toBe(cup.ties[0]?.deadlineMs)
  })

  test('that closes before it was noted to be open is not open afterwards', () => {
    const hand = drawnCup(2)
    const { roomId } = hand.tie('1-1')
    hand.do({ kind: 'room-closed', tieId: '1-1', roomId })
    const { cup } = hand
    hand.do({ kind: 'room-opened', tieId: '1-1', roomId })
    expect(hand.cup).toBe(cup)
    hand.pass()
    expect(hand.tie('1-1')).toMatchObject({ state: 'called', calls: 2 })
  })
})

describe('a battle', () => {
  test.each([
    [{ winnerId: 2 }, 'vote', 2],
    [{ leftBy: 1 }, 'retired', 2],
    [{ winnerId: 1, leftBy: 1 }, 'vote', 1],
  ])('with %p ends the tie', (result, how, winnerId) => {
    const hand = drawnCup(2)
    open(hand, '1-1')
    finish(hand, '1-1', result)
    expect(hand.tie('1-1')).toMatchObject({ state: 'decided', how, winnerId, deadlineMs: 0 })
  })

  test('may be told of before its room is, and counts', () => {
    const hand = drawnCup(2)
    finish(hand, '1-1', { winnerId: 2 })
    expect(hand.cup.championId).toBe(2)
  })

  test('that was played in a room given up since still counts, a stranger to the tie does not', () => {
    const hand = drawnCup(2)
    const roomId = open(hand, '1-1')
    hand.do({ kind: 'room-closed', tieId: '1-1', roomId })
    hand.pass()
    const result = { kind: 'battle-finished', tieId: '1-1', winnerId: 2, leftBy: 0, finishedBy: 0 } as const
    hand.do({ ...result, roomId: 'elsewhere' })
    expect(hand.tie('1-1').state).toBe('called')
    hand.do({ ...result, roomId })
    expect(hand.tie('1-1')).toMatchObject({ how: 'vote', winnerId: 2 })
  })

  test('that has begun has no deadline for its players, and is disputed if nothing is ever heard of it', () => {
    const hand = drawnCup(2)
    const roomId = open(hand, '1-1')
    hand.do({ kind: 'battle-started', tieId: '1-1', roomId })
    expect(hand.tie('1-1').deadlineMs).toBeGreaterThan(hand.nowMs + 30 * 60_000)
    hand.pass({ '1-1': { seated: [1, 2] } })
    expect(hand.tie('1-1').state).toBe('disputed')
    hand.pass()
    expect(hand.tie('1-1')).toMatchObject({ how: 'void', winnerId: 0 })
  })

  test.each([
    ['rush', 2, 2],
    ['stamina', 2, 1],
    ['rush', 0, 1],
    ['stamina', 0, 1],
  ] as const)('in %s that %p finished goes by the rule to %p, after a judge had the time', (mode, finishedBy, winnerId) => {
    const hand = drawnCup(2, mode)
    open(hand, '1-1')
    finish(hand, '1-1', { finishedBy })
    expect(hand.tie('1-1')).toMatchObject({ state: 'disputed', deadlineMs: hand.nowMs + RULES.disputeMs })
    hand.pass()
    expect(hand.tie('1-1')).toMatchObject({ how: 'rule', winnerId })
  })

  test('after a dispute settles it, if they agree now', () => {
    const hand = drawnCup(2)
    open(hand, '1-1')
    finish(hand, '1-1', { finishedBy: 1 })
    finish(hand, '1-1', { leftBy: 2 })
    expect(hand.tie('1-1').state).toBe('disputed')
    finish(hand, '1-1', { winnerId: 2 })
    expect(hand.tie('1-1')).toMatchObject({ how: 'vote', winnerId: 2 })
  })
})

test('at the start the bracket is drawn from who has checked in, by their seeds', () => {
  const hand = cupInHand()
  for (const accountId of [1, 2, 3, 4]) hand.do({ kind: 'enter', accountId, username: `p${accountId}`, avatar: '' })
  hand.do({ kind: 'seed', order: [4, 3] })
  hand.nowMs = STARTS_MS - RULES.checkInMs
  for (const accountId of [1, 3, 4]) hand.do({ kind: 'check-in', accountId })
  hand.pass()
  expect(hand.cup.entries.map(({ accountId }) => accountId)).toEqual([4, 3, 1, 2])
  expect(hand.cup.ties.map(({ playerA, playerB, how }) => [playerA, playerB, how])).toEqual([
    [4, 0, 'bye'],
    [3, 1, null],
    [4, 0, null],
  ])
})
