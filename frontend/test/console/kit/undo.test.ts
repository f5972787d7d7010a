import { describe, expect, test } from '@jest/globals'
import { current, isFinal, pushed, UNDO_MAX, type Undoable } from '../../../src/console/kit/undo.js'

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

  test.each([
    ['a lost connection', { status: 'FETCH_ERROR' }, false],
    ['a timeout', { status: 'TIMEOUT_ERROR' }, false],
    ['a busy server', { status: 503, data: { code: 'UNAVAILABLE' } }, false],
    ['too many calls', { status: 429 }, false],
    ['a lapsed session', { status: 401 }, false],
    ['a cancelled confirmation', { status: 403, data: { code: 'STEP_UP_REQUIRED' } }, false],
    ['a change by someone else', { status: 409, data: { code: 'CHANGED_MEANWHILE', current: {} } }, true],
    ['an undo that is too late', { status: 410 }, true],
    ['an error of the page', new TypeError('not a function'), true],
  ])('after %s, is dropped only if a repeat is pointless', (_, error, expected) => {
    expect(isFinal(error)).toBe(expected)
  })
})
