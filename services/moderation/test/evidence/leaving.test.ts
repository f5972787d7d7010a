import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Bus, createBus, createRedis, newId, type Redis } from '@kla/chassis'
import { EVENTS_STREAM, SeatChangeKind, SeatsChanged, subjects } from '@kla/proto'
import { eventually, infrastructure, quietLogger, redeliverAll } from '@kla/testkit'
import { createModeration, type Moderation } from '../support/moderation.js'

const KEEP_MS = 3_600_000
let moderation: Moderation
let bus: Bus
let redis: Redis
beforeAll(async () => {
  moderation = await createModeration()
  redis = createRedis({ url: infrastructure().redisUrl, log: quietLogger() })
  const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }
  bus = await createBus({ url: infrastructure().natsUrl, name: 'leaving-test', log: quietLogger(), events })
})
afterAll(async () => {
  redis.disconnect()
  await bus.close()
  await moderation.close()
})

const keyOf = (roomId: string) => `${moderation.redisPrefix}transcript:{${roomId}}:batches`
/** A room whose last line is nearly an hour old. */
async function quietRoom(): Promise<string> {
  const roomId = newId()
  const line = { lineId: newId(), accountId: 1, username: 'player1', message: 'hello', saidAtMs: Date.now() }
  await moderation.client.keepLines({ rooms: [{ roomId, lines: JSON.stringify([line]) }] })
  await redis.pexpire(keyOf(roomId), 60_000)
  return roomId
}
async function publish(roomId: string, kind: SeatChangeKind): Promise<void> {
  const change = { kind, seat: undefined, replacedSocketId: '', safety: false }
  const update = { roomId, room: undefined, changes: [change], closedReason: '' }
  const event = { eventId: newId(), update }
  await bus.publishEvent(subjects.eventSeatsFreed, event.eventId, SeatsChanged.encode(event).finish())
}

test('chat messages are kept for an hour after a player has left the room', async () => {
  const [left, stayed, never] = [await quietRoom(), await quietRoom(), newId()]
  await publish(stayed, SeatChangeKind.LOST)
  await publish(never, SeatChangeKind.LEFT)
  await publish(left, SeatChangeKind.LEFT)
  await eventually(async () => expect(await redis.pttl(keyOf(left))).toBeGreaterThan(KEEP_MS - 60_000))
  expect(await redis.pttl(keyOf(stayed))).toBeLessThanOrEqual(60_000)
  expect(await redis.exists(keyOf(never))).toBe(0)
})

test('a redelivered event does not extend their life', async () => {
  const left = await quietRoom()
  await publish(left, SeatChangeKind.LEFT)
  await eventually(async () => expect(await redis.pttl(keyOf(left))).toBeGreaterThan(KEEP_MS - 60_000))
  moderation.clock.aheadMs = KEEP_MS
  await redis.pexpire(keyOf(left), 30_000)
  await redeliverAll(infrastructure().natsUrl, `${moderation.eventsDurable}-seats`)
  moderation.clock.aheadMs = 0
  expect(await redis.pttl(keyOf(left))).toBeLessThanOrEqual(30_000)
}, 40_000)
