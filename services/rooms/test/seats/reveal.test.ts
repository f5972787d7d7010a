import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type GrpcClient, newId } from '@kla/chassis'
import { RevealChanged, type Room, type RoomUpdate, subjects, WatchingServiceService } from '@kla/proto'
import { createTestClient, eventually } from '@kla/testkit'
import { connectionOf, createPlatform, given, newAccount, type Platform, type Pod } from '../platform.js'
import { createCups, type Cups } from '../tie-room.js'

let platform: Platform
let cups: Cups
let pod: Pod
let other: Pod
let watching: GrpcClient<typeof WatchingServiceService>
let updates: RoomUpdate[]
const events: RevealChanged[] = []

beforeAll(async () => {
  platform = await createPlatform()
  cups = createCups(platform)
  pod = await platform.pod()
  other = await platform.pod()
  watching = createTestClient({ definition: WatchingServiceService, address: `127.0.0.1:${pod.service.ports.grpc}` })
  updates = await platform.updates()
  await platform.bus.subscribe(subjects.eventRevealChanged, ({ data }) => void events.push(RevealChanged.decode(data)))
})
afterAll(async () => {
  watching.close()
  await cups.stop()
  await platform.stop()
})

interface Said {
  readonly epoch?: number
  readonly show?: boolean
  readonly commandId?: string
  readonly at?: Pod
}

async function set(
  room: Room,
  accountId: number,
  { epoch = room.reveal?.epoch ?? -1, show = true, commandId = newId(), at = pod }: Said = {},
) {
  return given(
    await at.client.setReveal({ commandId, roomId: room.id, show, epoch }, await platform.principal(accountId)),
  )
}
const roomOf = async ({ id: roomId }: { id: string }): Promise<Room> => given(await pod.client.getRoom({ roomId }))

async function veiledPair(): Promise<{ room: Room; ada: number; bob: number }> {
  const [ada, bob] = [newAccount(), newAccount()]
  const { id } = await platform.create(pod.client, ada, { veiled: true })
  return { room: await platform.join(pod.client, bob, id), ada, bob }
}
async function openPair() {
  const pair = await veiledPair()
  await set(pair.room, pair.ada)
  return { ...pair, open: await set(pair.room, pair.bob, { at: other }) }
}
const eventsOf = ({ id }: Room): RevealChanged[] => events.filter(({ roomId }) => roomId === id)

/** The two have not seen each other yet. */
const NEVER_CLOSED = { closedWhy: '', closedBy: 0 }

describe('a room', () => {
  test('is veiled when its creator asks for it, and the list shows that', async () => {
    const { room } = await veiledPair()
    expect(room.reveal).toEqual({ epoch: 1, ready: [], open: false, ...NEVER_CLOSED })
    const plain = await platform.create(pod.client, newAccount())
    expect(plain.reveal).toBeUndefined()
    const { rooms } = await pod.client.listRooms({ limit: 200 })
    const veiled = new Map(rooms.map((item) => [item.id, item.veiled]))
    expect([veiled.get(room.id), veiled.get(plain.id)]).toEqual([true, false])
  })

  test('of a tie is always veiled', async () => {
    expect((await cups.openTie([newAccount(), newAccount()])).reveal).toEqual({ epoch: 0, ready: [], openedAtMs: null })
  })

  test('without a veil cannot be revealed', async () => {
    const ada = newAccount()
    const room = await platform.create(pod.client, ada)
    await expect(set(room, ada, { epoch: 0 })).rejects.toMatchObject({ reason: 'NOT_VEILED' })
  })
})

describe('SetReveal', () => {
  test('opens once both players have agreed, on any pod, and is published', async () => {
    const { room, open } = await openPair()
    expect(open.reveal).toMatchObject({ epoch: 1, open: true })
    await eventually(() =>
      expect(updates.filter(({ roomId }) => roomId === room.id).at(-1)?.room?.reveal?.open).toBe(true),
    )
  })

  test('does not count for another account, an outsider or another room', async () => {
    const { room, ada } = await veiledPair()
    await set(room, ada)
    expect((await set(room, ada)).reveal).toEqual({ epoch: 1, ready: [ada], open: false, ...NEVER_CLOSED })
    await expect(set(room, newAccount())).rejects.toMatchObject({ reason: 'NOT_SEATED' })
    await expect(set({ ...room, id: newId() }, ada)).rejects.toMatchObject({ reason: 'ROOM_NOT_FOUND' })
    const unauthenticated = pod.client.setReveal({ commandId: newId(), roomId: room.id, show: true, epoch: 1 })
    await expect(unauthenticated).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
  })

  test('answers a repeated command with the first answer, whatever happened in between', async () => {
    const { room, ada, bob } = await veiledPair()
    const commandId = newId()
    const first = await set(room, ada, { commandId })
    await set(room, bob, { show: false })
    expect(await set(room, ada, { commandId, at: other })).toEqual(first)
    expect((await roomOf(room)).reveal).toMatchObject({ epoch: 2, ready: [], open: false })
  })

  test('never leaves both shown when a show and a withdrawal cross', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { room, ada, bob } = await openPair()
      const hidden = set(room, ada, { show: false })
      const crossing = set(room, bob, { at: other }).catch((error: unknown) => error)
      await Promise.all([hidden, crossing])
      expect((await roomOf(room)).reveal).toMatchObject({ epoch: 2, ready: [], open: false })
    }
  })

  test('refuses an earlier epoch, and a banned player who shows but not one who withdraws', async () => {
    const { room, ada } = await openPair()
    const banned = await platform.principal(ada, { restrictions: [{ scope: 'rooms', untilMs: 0 }] })
    const say = (show: boolean) => pod.client.setReveal({ commandId: newId(), roomId: room.id, show, epoch: 1 }, banned)
    await expect(say(true)).rejects.toMatchObject({ reason: 'BANNED_FROM_ROOMS' })
    expect(given(await say(false)).reveal).toMatchObject({ epoch: 2, ready: [], open: false })
    await expect(set(room, ada, { epoch: 1 })).rejects.toMatchObject({ reason: 'REVEAL_OUTDATED' })
  })
})

describe('RevealChanged', () => {
  test('is published when a reveal opens, and when it closes, with the reason', async () => {
    const { room, ada, bob } = await openPair()
    await set(room, bob, { show: false })
    await eventually(() => expect(eventsOf(room)).toHaveLength(2))
    const [opened, closed] = eventsOf(room)
    expect(opened).toMatchObject({ epoch: 1, accounts: [ada, bob], closedAtMs: 0, closedBy: 0, closedWhy: '' })
    expect(closed).toMatchObject({
      epoch: 1,
      accounts: [ada, bob],
      openedAtMs: opened?.openedAtMs,
      closedBy: bob,
      closedWhy: 'withdrawn',
    })
    expect(closed?.closedAtMs).toBeGreaterThanOrEqual(opened?.openedAtMs ?? Infinity)
    expect(new Set(eventsOf(room).map(({ eventId }) => eventId))).toEqual(
      new Set([`${room.id}.reveal.1.open`, `${room.id}.reveal.1.closed`]),
    )
  })

  test('is not published for a reveal that never opened', async () => {
    const { room, ada, bob } = await veiledPair()
    await set(room, ada)
    await set(room, ada, { show: false })
    await pod.client.leaveRoom({ commandId: newId(), roomId: room.id }, await platform.principal(bob))
    await eventually(() =>
      expect(updates.filter(({ roomId }) => roomId === room.id).at(-1)?.room?.seats).toHaveLength(1),
    )
    expect(eventsOf(room)).toEqual([])
  })

  test('names the player whose connection was lost, and no one for a judge', async () => {
    const { room, ada } = await openPair()
    const lost = [{ roomId: room.id, accountId: ada, socketId: connectionOf(ada).socketId }]
    await pod.client.reportConnectionsLost({ gatewayId: 'gateway-1', lost })
    await eventually(() => expect(eventsOf(room).at(-1)).toMatchObject({ closedBy: ada, closedWhy: 'lost' }))

    const [cyd, dan] = [newAccount(), newAccount()]
    const { id } = await cups.openTie([cyd, dan])
    await platform.join(pod.client, cyd, id)
    const tie = await platform.join(pod.client, dan, id)
    for (const player of [cyd, dan]) await set(tie, player)
    const pass = await cups.pass(id)
    await watching.watchRoom({ roomId: id, pass, connection: connectionOf(0, newId()) }, await platform.judge(7))
    await eventually(() => expect(eventsOf(tie).at(-1)).toMatchObject({ closedBy: 0, closedWhy: 'watcher' }))
    expect((await roomOf(tie)).reveal?.open).toBe(false)
  })
})
