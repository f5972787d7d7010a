import { describe, expect, test } from '@jest/globals'
import { current, pushed, UNDO_MAX, type Undoable } from '../../../src/console/kit/undo.js'

const done = (label: string): Undoable => ({ label, undo: async () => undefined })

describe('undo stack', () => {
  test('undoes the newest first and drops the oldest above the limit', () => {
    const stack = Array.from({ length: UNDO_MAX + 1 }, (_, index) => done(String(index))).reduce(
      pushed,
      [] as Undoable[],
    )
    expect(stack).toHaveLength(UNDO_MAX)
    expect(stack.at(-1)?.label).toBe(String(UNDO_MAX))
    expect(stack[0]?.label).toBe('1')
  })

  test('forgets what the server would refuse by now', () => {
    const stack = [done('a ban'), { ...done('a decision'), untilMs: 60_000 }]
    expect(current(stack, 59_999)).toHaveLength(2)
    expect(current(stack, 60_000).map(({ label }) => label)).toEqual(['a ban'])
  })
})
