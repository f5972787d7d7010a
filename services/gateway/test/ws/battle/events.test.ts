import { describe, expect, test } from '@jest/globals'
import { Phase, type BattleUpdate } from '@kla/proto'
import fc from 'fast-check'
import { BattleFeed } from '../../../src/ws/battle/events.js'

const update = (seq: number): BattleUpdate => ({
  roomId: 'r',
  battleId: 'b',
  seq,
  events: [],
  phase: Phase.PROMPT,
  round: seq,
  deadlineMs: 0,
})

describe('BattleFeed', () => {
  test('holds all updates until the battle was read once', () => {
    const feed = new BattleFeed()
    expect(feed.take(update(4))).toEqual([])
    expect(feed.take(update(6))).toEqual([])
    expect(feed.caughtUp(4)).toEqual([])
    expect(feed.hasGap).toBe(true)
    expect(feed.take(update(5)).map(({ seq }) => seq)).toEqual([5, 6])
    expect(feed.hasGap).toBe(false)
  })

  test('returns each update once and in order', () => {
    const arrivals = fc
      .integer({ min: 1, max: 20 })
      .chain((count) =>
        fc.tuple(
          fc.shuffledSubarray(Array.from({ length: count }, (_, index) => index + 1), { minLength: count }),
          fc.array(fc.integer({ min: 1, max: count }), { maxLength: 20 }),
        ),
      )
    fc.assert(
      fc.property(arrivals, ([once, doubles]) => {
        const feed = new BattleFeed()
        feed.caughtUp(0)
        const taken = [...doubles, ...once, ...doubles].flatMap((seq) => feed.take(update(seq))).map(({ seq }) => seq)
        expect(taken).toEqual(once.map((_, index) => index + 1))
        expect(feed.hasGap).toBe(false)
        expect(feed.moment?.round).toBe(once.length)
      }),
    )
  })

  test('ignores an older reading', () => {
    const feed = new BattleFeed()
    feed.caughtUp(0)
    feed.take(update(1))
    feed.take(update(2))
    feed.caughtUp(1)
    expect(feed.seq).toBe(2)
    feed.see({ updateSeq: 1, phase: Phase.WAITING, round: 0, deadlineMs: 0, ready: [] } as never)
    expect(feed.moment?.phase).toBe(Phase.PROMPT)
  })
})
