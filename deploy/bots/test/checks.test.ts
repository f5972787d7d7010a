import { expect, test } from '@jest/globals'
import type { RoomStateData, ServerFrame } from '@kla/proto/web'
import { countedLine, createChatCheck, createSequenceCheck } from '../src/index.js'

const faultsOf = (counters: number[], sent: number) => {
  const check = createChatCheck('robin')
  for (const counter of counters) check.takes({ username: 'robin', message: countedLine(counter) })
  check.finish(sent)
  return check.faults
}

test('accepts lines that arrive once and in order', () => {
  expect(faultsOf([1, 2, 3], 3)).toEqual({ lost: 0, doubled: 0, outOfOrder: 0 })
})

test('counts lost, duplicated and reordered lines', () => {
  expect(faultsOf([1, 3], 3)).toEqual({ lost: 1, doubled: 0, outOfOrder: 0 })
  expect(faultsOf([1, 1, 2], 2)).toEqual({ lost: 0, doubled: 1, outOfOrder: 0 })
  expect(faultsOf([2, 1], 2)).toEqual({ lost: 0, doubled: 0, outOfOrder: 1 })
})

test('ignores lines of other senders', () => {
  const check = createChatCheck('robin')
  check.takes({ username: 'sasha', message: countedLine(1) })
  check.takes({ system: true, text: countedLine(1) })
  expect(check.missing(1)).toEqual([1])
})

test('takes what it missed from the state of a room, and what it knows once', () => {
  const check = createChatCheck('robin')
  const said = (counter: number, username = 'robin') => ({ username, message: countedLine(counter) })
  check.takes(said(1))
  check.takesKept([said(1), said(2), said(7, 'sasha')])
  check.takes(said(3))
  check.finish(3)
  expect(check.faults).toEqual({ lost: 0, doubled: 0, outOfOrder: 0 })
  expect(check.missing(3)).toEqual([])
})

const line = (seq: number): ServerFrame => ({ event: 'receive-message', data: { username: 'a', message: 'b' }, seq })
const state = (seq: number): ServerFrame => ({ event: 'room-state', data: { seq } as RoomStateData })

test('accepts consecutive numbers from any start', () => {
  const check = createSequenceCheck()
  expect([1_000, 1_001, 1_002].map((seq) => check.takes(line(seq)))).toEqual([false, false, false])
  expect(check.faults).toEqual({ missed: 0, repeated: 0, unnumbered: 0 })
})

test('asks for the state after a gap and counts what is missing', () => {
  const check = createSequenceCheck()
  check.takes(line(1))
  expect(check.takes(line(4))).toBe(true)
  expect(check.faults.missed).toBe(2)
})

test('continues from the number in the state', () => {
  const check = createSequenceCheck()
  check.takes(state(9))
  expect(check.takes(line(10))).toBe(false)
  expect(check.faults.missed).toBe(0)
})

test('counts an earlier number as a repeat', () => {
  const check = createSequenceCheck()
  check.takes(line(5))
  check.takes(line(5))
  check.takes(line(4))
  expect(check.faults.repeated).toBe(2)
})

test('accepts any start on a new connection', () => {
  const check = createSequenceCheck()
  check.takes(line(5))
  check.restart()
  expect(check.takes(line(90))).toBe(false)
  expect(check.faults.missed).toBe(0)
})
