import { expect, test } from '@jest/globals'
import { createDoublePress, DOUBLE_PRESS_MS } from '../../../../src/features/room/exit/double-press.js'

const presses = (...times: number[]) => times.map(createDoublePress())

test('recognises the second press in time', () => {
  expect(presses(0, DOUBLE_PRESS_MS)).toEqual([false, true])
})

test('takes a later press for another first one', () => {
  expect(presses(0, DOUBLE_PRESS_MS + 1, DOUBLE_PRESS_MS + 2)).toEqual([false, false, true])
})

test('needs two more presses after it was recognised', () => {
  expect(presses(0, 100, 200, 300)).toEqual([false, true, false, true])
})
