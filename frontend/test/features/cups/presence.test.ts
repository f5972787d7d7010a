import { expect, test } from '@jest/globals'
import { CUP_PRESENCE_MS } from '@kla/proto/web'
import { keepPresence, PRESENCE_EVERY_MS, type PresenceResult } from '../../../src/features/cups/presence.js'
import { tie } from '../../entities/cup/cup-data.js'
import { settle } from '../../settle.js'
import { manualClock } from '../../shared/realtime/manual-clock.js'

const called = (room_id: string | null = null): PresenceResult => ({
  answer: { tie: tie('1-1', { state: 'called' }), present: [1], room_id },
})

/** Gives the `answers` one after the other, then repeats the last. */
function talk(...answers: PresenceResult[]) {
  const { clock, advance } = manualClock()
  const heard: PresenceResult[] = []
  let times = 0
  const stop = keepPresence({
    clock,
    onResult: (result) => heard.push(result),
    confirm: async () => answers[Math.min(times++, answers.length - 1)] as PresenceResult,
  })
  const later = async () => {
    await settle()
    advance(PRESENCE_EVERY_MS)
    await settle()
  }
  return { heard, stop, later, times: () => times }
}

test('leaves room for two lost confirmations before a player counts as absent', () => {
  expect(3 * PRESENCE_EVERY_MS).toBeLessThanOrEqual(CUP_PRESENCE_MS)
})

test('confirms at once and repeats while the opponent is awaited', async () => {
  const { times, later } = talk(called())
  expect(times()).toBe(1)
  await later()
  await later()
  expect(times()).toBe(3)
})

test('continues after a request without a response', async () => {
  const { heard, later, times } = talk({ lost: true }, called())
  await later()
  expect(heard).toEqual([{ lost: true }, called()])
  await later()
  expect(times()).toBe(3)
})

test.each<[string, PresenceResult]>([
  ['the room is open', called('room')],
  ['the tie is decided', { answer: { tie: tie('1-1', { state: 'decided' }), present: [], room_id: null } }],
  ['the server refuses', { refused: "You're not playing in this tie." }],
])('stops once %s', async (_, result) => {
  const { heard, later, times } = talk(result)
  await later()
  await later()
  expect(times()).toBe(1)
  expect(heard).toEqual([result])
})

test('ignores a pending response after it is stopped', async () => {
  const { heard, later, stop, times } = talk(called())
  stop()
  await later()
  expect(times()).toBe(1)
  expect(heard).toEqual([])
})

test('cancels the next confirmation when it is stopped while waiting', async () => {
  const { later, stop, times } = talk(called())
  await later()
  stop()
  await later()
  expect(times()).toBe(2)
})
