import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { deal } from '../../../src/battle/rules/rounds.js'
import { gifs } from '../../support/rules.js'

test('deals without repeats until the pool is used up, then the longest unseen, never the same twice in one hand', () => {
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
          const dealt = deal(pool, before, count, () => randoms.next().value)
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
  const { options } = deal(gifs(2), [7, 8, 1], 4, () => 0)
  expect(options.map((gif) => gif.id)).toEqual([2, 1])
})
