import { expect, test } from '@jest/globals'
import { dueBlocksOf } from '../../../src/entities/blocks/due-blocks.js'
import { fakeMemory } from '../../fake-memory.js'

test('keeps each block once, for its player alone', () => {
  const browser = fakeMemory()
  const due = dueBlocksOf('12345', browser)
  due.add(22)
  due.add(33)
  due.add(22)
  expect(dueBlocksOf('12345', browser).ids()).toEqual([22, 33])
  expect(dueBlocksOf('67890', browser).ids()).toEqual([])
})

test.each([
  ['taken', undefined, []],
  ['refused', { status: 404 }, []],
  ['unanswered', { status: 'FETCH_ERROR' }, [22]],
  ['not taken by a busy server', { status: 503 }, [22]],
  ['limited', { status: 429 }, [22]],
  ['asked for after a logout', { status: 401 }, [22]],
])('of a block that is %s', (_, error, left) => {
  const browser = fakeMemory()
  const due = dueBlocksOf('12345', browser)
  due.add(22)
  due.answered(22, error)
  expect(due.ids()).toEqual(left)
  expect(Object.keys(browser.all())).toHaveLength(left.length)
})

test('ignores what is no id', () => {
  expect(dueBlocksOf('1', fakeMemory({ 'kla-due-blocks1': '22,,x,-3,1.5,33' })).ids()).toEqual([22, 33])
})
