import { describe, expect, test } from '@jest/globals'
import { EndReason } from '@kla/proto'
import fc from 'fast-check'
import { deal } from '../../../src/battle/rules/rounds.js'
import { gifs, Table } from '../../support/rules.js'

const choose = (accountId: number, index = 1) => ({ kind: 'choose-gif', accountId, index }) as const
const finish = (accountId: number) => ({ kind: 'finish', accountId }) as const

describe('a round', () => {
  test('continues with the show as soon as both have picked', () => {
    const table = new Table().begins().does(choose(1))
    expect(table.battle).toMatchObject({ phase: 'prompt' })
    table.after(5).does(choose(2))
    expect(table.names(true)).toEqual(['playDrum', 'showGif', 'receiveGif', 'receiveGif'])
    expect(table.battle).toMatchObject({ phase: 'show', durationMs: 40_000, deadlineMs: table.now + 40_000 })
  })

  test('accepts one pick per player', () => {
    const table = new Table().begins().does(choose(1, 2))
    expect(table.refusal(choose(1, 3))).toBe('ALREADY_PICKED')
    expect(table.refusal(choose(2, 0))).toBe('NO_SUCH_OPTION')
    expect(table.refusal(choose(2, 5))).toBe('NO_SUCH_OPTION')
    expect(table.refusal(choose(7))).toBe('NOT_SEATED')
  })

  test('rejects a pick after its deadline, whether or not the phase has ended', () => {
    const table = new Table().begins().after(10_000)
    expect(table.refusal(choose(1))).toBe('NOT_PROMPTING')
    expect(table.passes().refusal(choose(1))).toBe('NOT_PROMPTING')
  })

  test('rejects a pick that was meant for another one', () => {
    const table = new Table().begins().passes().passes()
    expect(table.battle).toMatchObject({ phase: 'prompt', match: { round: 2 } })
    expect(table.refusal({ ...choose(1), round: 1 })).toBe('NOT_PROMPTING')
    expect(table.does({ ...choose(1), round: 2 }).battle).toMatchObject({ hands: [{ pick: 1 }, { pick: 0 }] })
  })

  test('rejects a pick and an end that were meant for the battle before', () => {
    const table = new Table().begins()
    const battleId = table.battle && 'match' in table.battle ? table.battle.match.battleId : ''
    expect(table.refusal({ ...choose(1), battleId: 'another', round: 1 })).toBe('NOT_PROMPTING')
    expect(table.refusal({ ...finish(1), battleId: 'another' })).toBe('NOT_PLAYING')
    table.does({ ...choose(1), battleId, round: 1 }).does({ ...finish(1), battleId })
    expect(table.battle).toMatchObject({ phase: 'vote' })
  })

  test("picks for a player who has not, and keeps the opponent's pick", () => {
    const table = new Table().begins().does(choose(1, 2)).passes()
    expect(table.battle).toMatchObject({ phase: 'show', hands: [{ pick: 2 }, { pick: 2 }] })
    const first = table.battle && 'hands' in table.battle ? table.battle.hands[0].options[1] : undefined
    const update = table.effects.findLast((effect) => effect.kind === 'update')
    expect(update?.kind === 'update' && update.update.events.filter(({ recipient }) => recipient === 2)).toMatchObject([
      { event: { $case: 'receiveGif', value: { gifUrl: first?.gifUrl } } },
    ])
  })

  test('is followed by the next one', () => {
    const table = new Table().begins().passes().passes()
    expect(table.battle).toMatchObject({ phase: 'prompt', match: { round: 2 } })
  })

  test('changes nothing before its deadline', () => {
    const table = new Table().begins()
    const before = table.battle
    expect(table.after(9_999).does({ kind: 'deadline' }).battle).toBe(before)
  })

  test('shows nothing when there were no options', () => {
    const table = new Table().begins()
    const emptied = new Table({ pool: [] })
    Object.assign(emptied, { battle: table.passes().battle, now: table.now })
    emptied.passes().passes()
    expect(emptied.names(true)).toEqual(['playDrum', 'showGif'])
  })
})

describe('the rounds', () => {
  test.each(['prompt', 'show'])('end when a player finishes in the %s', (phase) => {
    const table = new Table().begins()
    if (phase === 'show') table.passes()
    table.after(1_000).does(finish(2))
    expect(table.names(true)).toEqual(['endGame'])
    expect(table.battle).toMatchObject({
      phase: 'vote',
      durationMs: 300_000,
      ending: { reason: EndReason.FINISHED, finishedBy: 2 },
    })
  })

  test('can be finished once, and only by a player', () => {
    const table = new Table().begins()
    expect(table.refusal(finish(9))).toBe('NOT_SEATED')
    expect(table.does(finish(1)).refusal(finish(2))).toBe('NOT_PLAYING')
    expect(new Table().refusal(finish(1))).toBe('NOT_PLAYING')
  })

  test.each([
    ['rush', 1_800_000],
    ['stamina', 5_400_000],
  ] as const)('of %s end at the cap to the millisecond, not a round later', (mode, capMs) => {
    const table = new Table().begins({ mode })
    const start = table.now
    // Out of step, so that the cap comes in the middle of a show.
    table.after(3_001).does(choose(1)).does(choose(2))
    while (table.battle && table.battle.phase !== 'vote') table.passes()
    expect(table.now - start).toBe(capMs)
    expect(table.battle).toMatchObject({ ending: { reason: EndReason.TIME_CAP, finishedBy: null } })
  })

  test('cannot be finished after the cap', () => {
    expect(new Table().begins().after(1_800_000).refusal(finish(1))).toBe('NOT_PLAYING')
  })
})

describe('deal', () => {
  test('deals without repeats until the pool is used up, then the longest unseen, never duplicates in one hand', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 25 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 15 }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
        (size, count, rounds, randoms) => {
          const pool = gifs(size)
          let seen: readonly number[] = []
          for (let round = 0; round < rounds; round++) {
            const before = seen
            const dealt = deal([pool], before, count, () => randoms.next().value)
            const ids = dealt.options.map((gif) => gif.id)
            seen = dealt.seen
            expect(new Set(ids).size).toBe(Math.min(count, size))
            expect(ids).toHaveLength(Math.min(count, size))
            const unseen = pool.length - before.length
            const repeated = ids.filter((id) => before.includes(id))
            expect(repeated).toHaveLength(Math.max(0, Math.min(count, size) - unseen))
            expect(repeated).toEqual(before.slice(0, repeated.length))
            expect(new Set(seen).size).toBe(seen.length)
          }
        },
      ),
    )
  })

  test('does not deal GIFs that left the rotation', () => {
    const { options } = deal([gifs(2)], [7, 8, 1], 4, () => 0)
    expect(options.map((gif) => gif.id)).toEqual([2, 1])
  })
})
