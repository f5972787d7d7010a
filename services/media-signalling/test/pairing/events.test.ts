import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Bus, createBus, newId } from '@kla/chassis'
import { EVENTS_STREAM, SeatsChanged, subjects } from '@kla/proto'
import { eventually, infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { consumeSeatsChanged } from '../../src/pairing/events.js'
import { roomOf, seat } from '../support/platform.js'

let bus: Bus
beforeAll(async () => {
  const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }
  bus = await createBus({ url: infrastructure().natsUrl, name: 'test', log: quietLogger(), events })
})
afterAll(() => bus.close())

async function publish(subject: string, roomId: string): Promise<void> {
  const update = { roomId, room: roomOf(roomId, 1, [seat(1, 'a', 10)]), changes: [], closedReason: '' }
  const eventId = newId()
  await bus.publishEvent(subject, eventId, SeatsChanged.encode({ eventId, update }).finish())
}

test('consumeSeatsChanged handles freed and kept seats, including those before its first start', async () => {
  const [freedBefore, keptBefore, freed, kept] = [newId(), newId(), newId(), newId()]
  await publish(subjects.eventSeatsFreed, freedBefore)
  await publish(subjects.eventSeatsKept, keptBefore)
  const handled = new Set<string>()
  const consumers = await consumeSeatsChanged(
    bus,
    uniqueName('signalling'),
    async (roomId) => {
      handled.add(roomId)
      return undefined
    },
    quietLogger(),
  )
  await publish(subjects.eventSeatsFreed, freed)
  await publish(subjects.eventSeatsKept, kept)
  await eventually(() => expect([...handled]).toEqual(expect.arrayContaining([freedBefore, keptBefore, freed, kept])))
  await Promise.all(consumers.map((consumer) => consumer.close()))
})

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
  const consumers = await consumeSeatsChanged(bus, uniqueName('signalling'), pairRoom, quietLogger())
  for (const roomId of roomIds) await publish(subjects.eventSeatsKept, roomId)
  await both
  await Promise.all(consumers.map((consumer) => consumer.close()))
  expect(waiting.size).toBe(0)
})
