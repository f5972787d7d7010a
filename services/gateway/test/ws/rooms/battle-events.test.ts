import { describe, expect, test } from '@jest/globals'
import { type BattleEvent, type BattleUpdate, type BattleView, Phase } from '@kla/proto'
import fc from 'fast-check'
import { BattleFeed, tick } from '../../../src/ws/rooms/battle-events.js'

const update = (seq: number): BattleUpdate => ({
  roomId: 'r',
  battleId: 'b',
  seq,
  events: [],
  phase: Phase.PROMPT,
  round: seq,
  deadlineMs: 0,
  aliases: [],
})

describe('BattleFeed', () => {
  test('holds all updates until the battle is first read', () => {
    const feed = new BattleFeed()
    expect(feed.take(update(4))).toEqual([])
    expect(feed.take(update(6))).toEqual([])
    expect(feed.caughtUp(4)).toEqual([])
    expect(feed.hasGap).toBe(true)
    expect(feed.take(update(5)).map(({ seq }) => seq)).toEqual([5, 6])
    expect(feed.hasGap).toBe(false)
  })

  test('returns each update once and in order', () => {
    const arrivals = fc.integer({ min: 1, max: 20 }).chain((count) =>
      fc.tuple(
        fc.shuffledSubarray(
          Array.from({ length: count }, (_, index) => index + 1),
          { minLength: count },
        ),
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

  test("keeps the players when a newcomer's reading names none", () => {
    const feed = new BattleFeed()
    const view = { updateSeq: 1, phase: Phase.RESULT, round: 1, deadlineMs: 9, ready: [] }
    const named = { players: [1, 2], aliases: [{ accountId: 1, alias: 501 }] }
    feed.see({ ...view, ...named } as unknown as BattleView)
    feed.see({ ...view, deadlineMs: 10, players: [], aliases: [] } as unknown as BattleView)
    expect(feed.moment).toMatchObject({ deadlineMs: 10, ...named })
  })
})

describe('game-tick', () => {
  const pausedEvent: BattleEvent = {
    recipient: 0,
    event: { $case: 'phasePaused', value: { round: 1, remainingMs: 4_000, untilMs: 30_000 } },
  }
  const resumedEvent: BattleEvent = {
    recipient: 0,
    event: { $case: 'phaseResumed', value: { round: 1, deadlineMs: 34_000, durationMs: 10_000 } },
  }
  const moment = (seq: number, change: Partial<BattleUpdate>): BattleUpdate => ({
    ...update(seq),
    round: 1,
    deadlineMs: 34_000,
    ...change,
  })

  function ticked(battle: BattleFeed, nowMs: number) {
    const texts: string[] = []
    let probes = 0
    const member = { deliverText: (_event: string, text: string) => texts.push(text) }
    tick(
      [
        {
          battle,
          members: new Map([['m', member as never]]),
          snapshot: undefined,
          resync: { probe: () => (probes += 1) },
        },
      ],
      nowMs,
    )
    const { remainingMs } = JSON.parse(texts[0] ?? '') as { remainingMs: number }
    return { remainingMs, probes }
  }

  test('stops while the phase is paused and continues once it is resumed', () => {
    const feed = new BattleFeed()
    feed.caughtUp(0)
    feed.take(moment(1, { events: [pausedEvent] }))
    expect([11_000, 20_000].map((now) => ticked(feed, now).remainingMs)).toEqual([4_000, 4_000])
    feed.take(moment(2, {}))
    expect(ticked(feed, 21_000).remainingMs).toBe(4_000)
    feed.take(moment(3, { events: [resumedEvent] }))
    expect(ticked(feed, 31_000).remainingMs).toBe(3_000)
  })

  test('runs in the phase after a paused one', () => {
    const feed = new BattleFeed()
    feed.caughtUp(0)
    feed.take(moment(1, { events: [pausedEvent] }))
    feed.take(moment(2, { phase: Phase.SHOW, deadlineMs: 60_000 }))
    expect(ticked(feed, 50_000).remainingMs).toBe(10_000)
  })

  test('probes a battle whose pause should be over', () => {
    const feed = new BattleFeed()
    const view = {
      updateSeq: 3,
      phase: Phase.PROMPT,
      round: 1,
      deadlineMs: 34_000,
      ready: [],
      players: [],
      pausedUntilMs: 30_000,
    }
    feed.see({ ...view, pausedRemainingMs: 4_000 } as unknown as BattleView)
    expect(ticked(feed, 31_000)).toEqual({ remainingMs: 4_000, probes: 0 })
    expect(ticked(feed, 32_001)).toEqual({ remainingMs: 4_000, probes: 1 })
  })
})
