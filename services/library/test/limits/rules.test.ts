import { describe, expect, test } from '@jest/globals'
import { ACT_TOKENS, type Limit, limitOn, LIMITS, refusedField } from '@kla/proto/web'
import fc from 'fast-check'
import { type ActLimit, areAccounts, readCard, unite } from '../../src/limits/rules.js'

const limit = fc.constantFrom<Limit>(...LIMITS)
const act = fc.constantFrom(...ACT_TOKENS)
const card = fc.uniqueArray(fc.record({ act, limit }), { selector: (entry) => entry.act })
const cards = fc.array(card, { minLength: 1, maxLength: 4 })
const strictest = (given: readonly ActLimit[], wanted: string): Limit => {
  const limits = given.filter((entry) => entry.act === wanted).map((entry) => entry.limit)
  return LIMITS.find((each) => limits.includes(each)) ?? 'yes'
}

describe('readCard', () => {
  test('keeps everything but "yes", sorted', () => {
    const given = [
      { act: 'oral', limit: 'soft' },
      { act: 'feet', limit: 'yes' },
      { act: 'anal', limit: 'no' },
    ]
    expect(readCard(given)).toEqual({
      card: [
        { act: 'anal', limit: 'no' },
        { act: 'oral', limit: 'soft' },
      ],
    })
    expect(readCard([])).toEqual({ card: [] })
  })

  test.each([
    ['an unknown act', [{ act: 'gardening', limit: 'no' }]],
    ['an act with a property of every object', [{ act: 'constructor', limit: 'no' }]],
    ['an unknown limit', [{ act: 'feet', limit: 'maybe' }]],
    ['an empty limit', [{ act: 'feet', limit: '' }]],
    [
      'an act that is given twice',
      [
        { act: 'feet', limit: 'no' },
        { act: 'feet', limit: 'no' },
      ],
    ],
    [
      'an act that is given as "yes" and "no"',
      [
        { act: 'feet', limit: 'yes' },
        { act: 'feet', limit: 'no' },
      ],
    ],
    ['more entries than there are acts', Array.from({ length: 41 }, () => ({ act: 'feet', limit: 'yes' }))],
  ])('refuses %s', (_what, given) => {
    expect(readCard(given)).toMatchObject({ refused: 'INVALID_FIELD' })
  })

  test('names the first entry that it refuses', () => {
    const feet = { act: 'feet', limit: 'no' }
    expect(readCard([feet, feet])).toEqual(refusedField('limits.1.act'))
    expect(readCard([{ act: 'feet', limit: 'maybe' }])).toEqual(refusedField('limits.0.limit'))
  })
})

describe('unite', () => {
  test('is the same for any assignment of cards to accounts, in any order', () => {
    fc.assert(
      fc.property(cards, fc.infiniteStream(fc.nat()), (given, random) => {
        const order = [...random.take(given.length)]
        const exchanged = given
          .map((each, at) => ({ each, at: order[at] ?? 0 }))
          .sort((one, other) => one.at - other.at)
        expect(unite(exchanged.flatMap(({ each }) => each).reverse())).toEqual(unite(given.flat()))
      }),
    )
  })

  test('changes nothing when a card counts twice', () => {
    fc.assert(fc.property(cards, (given) => expect(unite([...given, ...given].flat())).toEqual(unite(given.flat()))))
  })

  test('takes the strictest limit of each act, and each act once, sorted', () => {
    fc.assert(
      fc.property(cards, (given) => {
        const all = given.flat()
        const { no, soft } = unite(all)
        const sorted = [...ACT_TOKENS].sort()
        expect(no).toEqual(sorted.filter((each) => strictest(all, each) === 'no'))
        expect(soft).toEqual(sorted.filter((each) => strictest(all, each) === 'soft'))
      }),
    )
  })

  test('lets no GIF through that shows a hard limit', () => {
    fc.assert(
      fc.property(cards, fc.option(fc.uniqueArray(act)), (given, acts) => {
        const hard = given
          .flat()
          .filter((entry) => entry.limit === 'no')
          .map((entry) => entry.act as string)
        if (limitOn(acts, unite(given.flat())) === 'no') return
        expect(acts === null ? hard : hard.filter((each) => acts.some((shown) => shown === each))).toEqual([])
      }),
    )
  })
})

test.each([
  [[1], true],
  [[1, 2, 3, 4], true],
  [[7, 7], true],
  [[], false],
  [[1, 2, 3, 4, 5], false],
  [[0], false],
  [[1, -1], false],
  [[1.5], false],
])('areAccounts says of %j: %s', (ids, are) => {
  expect(areAccounts(ids)).toBe(are)
})
