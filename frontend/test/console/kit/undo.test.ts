import { expect, test } from '@jest/globals'
import { pushed, UNDO_MAX, type Undoable } from '../../../src/console/kit/undo.js'

const done = (label: string): Undoable => ({ label, undo: async () => undefined })

test('the last thing done is the first one taken back, and the oldest is forgotten', () => {
  const stack = Array.from({ length: UNDO_MAX + 1 }, (_, index) => done(String(index))).reduce(pushed, [] as Undoable[])
  expect(stack).toHaveLength(UNDO_MAX)
  expect(stack.at(-1)?.label).toBe(String(UNDO_MAX))
  expect(stack[0]?.label).toBe('1')
})
