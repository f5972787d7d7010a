import { createHash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { ACT_TOKENS, UNLABELLED } from '@kla/proto/web'
import fc from 'fast-check'
import { drawDecoys, isAccountDecoy, ODDS_FACTOR_MAX } from '../../src/limits/decoys.js'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 10, 26, 15)
const ALL = [...ACT_TOKENS, UNLABELLED]
const keyOf = (seed: number): Buffer => createHash('sha256').update(`key ${seed}`).digest()
const account = fc.integer({ min: 1, max: 2 ** 40 })
const pair = fc.uniqueArray(account, { minLength: 2, maxLength: 2 })
const key = fc.nat().map(keyOf)

describe('drawDecoys', () => {
  test('draws the same for two accounts in any order, all day long', () => {
    fc.assert(
      fc.property(
        key,
        pair,
        fc.nat({ max: 40_000 }),
        fc.nat({ max: DAY_MS - 1 }),
        (drawnWith, [one = 0, other = 0], day, ms) => {
          const drawn = drawDecoys(drawnWith, [one, other], day * DAY_MS)
          expect(drawDecoys(drawnWith, [other, one], day * DAY_MS + ms)).toEqual(drawn)
          expect(new Set(drawn).size).toBe(drawn.length)
          expect(ALL).toEqual(expect.arrayContaining([...drawn]))
        },
      ),
    )
  })

  test('draws differently for another day, pair or key', () => {
    const drawn = [
      [1, [7, 8], 0],
      [1, [7, 8], 1],
      [1, [7, 9], 0],
      [2, [7, 8], 0],
    ] as const
    const texts = drawn.map(([seed, accounts, day]) => drawDecoys(keyOf(seed), accounts, START + day * DAY_MS).join())
    expect(new Set(texts).size).toBe(texts.length)
  })

  test('draws nothing for a single account', () => {
    expect([drawDecoys(keyOf(1), [7], START), drawDecoys(keyOf(1), [7, 7], START)]).toEqual([[], []])
  })

  test('lists those of an account first, which last for years while those of a day change', () => {
    const days = Array.from({ length: 30 }, (_, day) => drawDecoys(keyOf(3), [7, 8], START + day * DAY_MS))
    const constant = ALL.filter((act) => days.every((drawn) => drawn.includes(act)))
    expect(constant.length).toBeGreaterThan(3)
    for (const drawn of days) expect(drawn.slice(0, constant.length)).toEqual(expect.arrayContaining(constant))
    expect(days.some((drawn) => drawn.length > constant.length)).toBe(true)
  })

  test('leaves out about a third of the acts, and unlabelled GIFs for three pairs of four', () => {
    const drawn = Array.from({ length: 500 }, (_, at) => drawDecoys(keyOf(4), [1_000 + at, 2_000 + at], START))
    const acts =
      drawn.flatMap((each) => each.filter((act) => act !== UNLABELLED)).length / drawn.length / ACT_TOKENS.length
    expect([acts, drawn.filter((each) => each.includes(UNLABELLED)).length / drawn.length]).toEqual([
      expect.closeTo(0.31, 1),
      expect.closeTo(0.76, 1),
    ])
  })
})

interface Meeting {
  readonly observer: number
  readonly nowMs: number
}

const BATTLES = 100
const meetings = (meeting: (at: number) => Meeting): readonly Meeting[] =>
  Array.from({ length: BATTLES }, (_, at) => meeting(at))
const HUNDREDS: readonly (readonly [name: string, meetings: readonly Meeting[], factor: number])[] = [
  ['on one day', meetings((at) => ({ observer: 7, nowMs: START + at * 60_000 })), 5.1],
  ['on a hundred days', meetings((at) => ({ observer: 7, nowMs: START + at * DAY_MS })), ODDS_FACTOR_MAX],
  ['of a hundred accounts on one day', meetings((at) => ({ observer: 100 + at, nowMs: START })), 7],
  [
    'of a hundred accounts on a hundred days',
    meetings((at) => ({ observer: 100 + at, nowMs: START + at * DAY_MS })),
    ODDS_FACTOR_MAX,
  ],
]

const PLAYERS = 40
/** Of what is counted from that many players, with 40 acts each. */
const SAMPLING = 1.2
const HARD = 3

/**
 * An observer with empty cards that knows everything but the other's card and the other's draw, its own accounts' draws too: an act that
 * its own account takes out says nothing of the other's.
 */
function watch(drawnWith: Buffer, player: number, hard: ReadonlySet<string>, seen: readonly Meeting[]) {
  const asked = new Set<string>()
  const present = new Set<string>()
  const cached = new Map<string, ReadonlySet<string>>()
  for (const { observer, nowMs } of seen) {
    const day = Math.floor(nowMs / DAY_MS)
    const meeting = `${observer} ${day}`
    const out = cached.get(meeting) ?? new Set([...hard, ...drawDecoys(drawnWith, [observer, player], nowMs)])
    cached.set(meeting, out)
    for (const act of ACT_TOKENS) {
      if (present.has(act)) continue
      if (!out.has(act)) present.add(act)
      else if (!isAccountDecoy(drawnWith, observer, act, day)) asked.add(act)
    }
  }
  const known = ACT_TOKENS.filter((act) => asked.has(act) || present.has(act))
  return { known, alwaysOut: known.filter((act) => !present.has(act)) }
}

describe('drawDecoys over a hundred battles', () => {
  test.each(HUNDREDS)('raises no odds by more than their factor: %s', (_name, seen, factor) => {
    const counts = { welcome: 0, welcomeOut: 0, hard: 0, hardOut: 0 }
    for (let player = 1_000; player < 1_000 + PLAYERS; player++) {
      const drawnWith = keyOf(player)
      const hard: ReadonlySet<string> = new Set(
        Array.from({ length: HARD }, (_, at) => ACT_TOKENS[(player * 7 + at * 13) % ACT_TOKENS.length] as string),
      )
      const { known, alwaysOut } = watch(drawnWith, player, hard, seen)
      counts.welcome += known.filter((act) => !hard.has(act)).length
      counts.welcomeOut += alwaysOut.filter((act) => !hard.has(act)).length
      counts.hard += known.filter((act) => hard.has(act)).length
      counts.hardOut += alwaysOut.filter((act) => hard.has(act)).length
    }
    // A hard limit is out of every battle, always.
    expect(counts.hardOut).toBe(counts.hard)
    expect(counts.hard).toBeGreaterThan(PLAYERS)
    // P(always out | on the card) is 1, so this is the factor by which being always out raises the odds of any act.
    expect(counts.welcome / counts.welcomeOut).toBeLessThan(factor * SAMPLING)
    // And with three limits on each card, what was always out is mostly no limit.
    expect(counts.welcomeOut).toBeGreaterThan(counts.hardOut)
  })

  test('reveals nothing when a card is edited to or from a decoy', () => {
    const seen = meetings((at) => ({ observer: 7, nowMs: START + at * DAY_MS })).slice(0, 20)
    for (let player = 1_000; player < 1_004; player++) {
      const drawnWith = keyOf(player)
      const { alwaysOut } = watch(drawnWith, player, new Set(), seen)
      for (const act of alwaysOut) expect(watch(drawnWith, player, new Set([act]), seen).alwaysOut).toEqual(alwaysOut)
    }
  })
})
