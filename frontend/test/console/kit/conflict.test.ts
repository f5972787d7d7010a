import { describe, expect, test } from '@jest/globals'
import { changedBy, changedFields, conflictOf, differences, yoursAsText } from '../../../src/console/kit/conflict.js'
import { followed, pushed, type Undoable, undoProblem } from '../../../src/console/kit/undo.js'

const current = { version: 3, changed_by: 'bea', changed_at: '2026-11-26T10:00:00.000Z' }
const stale = { status: 409, data: { code: 'CHANGED_MEANWHILE', error: 'Someone else just changed this.', current } }

describe('a conflict', () => {
  test('is a refusal with the thing as it is now', () => {
    expect(conflictOf(stale)).toEqual({ current })
    for (const other of [
      undefined,
      { status: 'FETCH_ERROR' },
      { status: 409, data: { code: 'ALREADY_BANNED', current } },
      { status: 409, data: { code: 'CHANGED_MEANWHILE' } },
      { status: 403, data: { code: 'CHANGED_MEANWHILE', current } },
    ]) {
      expect(conflictOf(other)).toBeNull()
    }
  })

  test('shows what either side changed, and what your own change left alone', () => {
    const before = { Status: 'Pending', Category: 'Spam', Note: 'first' }
    const theirs = { Status: 'Dismissed', Category: 'Spam', Note: 'second' }
    expect(differences(before, { Status: 'Reviewed' }, theirs)).toEqual([
      { name: 'Status', yours: 'Reviewed', theirs: 'Dismissed' },
      { name: 'Note', yours: null, theirs: 'second' },
    ])
    expect(differences(before, { Category: 'Abuse' }, before)).toEqual([
      { name: 'Category', yours: 'Abuse', theirs: 'Spam' },
    ])
    expect(changedFields(before, theirs)).toEqual({ Status: 'Dismissed', Note: 'second' })
  })

  test('can be copied as text, without what your own change left alone', () => {
    expect(
      yoursAsText([
        { name: 'Name', yours: 'Winter', theirs: 'Autumn' },
        { name: 'End', yours: null, theirs: 'x' },
      ]),
    ).toBe('Name: Winter')
  })

  test('names each author once', () => {
    expect(changedBy(current)).toBe('bea')
    expect(changedBy([current, { ...current, changed_by: 'ida' }, current])).toBe('bea, ida')
    expect(changedBy({ ...current, changed_by: null })).toBe('Someone')
  })
})

describe('undo', () => {
  const done = (thing: string, version: number): Undoable => ({
    label: `${thing} ${version}`,
    thing,
    version,
    undo: async () => undefined,
  })

  test('follows own later changes of the same thing, and no others', () => {
    const stack = [done('report 1', 2), done('report 2', 2), done('report 1', 5)].reduce(pushed, [] as Undoable[])
    expect(followed(stack, 'report 1', 2, 3).map(({ version }) => version)).toEqual([3, 2, 5])
  })

  test('says who changed the thing since, and that nothing was undone', () => {
    expect(undoProblem(stale, 'Report #1')).toBe('bea changed this since. Nothing was undone.')
    expect(undoProblem({ status: 'FETCH_ERROR' }, 'Report #1')).toBe("We couldn't undo: Report #1")
  })
})
