import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createBus, newId, type Bus } from '@kla/chassis'
import { EVENTS_STREAM, SeatsChanged, subjects } from '@kla/proto'
import { infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { consumeSeatsChanged } from '../../src/pairing/events.js'
import { roomOf, seat } from '../support/platform.js'

let bus: Bus
beforeAll(async () => {
  const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }
  bus = await createBus({ url: infrastructure().natsUrl, name: 'test', log: quietLogger(), events })
})
afterAll(() => bus.close())

test('consumeSeatsChanged handles rooms concurrently', async () => {
  const roomIds = [newId(), newId()]
  const waiting = new Set(roomIds)
  let bothAreHere = (): void => undefined
  const both = new Promise<void>((resolve) => (bothAreHere = resolve))
  const pairRoom = async (roomId: string): Promise<undefined> => {
    // Events of other suites are in the stream as well.
    if (!roomIds.includes(roomId)) return
    waiting.delete(roomId)
    if (waiting.size === 0) bothAreHere()
    await both
  }
  const consumer = await consumeSeatsChanged(bus, uniqueName('signalling'), pairRoom, quietLogger())
  for (const roomId of roomIds) {
    const update = { roomId, room: roomOf(roomId, 1, [seat(1, 'a', 10)]), changes: [], closedReason: '' }
    const event = SeatsChanged.encode({ eventId: newId(), update }).finish()
    await bus.publishEvent(subjects.eventSeatsChanged, newId(), event)
  }
  await both
  await consumer.close()
  expect(waiting.size).toBe(0)
})
