import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Bus } from '@kla/chassis'
import { SeatsChanged, subjects } from '@kla/proto'
import { eventually, uniqueName } from '@kla/testkit'
import { newAccount, realBus } from '../platform.js'
import { createCupPlatform, type CupPlatform } from './cup-platform.js'

let platform: CupPlatform
beforeAll(async () => {
  platform = await createCupPlatform()
})
afterAll(() => platform.stop())

/** Writes down the versions of rooms whose events reach durables that end so. */
function recordingBus(real: Bus, durables: string): { bus: Bus; versionsOf: (roomId: string) => number[] } {
  const reached: (readonly [roomId: string | undefined, version: number])[] = []
  const consumeEvents: Bus['consumeEvents'] = (options, handler) =>
    real.consumeEvents(options, (message, storedAtMs) => {
      if (options.durable.endsWith(durables)) {
        const { update } = SeatsChanged.decode(message.data)
        reached.push([update?.roomId, update?.room?.version ?? 0])
      }
      return handler(message, storedAtMs)
    })
  const versionsOf = (roomId: string): number[] => reached.filter(([id]) => id === roomId).map(([, version]) => version)
  return { bus: { ...real, consumeEvents }, versionsOf }
}

test('cups receive departures from a room but no joins; other consumers receive the rest', async () => {
  const { bus, versionsOf } = recordingBus(await realBus(), '-cups-seats-changed')
  const pod = await platform.pod({ bus })
  const [ada, bob] = [newAccount(), newAccount()]
  const room = await platform.create(pod.client, ada)
  const joins: number[] = []
  for (const _ of [1, 2]) {
    joins.push((await platform.join(pod.client, bob, room.id)).version)
    await pod.client.leaveRoom({ commandId: '', roomId: room.id }, await platform.principal(bob))
  }
  await eventually(() => expect(versionsOf(room.id)).toHaveLength(2))
  expect(versionsOf(room.id).filter((version) => joins.includes(version))).toEqual([])

  const others: number[] = []
  const rest = { subject: subjects.eventSeatsKept, durable: uniqueName('rest') }
  const consumer = await platform.bus.consumeEvents(rest, async ({ data }) => {
    const { update } = SeatsChanged.decode(data)
    if (update?.roomId === room.id) others.push(update.room?.version ?? 0)
  })
  await eventually(() => expect(others).toEqual(joins))
  await consumer.close()
})
