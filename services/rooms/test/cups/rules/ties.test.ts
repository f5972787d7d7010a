import { describe, expect, test } from '@jest/globals'
import { type CupInHand, cupInHand, drawnCup, finish, judge, open, RULES, seenBy, STARTS_MS } from './cup-play.js'

describe('a called tie', () => {
  test('waits for both players, then goes to the one present', () => {
    const hand = drawnCup(2)
    hand.nowMs += RULES.noShowMs - 1
    hand.do({ kind: 'expire', observed: seenBy(hand.cup, { '1-1': { present: [2] } }) })
    expect(hand.tie('1-1').state).toBe('called')
    hand.pass({ '1-1': { present: [2] } })
    expect(hand.tie('1-1')).toMatchObject({ how: 'walk-over', winnerId: 2 })
    expect(hand.cup).toMatchObject({ phase: 'finished', championId: 2 })
  })

  test('is void without players, and the next opponent gets a bye', () => {
    const hand = drawnCup(4)
    judge(hand, '1-2', 3)
    hand.pass()
    expect(hand.tie('1-1')).toMatchObject({ how: 'void', winnerId: 0 })
    expect(hand.tie('2-1')).toMatchObject({ how: 'bye', winnerId: 3 })
    expect(hand.cup.championId).toBe(3)
  })

  test.each([
    ['a player seated elsewhere is absent: the other one wins', { present: [1, 2], elsewhere: [1] }, 'walk-over', 2],
    ['two players seated elsewhere are both absent', { present: [1, 2], elsewhere: [1, 2] }, 'void', 0],
    ['a player who has left the other room is present', { present: [1], elsewhere: [] }, 'walk-over', 1],
  ])('is decided by the observation at its deadline: %s', (_what, seen, how, winnerId) => {
    const hand = drawnCup(2)
    hand.pass({ '1-1': seen })
    expect(hand.tie('1-1')).toMatchObject({ how, winnerId })
  })

  test('is disputed after three calls with both players present', () => {
    const hand = drawnCup(2)
    for (let call = 1; call <= 3; call++) {
      expect(hand.tie('1-1')).toMatchObject({ state: 'called', calls: call })
      hand.pass({ '1-1': { present: [1, 2] } })
    }
    expect(hand.tie('1-1').state).toBe('disputed')
  })

  test('gives both players time to report again when its deadline was noticed late', () => {
    const hand = drawnCup(2)
    hand.nowMs += RULES.noShowMs + RULES.presenceMs + 1
    hand.pass()
    expect(hand.tie('1-1')).toMatchObject({ state: 'called', deadlineMs: hand.nowMs + 2 * RULES.presenceMs })
    hand.pass({ '1-1': { present: [1] } })
    expect(hand.tie('1-1')).toMatchObject({ how: 'walk-over', winnerId: 1 })
  })

  test('ignores observations of another room', () => {
    const hand = drawnCup(2)
    hand.nowMs += RULES.noShowMs
    hand.do({
      kind: 'expire',
      observed: seenBy(hand.cup, { '1-1': { roomId: 'earlier', present: [1], seated: [1, 2] } }),
    })
    hand.do({ kind: 'expire', observed: new Map() })
    expect(hand.tie('1-1').state).toBe('called')
  })

  test('is playing once its room is observed, even if the event was lost', () => {
    const hand = drawnCup(2)
    hand.pass({ '1-1': { seated: [1, 2] } })
    expect(hand.tie('1-1')).toMatchObject({ state: 'playing', deadlineMs: hand.nowMs + RULES.readyMs })
  })
})

describe('a room without a battle', () => {
  test('goes to the only player seated', () => {
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

  test('gets a second deadline with both players seated, then is disputed, then void', () => {
    const hand = drawnCup(2)
    idle(hand)
    hand.pass({ '1-1': { seated: [1, 2] } })
    expect(hand.tie('1-1')).toMatchObject({ how: 'void', winnerId: 0 })
  })

  test('may still get its battle during the dispute', () => {
    const hand = drawnCup(2)
    idle(hand)
    hand.do({ kind: 'battle-started', tieId: '1-1', roomId: hand.tie('1-1').roomId })
    expect(hand.tie('1-1').state).toBe('playing')
    finish(hand, '1-1', { leftBy: 1 })
    expect(hand.tie('1-1')).toMatchObject({ how: 'retired', winnerId: 2 })
  })

  test('accepts a battle event that arrives during the dispute', () => {
    const hand = drawnCup(2)
    idle(hand)
    finish(hand, '1-1', { finishedBy: 2 })
    const { roomId } = hand.tie('1-1')
    hand.do({ kind: 'battle-started', tieId: '1-1', roomId })
    expect(hand.tie('1-1').state).toBe('disputed')
    hand.pass()
    expect(hand.tie('1-1')).toMatchObject({ how: 'rule', winnerId: 2 })
  })

  test('calls both players again when it closes, twice, into new rooms', () => {
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

  test('ignores a repeated closing', () => {
    const hand = drawnCup(2)
    const roomId = open(hand, '1-1')
    hand.do({ kind: 'room-closed', tieId: '1-1', roomId })
    const { cup } = hand
    hand.nowMs += RULES.resultMs / 2
    hand.do({ kind: 'room-closed', tieId: '1-1', roomId })
    hand.do({ kind: 'battle-started', tieId: '1-1', roomId })
    expect(hand.tie('1-1').deadlineMs).toBe(cup.ties[0]?.deadlineMs)
  })

  test('stays closed when the opening arrives after the closing', () => {
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
  ])('ends the tie with %p', (result, how, winnerId) => {
    const hand = drawnCup(2)
    open(hand, '1-1')
    finish(hand, '1-1', result)
    expect(hand.tie('1-1')).toMatchObject({ state: 'decided', how, winnerId, deadlineMs: 0 })
  })

  test('counts once: another one in the room of a decided tie changes nothing', () => {
    const hand = drawnCup(2)
    const roomId = open(hand, '1-1')
    hand.do({ kind: 'battle-started', tieId: '1-1', roomId })
    finish(hand, '1-1', { winnerId: 2 })
    const decided = hand.tie('1-1')
    hand.do({ kind: 'battle-started', tieId: '1-1', roomId })
    for (const result of [{ winnerId: 1 }, { leftBy: 2 }, {}]) finish(hand, '1-1', result)
    expect(hand.tie('1-1')).toEqual(decided)
  })

  test("counts when its events arrive before the room's", () => {
    const hand = drawnCup(2)
    finish(hand, '1-1', { winnerId: 2 })
    expect(hand.cup.championId).toBe(2)
  })

  test('counts from a former room of the tie, and not with players outside the tie', () => {
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

  test('has no deadline for its players once begun, and is disputed if its result never arrives', () => {
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
  ] as const)(
    "in %s that %p finished goes by the rule to %p after the judge's time is over",
    (mode, finishedBy, winnerId) => {
      const hand = drawnCup(2, mode)
      open(hand, '1-1')
      finish(hand, '1-1', { finishedBy })
      expect(hand.tie('1-1')).toMatchObject({ state: 'disputed', deadlineMs: hand.nowMs + RULES.disputeMs })
      hand.pass()
      expect(hand.tie('1-1')).toMatchObject({ how: 'rule', winnerId })
    },
  )

  test('settles a dispute if the players agree in it', () => {
    const hand = drawnCup(2)
    open(hand, '1-1')
    finish(hand, '1-1', { finishedBy: 1 })
    finish(hand, '1-1', { leftBy: 2 })
    expect(hand.tie('1-1').state).toBe('disputed')
    finish(hand, '1-1', { winnerId: 2 })
    expect(hand.tie('1-1')).toMatchObject({ how: 'vote', winnerId: 2 })
  })
})

test('draws the bracket at the start from checked-in players, by seed', () => {
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
