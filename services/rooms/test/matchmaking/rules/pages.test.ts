import { expect, test } from '@jest/globals'
import { BLOCK, isOnePage, nextPage, OLDEST, type Page } from '../../../src/matchmaking/rules/pairing.js'

test.each([3, 4, 7, 50])('compares each of %s blocks with every other one', (blocks) => {
  const waiting = (blocks - 1) * BLOCK + 1
  const pairs = (blocks * (blocks - 1)) / 2
  const seen = new Set<string>()
  let page: Page = OLDEST
  for (let turn = 0; turn < pairs; turn++) {
    expect(page[0]).toBeLessThan(page[1])
    expect(page[1]).toBeLessThan(blocks)
    seen.add(page.join())
    page = nextPage(page, waiting)
  }
  expect(seen.size).toBe(pairs)
  expect(page).toEqual(OLDEST)
})

test('starts over when the pool has become small', () => {
  expect(nextPage([30, 45], 3 * BLOCK)).toEqual(OLDEST)
  expect([isOnePage(2 * BLOCK), isOnePage(2 * BLOCK + 1)]).toEqual([true, false])
})
