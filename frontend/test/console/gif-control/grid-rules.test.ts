import { describe, expect, test } from '@jest/globals'
import { columnsOf, placeAfter, withRange } from '../../../src/console/gif-control/grid-rules.js'
import { conditionFilters } from '../../../src/console/gif-control/states.js'

describe('placeAfter', () => {
  const grid = { count: 8, columns: 3 }
  test.each([
    ['ArrowRight', 1, 2],
    ['ArrowLeft', 1, 0],
    ['ArrowDown', 1, 4],
    ['ArrowUp', 4, 1],
    ['Home', 5, 0],
    ['End', 5, 7],
    ['ArrowLeft', 0, null],
    ['ArrowUp', 2, null],
    ['ArrowDown', 6, null],
    ['x', 1, null],
  ])('moves by %s from %i to %j', (key, from, to) => expect(placeAfter(key, from, grid)).toBe(to))

  test('finds no place in an empty grid', () => {
    expect(placeAfter('End', 0, { count: 0, columns: 1 })).toBeNull()
  })
})

test('columnsOf counts the cards of the first line', () => {
  expect(columnsOf([8, 8, 8, 200, 200])).toBe(3)
  expect(columnsOf([8, 8])).toBe(2)
  expect(columnsOf([])).toBe(1)
})

describe('withRange', () => {
  const shown = [9, 8, 7, 6, 5]
  test.each([
    ['forwards', { anchor: 8, id: 6 }, [8, 7, 6]],
    ['backwards', { anchor: 6, id: 9 }, [9, 8, 7, 6]],
    ['without an anchor', { anchor: null, id: 7 }, [7]],
    ['from an anchor that left the page', { anchor: 99, id: 7 }, [7]],
  ])('selects %s', (_how, range, expected) => expect(withRange(shown, [], range)).toEqual(expected))

  test('keeps what was selected, each once', () => {
    expect(withRange(shown, [5, 7], { anchor: 8, id: 7 })).toEqual([5, 7, 8])
  })
})

test('conditionFilters offers every condition with its count, and all of them first', () => {
  const filters = conditionFilters({ live: 3, broken: 2 })
  expect(filters.map(({ words, count }) => `${words} ${count}`)).toEqual([
    'All 5',
    'Checking 0',
    'Broken 2',
    'Draft 0',
    'Live 3',
    'Hidden 0',
    'Blocked 0',
  ])
})
