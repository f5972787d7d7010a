import { expect, test } from '@jest/globals'
import { moveInGrid } from '../../../../src/features/room/wild-card/move-in-grid.js'

// 0 1 2
// 3 4 5
// 6 7
const move = (key: string, from: number) => moveInGrid(key, from, 8, 3)

test.each([
  ['ArrowRight', 2, 3],
  ['ArrowLeft', 3, 2],
  ['ArrowDown', 1, 4],
  ['ArrowUp', 4, 1],
  ['Home', 5, 0],
  ['End', 1, 7],
])('%s leads from %i to %i', (key, from, to) => {
  expect(move(key, from)).toBe(to)
})

test('moves down from above a short last row to its end', () => {
  expect(move('ArrowDown', 5)).toBe(7)
})

test.each([
  ['ArrowLeft', 0],
  ['ArrowUp', 2],
  ['ArrowRight', 7],
  ['ArrowDown', 6],
  ['ArrowDown', 7],
  ['Home', 0],
  ['a', 3],
])('%s leads nowhere from %i', (key, from) => {
  expect(move(key, from)).toBeNull()
})
