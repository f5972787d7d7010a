import { expect, test } from '@jest/globals'
import { countedLine, createChatCheck } from '../../src/bots/index.js'

const faultsOf = (counters: number[], sent: number) => {
  const check = createChatCheck('robin')
  for (const counter of counters) check.takes({ username: 'robin', message: countedLine(counter) })
  check.finish(sent)
  return check.faults
}

test('every line once and in order is right', () => {
  expect(faultsOf([1, 2, 3], 3)).toEqual({ lost: 0, doubled: 0, outOfOrder: 0 })
})

test('counts what is lost, doubled and out of order', () => {
  expect(faultsOf([1, 3], 3)).toEqual({ lost: 1, doubled: 0, outOfOrder: 0 })
  expect(faultsOf([1, 1, 2], 2)).toEqual({ lost: 0, doubled: 1, outOfOrder: 0 })
  expect(faultsOf([2, 1], 2)).toEqual({ lost: 0, doubled: 0, outOfOrder: 1 })
})

test('lines of others do not count', () => {
  const check = createChatCheck('robin')
  check.takes({ username: 'sasha', message: countedLine(1) })
  check.takes({ system: true, text: countedLine(1) })
  expect(check.highest).toBe(0)
})
