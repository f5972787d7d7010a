import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createRedis, newId } from '@kla/chassis'
import { SignalKind } from '@kla/proto'
import { eventually, quietLogger, uniqueName } from '@kla/testkit'
import { type Platform, roomOf, seat, startPlatform } from './support/platform.js'
import { offerSdp } from './support/sdp.js'

const { OFFER, ICE_CANDIDATE } = SignalKind
const offer = { type: 'offer', sdp: offerSdp() }
const candidate = (at: number) => ({ candidate: `candidate:${at} 1 udp 1 192.0.2.1 9 typ host`, sdpMid: '0' })

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform(2)
  // A new consumer begins with all events that the stream still holds, also of other suites.
  const room = roomOf(newId(), 2, [seat(1, 'a', 10), seat(2, 'b', 20)])
  const { started } = await platform.listen(room.id)
  await platform.publish(room)
  await eventually(() => started.length > 0, 25_000)
})
afterAll(() => platform.stop())

const names = () => {
  const stem = uniqueName('s')
  return { roomId: newId(), a: `${stem}a`, b: `${stem}b` }
}

/** A room with a pair, published and received. */
async function pairedRoom() {
  const { roomId, a, b } = names()
  const received = await platform.listen(roomId)
  const room = roomOf(roomId, 2, [seat(1, a, 10), seat(2, b, 20)])
  platform.rooms.set(roomId, room)
  await platform.publish(room)
  await eventually(() => expect(received.started).toHaveLength(1))
  return { roomId, a, b, received, room }
}

const counted = async (): Promise<Record<string, number>> => {
  const sums: Record<string, number> = {}
  for (const pod of platform.pods) {
    const text = await (await fetch(`http://127.0.0.1:${pod.ports.health}/metrics`)).text()
    for (const [, outcome, n] of text.matchAll(/kla_signals_total\{outcome="(\w+)".*\} (\d+)/g)) {
      sums[outcome as string] = (sums[outcome as string] ?? 0) + Number(n)
    }
  }
  return sums
}

describe('pairing', () => {
  test('sends each player its own credentials once both are connected', async () => {
    const { a, b, received } = await pairedRoom()
    const [one, other] = received.started[0]?.parts ?? []
    expect(one).toMatchObject({ socketId: a, polite: false, generation: 2, peers: [{ socketId: b, accountId: 2 }] })
    expect(other).toMatchObject({ socketId: b, polite: true, generation: 2, peers: [{ socketId: a, accountId: 1 }] })
    expect(one?.iceTransportPolicy).toBe('all')
    expect(one?.iceServers[1]?.username).not.toBe(other?.iceServers[1]?.username)
  })

  test('is published once for repeated events, and again for another socket', async () => {
    const { roomId, a, b, received, room } = await pairedRoom()
    for (let times = 0; times < 3; times++) await platform.publish(room)
    await platform.publish(roomOf(roomId, 3, [seat(1, a, 10, 99), seat(2, b, 20)]))
    await platform.publish(roomOf(roomId, 4, [seat(1, `${a}2`, 10), seat(2, b, 20)]))
    await eventually(() => expect(received.started.map((each) => each.parts[0]?.generation)).toEqual([2, 4]))
    expect(received.started[1]?.parts[0]).toMatchObject({ socketId: `${a}2`, polite: false })
  })

  test('is stored without credentials', async () => {
    const { roomId } = await pairedRoom()
    const redis = createRedis({ url: platform.config().redisUrl, log: quietLogger() })
    const stored = await redis.get(`${platform.config().redisPrefix}{${roomId}}`)
    await redis.quit()
    expect(JSON.parse(stored ?? '')).toMatchObject({ generation: 2, announced: true })
    expect(stored).not.toMatch(/credential|username|turn/)
  })
})

describe('GetPeers', () => {
  const getPeers = async (roomId: string, accountId: number) =>
    platform.client.getPeers(
      { roomId, watchingSocketId: '' },
      { principal: await platform.principals.sign({ accountId }) },
    )

  test("returns the caller's part with the same TURN name each time", async () => {
    const { roomId, b } = await pairedRoom()
    const [one, again] = [await getPeers(roomId, 2), await getPeers(roomId, 2)]
    expect(one.start).toMatchObject({ socketId: b, polite: true, generation: 2 })
    expect(one.start?.iceServers[1]).toMatchObject({ username: again.start?.iceServers[1]?.username })
  })

  test('returns nothing while the caller is alone', async () => {
    const { roomId, a } = names()
    platform.rooms.set(roomId, roomOf(roomId, 1, [seat(1, a, 10)]))
    expect(await getPeers(roomId, 1)).toEqual({ start: undefined })
  })

  test.each([
    ['a stranger', 77],
    ['a player of a closed room', 1],
  ])('rejects %s', async (_who, accountId) => {
    const { roomId } = await pairedRoom()
    if (accountId === 1) platform.rooms.delete(roomId)
    await expect(getPeers(roomId, accountId)).rejects.toMatchObject({ reason: 'NOT_SEATED' })
  })

  test('pairs a returned player before the event arrives, and publishes it to the opponent', async () => {
    const { roomId, a, b, received } = await pairedRoom()
    const room = roomOf(roomId, 5, [seat(1, a, 10), seat(2, `${b}2`, 20)])
    platform.rooms.set(roomId, room)
    expect((await getPeers(roomId, 2)).start).toMatchObject({ socketId: `${b}2`, generation: 5 })
    await platform.publish(room)
    await eventually(() => expect(received.started.map((each) => each.parts[0]?.generation)).toEqual([2, 5]))
  })
})

describe('signalling', () => {
  test('relays a signal to the opponent', async () => {
    const { roomId, a, b, received } = await pairedRoom()
    platform.signal(roomId, a, b, OFFER, offer)
    await eventually(() => expect(received.signals).toHaveLength(1))
    expect(received.signals[0]).toMatchObject({ roomId, fromSocketId: a, toSocketId: b, kind: OFFER })
    expect(JSON.parse(received.signals[0]?.payload ?? '')).toEqual(offer)
  })

  test('drops and counts signals from or to other sockets', async () => {
    const { roomId, a, b, received } = await pairedRoom()
    const other = await pairedRoom()
    const before = (await counted())['not_paired'] ?? 0
    platform.signal(roomId, other.a, b, OFFER, offer)
    platform.signal(roomId, a, other.b, OFFER, offer)
    platform.signal(roomId, a, a, OFFER, offer)
    platform.signal(newId(), a, b, OFFER, offer)
    platform.signal('*', a, b, OFFER, offer)
    await eventually(async () => expect((await counted())['not_paired']).toBe(before + 5))
    platform.signal(roomId, a, b, OFFER, offer)
    await eventually(() => expect(received.signals).toHaveLength(1))
    expect(other.received.signals).toEqual([])
  })

  test('stops relaying once one player has left', async () => {
    const { roomId, a, b, received } = await pairedRoom()
    const before = (await counted())['not_paired'] ?? 0
    await platform.publish(roomOf(roomId, 3, [seat(1, a, 10)]))
    platform.signal(roomId, b, a, OFFER, offer)
    await eventually(async () => expect((await counted())['not_paired']).toBe(before + 1))
    expect(received.signals).toEqual([])
  })

  test('relays from the stored session on a pod that missed the update', async () => {
    const { roomId, a, b } = names()
    const received = await platform.listen(roomId)
    await platform.publish(roomOf(roomId, 2, [seat(1, a, 10), seat(2, b, 20)]), { update: false })
    await eventually(() => expect(received.started).toHaveLength(1))
    for (let at = 0; at < 20; at++) platform.signal(roomId, a, b, ICE_CANDIDATE, candidate(at))
    await eventually(() => expect(received.signals).toHaveLength(20))
  })

  test('delivers an offer before its candidates across pods', async () => {
    const rooms = await Promise.all(Array.from({ length: 40 }, pairedRoom))
    for (const { roomId, a, b } of rooms) {
      platform.signal(roomId, a, b, OFFER, offer)
      for (let at = 0; at < 10; at++) platform.signal(roomId, a, b, ICE_CANDIDATE, candidate(at))
    }
    await eventually(() => expect(rooms.every(({ received }) => received.signals.length === 11)).toBe(true))
    expect(rooms.map(({ received }) => received.signals[0]?.kind)).toEqual(rooms.map(() => OFFER))
  })
})
