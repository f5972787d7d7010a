import { expect, test } from '@jest/globals'
import type { RoomStateData, ServerFrame } from '@kla/proto/web'
import { countedLine, createChatCheck, createSequenceCheck } from '../../src/bots/index.js'

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

const line = (seq: number): ServerFrame => ({ event: 'receive-message', data: { username: 'a', message: 'b' }, seq })
const state = (seq: number): ServerFrame => ({ event: 'room-state', data: { seq } as RoomStateData })

test('numbers may begin anywhere and rise by one', () => {
  const check = createSequenceCheck()
  expect([1_000, 1_001, 1_002].map((seq) => check.takes(line(seq)))).toEqual([false, false, false])
  expect(check.faults).toEqual({ missed: 0, repeated: 0, unnumbered: 0 })
})

test('a gap asks for the state and counts what is missing', () => {
  const check = createSequenceCheck()
  check.takes(line(1))
  expect(check.takes(line(4))).toBe(true)
  expect(check.faults.missed).toBe(2)
})

test('the state says where the numbers go on', () => {
  const check = createSequenceCheck()
  check.takes(state(9))
  expect(check.takes(line(10))).toBe(false)
  expect(check.faults.missed).toBe(0)
})

test('a number that came before is a repeat', () => {
  const check = createSequenceCheck()
  check.takes(line(5))
  check.takes(line(5))
  check.takes(line(4))
  expect(check.faults.repeated).toBe(2)
})

test('another connection may begin at any number', () => {
  const check = createSequenceCheck()
  check.takes(line(5))
  check.restart()
  expect(check.takes(line(90))).toBe(false)
  expect(check.faults.missed).toBe(0)
})
