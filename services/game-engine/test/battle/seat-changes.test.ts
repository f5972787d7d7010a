import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import {
  EndReason,
  messageOf,
  Room,
  RoomUpdate,
  Seat,
  SeatChange,
  SeatChangeKind,
  SeatsChanged,
  subjects,
} from '@kla/proto'
import { eventually } from '@kla/testkit'
import { createEngines, type Engines, patientTimings, type Pod } from '../support/engine.js'
import { newBattle } from '../support/room.js'

let engines: Engines
let pod: Pod
beforeAll(async () => {
  engines = await createEngines({ timings: patientTimings })
  pod = await engines.pod()
})
afterAll(() => engines.close())

/** The kinds of change of a room that reached the engine, event by event. */
const reached = (roomId: string): SeatChangeKind[][] =>
  pod.line.received
    .map(({ data }) => SeatsChanged.decode(data).update)
    .filter((update) => update?.roomId === roomId)
    .map((update) => update!.changes.map(({ kind }) => kind))

test('an engine receives departures from a room but no joins', async () => {
  const { roomId, one } = await newBattle(engines, pod)
  await engines.rooms.sit(roomId, 3, 5)
  await engines.rooms.leave(roomId, one.id)
  await engines.watch.until(roomId, 'noUnanimousWinner')
  expect(reached(roomId)).toEqual([[SeatChangeKind.LEFT]])
})

test('an engine ends a battle once when a departure is delivered twice', async () => {
  const { roomId, one } = await newBattle(engines, pod)
  await engines.rooms.leave(roomId, one.id)
  await engines.watch.until(roomId, 'noUnanimousWinner')
  const [first] = pod.line.received.slice(-1)
  await engines.bus.publishEvent(subjects.eventSeatsFreed, newId(), first!.data)

  // Events are handled in order.
  const later = await newBattle(engines, pod)
  await engines.rooms.leave(later.roomId, later.one.id)
  await engines.watch.until(later.roomId, 'noUnanimousWinner')
  expect(reached(roomId)).toHaveLength(2)
  expect(engines.watch.names(roomId).filter((name) => name === 'noUnanimousWinner')).toHaveLength(1)
})

test('an engine ignores joins among departures', async () => {
  const { roomId, one, other } = await newBattle(engines, pod)
  const seat = messageOf(Seat, { accountId: one.id, takenAtMs: 1 })
  const changes = [messageOf(SeatChange, { kind: SeatChangeKind.TAKEN, seat })]
  const event = messageOf(SeatsChanged, {
    eventId: newId(),
    update: messageOf(RoomUpdate, { roomId, room: messageOf(Room, { id: roomId, version: 2 }), changes }),
  })
  await engines.bus.publishEvent(subjects.eventSeatsFreed, event.eventId, SeatsChanged.encode(event).finish())
  await engines.rooms.leave(roomId, other.id)
  await engines.watch.until(roomId, 'noUnanimousWinner')
  expect(reached(roomId)).toEqual([[SeatChangeKind.TAKEN], [SeatChangeKind.LEFT]])
})

/** The event of a room that becomes empty with these departures. */
const empties = (roomId: string, version: number, accountIds: readonly number[]): SeatsChanged => {
  const changes = accountIds.map((accountId) =>
    messageOf(SeatChange, { kind: SeatChangeKind.LEFT, seat: messageOf(Seat, { accountId, takenAtMs: 1 }) }),
  )
  const room = messageOf(Room, { id: roomId, version })
  const update = messageOf(RoomUpdate, { roomId, room, changes, closedReason: 'empty' })
  return messageOf(SeatsChanged, { eventId: newId(), update })
}
const publish = (event: SeatsChanged) =>
  engines.bus.publishEvent(subjects.eventSeatsFreed, event.eventId, SeatsChanged.encode(event).finish())
const outcomeOf = (roomId: string) => eventually(() => engines.watch.finished.get(roomId)?.[0] ?? false)

test('an engine blames no one for a battle that both players leave at once', async () => {
  const { roomId, one, other } = await newBattle(engines, pod)
  await publish(empties(roomId, 2, [one.id, other.id]))
  expect(await outcomeOf(roomId)).toMatchObject({ reason: EndReason.LEFT, leftBy: 0 })
})

test('an engine keeps a panic exit whose event is handled after the last departure', async () => {
  const { roomId, one, other } = await newBattle(engines, pod)
  await publish(empties(roomId, 3, [other.id]))
  await eventually(() => expect(reached(roomId).length).toBeGreaterThan(0))
  await engines.rooms.leave(roomId, one.id, true)
  expect(await outcomeOf(roomId)).toMatchObject({ reason: EndReason.SAFETY, leftBy: one.id })
  // The last departure comes again, and closes the room.
  await eventually(() => expect(reached(roomId).length).toBeGreaterThan(2), 10_000)
})
