import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { type Room, SignalKind, type StartWatchPeers } from '@kla/proto'
import { eventually, uniqueName } from '@kla/testkit'
import { type Platform, roomOf, seat, startPlatform } from '../support/platform.js'
import { offerSdp, SOME } from '../support/sdp.js'

const { OFFER, ANSWER, ICE_CANDIDATE } = SignalKind
const offer = { type: 'offer', sdp: offerSdp() }
const answerThat = (direction: string) => ({
  type: 'answer',
  sdp: `v=0\r\no=- 1 2 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=${direction}\r\n`,
})

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

const watcher = (socketId: string, judge = false) => ({
  connection: { socketId, gatewayId: 'g2' },
  name: judge ? 'Mara' : 'eve',
  judge,
  accountId: judge ? 0 : 3,
  sinceMs: 1,
})

/** A room in which a judge and a spectator watch two players; published, and received. */
async function watchedRoom() {
  const stem = uniqueName('w')
  const [roomId, a, b, j, s] = [newId(), `${stem}a`, `${stem}b`, `${stem}j`, `${stem}s`]
  const received = await platform.listen(roomId)
  const seats = [seat(1, a, 10), seat(2, b, 20)]
  const change = async (version: number, about: Partial<Room>): Promise<void> => {
    const room = { ...roomOf(roomId, version, seats), ...about }
    platform.rooms.set(roomId, room)
    await platform.publish(room)
  }
  await change(2, {})
  await change(3, { watchers: [watcher(j, true), watcher(s)] })
  // Two processes may publish one generation, from the update and from the event: receivers compare its number.
  const parts = (): StartWatchPeers[] => {
    const published = received.started.flatMap(({ watchParts }) => watchParts)
    return [...new Map(published.map((part) => [`${part.generation} ${part.socketId}`, part])).values()]
  }
  await eventually(() => expect(parts()).toHaveLength(4))
  return { roomId, a, b, j, s, received, change, parts }
}

const refusals = async (outcome: string): Promise<number> => {
  let sum = 0
  for (const { ports } of platform.pods) {
    const text = await (await fetch(`http://127.0.0.1:${ports.health}/metrics`)).text()
    sum += Number(new RegExp(`kla_signals_total\\{outcome="${outcome}".*\\} (\\d+)`).exec(text)?.[1] ?? 0)
  }
  return sum
}

describe('watchers', () => {
  test('and players receive each other once, with relay servers and separate credentials', async () => {
    const { a, b, j, s, parts } = await watchedRoom()
    const partOf = (socketId: string) => parts().filter((part) => part.socketId === socketId)
    const watchers = [
      { socketId: j, name: 'Mara', judge: true, accountId: 0 },
      { socketId: s, judge: false },
    ]
    const players = [
      { socketId: a, name: 'player1', accountId: 1 },
      { socketId: b, name: 'player2', accountId: 2 },
    ]
    for (const socketId of [a, b]) expect(partOf(socketId)).toMatchObject([{ watching: false, peers: watchers }])
    for (const socketId of [j, s]) expect(partOf(socketId)).toMatchObject([{ watching: true, peers: players }])
    expect(parts().map(({ iceTransportPolicy, generation }) => [iceTransportPolicy, generation])).toEqual(
      Array.from({ length: 4 }, () => ['relay', 3]),
    )
    expect(new Set(parts().map(({ iceServers }) => iceServers[1]?.username)).size).toBe(4)
  })

  test('do not make the players reconnect', async () => {
    const { received } = await watchedRoom()
    // A generation may be published twice.
    const published = received.started.flatMap(({ parts }) => parts.map(({ generation }) => generation))
    expect(new Set(published).size).toBe(1)
  })

  test('that leave are published to the players, not to the remaining watchers', async () => {
    const { a, b, j, change, parts } = await watchedRoom()
    await change(4, { watchers: [watcher(j, true)] })
    await eventually(() => expect(parts()).toHaveLength(7))
    const last = parts().slice(4)
    expect(last.filter(({ watching }) => !watching).map(({ socketId }) => socketId)).toEqual([a, b])
    for (const part of last) expect(part).toMatchObject({ generation: 4 })
    await change(5, { watchers: [] })
    await eventually(() => expect(parts().slice(7)).toMatchObject([{ peers: [] }, { peers: [] }]))
  })
})

describe('GetPeers with watchers', () => {
  test("returns a watcher's part by socket, and a player's with both kinds", async () => {
    const { roomId, a, b, j, s } = await watchedRoom()
    const watching = await platform.client.getPeers({ roomId, watchingSocketId: j })
    expect(watching).toMatchObject({
      watch: { socketId: j, watching: true, peers: [{ socketId: a }, { socketId: b }] },
    })
    expect(watching.start).toBeUndefined()
    const principal = await platform.principals.sign({ accountId: 1 })
    const player = await platform.client.getPeers({ roomId, watchingSocketId: '' }, { principal })
    expect(player).toMatchObject({
      start: { socketId: a, peers: [{ socketId: b }] },
      watch: { socketId: a, watching: false, peers: [{ socketId: j }, { socketId: s }] },
    })
  })

  test('rejects a socket that does not watch, a player that claims to, and one that has left', async () => {
    const { roomId, a, s, change } = await watchedRoom()
    for (const watchingSocketId of ['stranger', a]) {
      await expect(platform.client.getPeers({ roomId, watchingSocketId })).rejects.toMatchObject({
        reason: 'NOT_SEATED',
      })
    }
    await change(4, { watchers: [] })
    const out = platform.client.getPeers({ roomId, watchingSocketId: s })
    await expect(out).rejects.toMatchObject({ reason: 'NOT_SEATED' })
  })
})

describe('signalling with watchers', () => {
  test("relays a player's offer and a watcher's answer, without addresses", async () => {
    const { roomId, a, s, received } = await watchedRoom()
    platform.signal(roomId, a, s, OFFER, offer)
    await eventually(() => expect(received.signals).toHaveLength(1))
    platform.signal(roomId, s, a, ANSWER, answerThat('recvonly'))
    await eventually(() => expect(received.signals).toHaveLength(2))
    expect(received.signals).toMatchObject([
      { toSocketId: s, kind: OFFER },
      { toSocketId: a, kind: ANSWER },
    ])
    for (const secret of [SOME.host, SOME.reflexive, SOME.mdns])
      expect(received.signals[0]?.payload).not.toContain(secret)
  })

  test.each([
    ['an offer', OFFER, offer, 'wrong_way'],
    ['an answer by which it would send', ANSWER, answerThat('sendrecv'), 'would_send'],
    ['an answer that does not say it only receives', ANSWER, answerThat('mid:0'), 'would_send'],
    ['its own address', ICE_CANDIDATE, { candidate: `candidate:1 1 udp 1 ${SOME.host} 9 typ host` }, 'withheld'],
  ])('rejects %s of a watcher', async (_what, kind, payload, outcome) => {
    const { roomId, a, s, received } = await watchedRoom()
    const before = await refusals(outcome)
    platform.signal(roomId, s, a, kind, payload)
    await eventually(async () => expect(await refusals(outcome)).toBe(before + 1))
    expect(received.signals).toEqual([])
  })

  test('drops signals between watchers, and of one that has left', async () => {
    const { roomId, a, j, s, received, change } = await watchedRoom()
    const before = await refusals('not_paired')
    platform.signal(roomId, s, j, OFFER, offer)
    platform.signal(roomId, j, s, ANSWER, answerThat('recvonly'))
    await eventually(async () => expect(await refusals('not_paired')).toBe(before + 2))
    await change(4, { watchers: [watcher(j, true)] })
    platform.signal(roomId, s, a, ANSWER, answerThat('recvonly'))
    await eventually(async () => expect(await refusals('not_paired')).toBe(before + 3))
    expect(received.signals).toEqual([])
  })
})

describe('leases', () => {
  const SHORT = { watchLeaseMs: 400, watchLeaseRenewalMs: 100 }
  let short: Platform
  beforeAll(async () => {
    short = await startPlatform(2, SHORT)
  })
  afterAll(() => short.stop())

  test('are renewed with the same generation only while rooms confirms them', async () => {
    const stem = uniqueName('l')
    const [roomId, a, b, s] = [newId(), `${stem}a`, `${stem}b`, `${stem}s`]
    const { started } = await short.listen(roomId)
    const consented = { watchers: [watcher(s)], spectatorConsents: [1, 2] }
    const room = (version: number, about: Partial<Room>): Room => ({
      ...roomOf(roomId, version, [seat(1, a, 10), seat(2, b, 20)]),
      ...about,
    })
    short.rooms.set(roomId, room(2, consented))
    await short.publish(room(2, consented))
    const renewed = (): number => started.filter(({ watchParts }) => watchParts.length === 3).length
    await eventually(() => expect(renewed()).toBeGreaterThan(5), 25_000)
    // The other platform publishes the event as well, once.
    const parts = started
      .flatMap(({ watchParts }) => watchParts)
      .filter(({ leaseMs }) => leaseMs === SHORT.watchLeaseMs)
    expect(parts.length).toBeGreaterThan(12)
    expect(new Set(parts.map(({ generation }) => generation))).toEqual(new Set([2]))

    // Rooms has the withdrawal, which no pod has received yet.
    short.rooms.set(roomId, room(3, { watchers: [], spectatorConsents: [1] }))
    await eventually(() => expect(started.at(-1)?.watchParts.map(({ peers }) => peers)).toEqual([[], []]))
    const until = started.length
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(
      started.slice(until).flatMap(({ watchParts }) => watchParts.filter(({ peers }) => peers.length > 0)),
    ).toEqual([])
  }, 40_000)

  test("are refused by GetPeers during a player's grace period, and without rooms there is no answer", async () => {
    const { roomId, a, j, change } = await watchedRoom()
    const stem = platform.rooms.get(roomId) as Room
    const asJudge = () => platform.client.getPeers({ roomId, watchingSocketId: j })
    await change(4, { ...stem, version: 4, spectatorConsents: [1, 2] })
    expect((await asJudge()).watch?.leaseMs).toBe(15_000)
    const seats = stem.seats.map((one) => (one.connection?.socketId === a ? { ...one, graceDeadlineMs: 9_000 } : one))
    await change(5, { ...stem, version: 5, seats, watchers: [watcher(j, true)] })
    expect((await asJudge()).watch?.leaseMs).toBe(0)
  })
})
