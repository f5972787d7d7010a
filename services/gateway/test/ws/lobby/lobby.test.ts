import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { BlocksChanged, SessionEnded, subjects } from '@kla/proto'
import { IDLE_TIMEOUT_MS, type KnownRooms, nextRooms } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { newRoom } from '../../support/test-client.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let gateway: Service

beforeEach(async () => {
  world = await createWorld()
  gateway = await world.gateway()
})
afterEach(() => world.stop())

describe('room list', () => {
  test('is sent to players at once and on every change', async () => {
    const bob = await world.client(gateway, 2)
    expect(await bob.ask('request-room-list', {})).toEqual({ success: true })
    expect(await bob.event('public-room-list')).toEqual({ rooms: [] })
    const ada = await world.client(gateway, 1)
    await ada.ask('create-room', newRoom({ veiled: true }))
    expect(await bob.event('public-room-list', 2)).toEqual({
      rooms: [
        {
          id: expect.any(String),
          name: 'Late night',
          creator: 'player1',
          mode: 'rush',
          capacity: '2',
          category: 'default',
          passcodeRequired: false,
          players: 1,
          veiled: true,
        },
      ],
    })
  })

  test('sends visitors only counts by mode and category, on every change', async () => {
    const nobody = await world.client(gateway, 0)
    await nobody.ask('request-room-list', {})
    expect(await nobody.event('public-room-list')).toEqual({ rooms: [], counts: [] })
    const [ada, bob, carol] = [
      await world.client(gateway, 1),
      await world.client(gateway, 2),
      await world.client(gateway, 3),
    ]
    const { roomId } = await ada.ask('create-room', newRoom({ mode: 'stamina', category: 'gay' }))
    await nobody.event('public-room-list', 2)
    await bob.ask('create-room', { ...newRoom(), passcode: 'sesame', passcodeRequired: true })
    await nobody.event('public-room-list', 3)
    await carol.ask('create-room', newRoom())
    const rush = { mode: 'rush', category: 'default' } as const
    const stamina = { mode: 'stamina', category: 'gay', rooms: 1 } as const
    expect(await nobody.event('public-room-list', 4)).toEqual({ rooms: [], counts: [{ ...rush, rooms: 2 }, stamina] })
    await ada.ask('leave-room', { roomId })
    expect(await nobody.event('public-room-list', 5)).toEqual({ rooms: [], counts: [{ ...rush, rooms: 2 }] })
    expect(JSON.stringify(nobody.received)).not.toMatch(new RegExp(`player\\d|Late night|${roomId}`))
  })

  test('becomes the players’ list when a visitor signs in, and the visitors’ once the session ends', async () => {
    const [later, ada] = [await world.client(gateway, 0), await world.client(gateway, 1)]
    await later.ask('request-room-list', {})
    await ada.ask('create-room', { ...newRoom(), passcode: 'sesame', passcodeRequired: true })
    await later.event('public-room-list', 2)
    await later.ask('authenticate', { token: world.auth.person(3).accessToken })
    const full = { rooms: [{ name: 'Late night', creator: 'player1', category: 'default', passcodeRequired: true }] }
    const list = await later.event('public-room-list', 3)
    expect(list).toMatchObject(full)
    expect(list).not.toHaveProperty('counts')
    await (await world.client(gateway, 2)).ask('create-room', newRoom())
    expect((await later.event('public-room-list', 4)).rooms).toHaveLength(2)
    expect(JSON.stringify(later.all('public-room-list').slice(0, 2))).not.toContain('Late night')

    world.bus.publish(
      subjects.eventSessionEnded,
      SessionEnded.encode({
        eventId: newId(),
        sessionKey: world.auth.person(3).sessionKey,
        accountId: 3,
        administrator: false,
      }).finish(),
    )
    expect(await later.closed).toBe(4001)
    const again = await world.client(gateway, 0)
    await again.ask('request-room-list', {})
    expect(await again.event('public-room-list')).toEqual({
      rooms: [],
      counts: [{ mode: 'rush', category: 'default', rooms: 2 }],
    })
  })

  test('is refused to a player whom auth cannot identify, rather than sent as to a visitor', async () => {
    await (await world.client(gateway, 1)).ask('create-room', newRoom())
    world.auth.down = true
    const ada = await world.client(gateway, 2)
    expect(await ada.ask('request-room-list', {})).toMatchObject({ success: false, code: 'UNAVAILABLE' })
    expect(ada.all('public-room-list')).toEqual([])
    world.auth.down = false
    expect(await ada.ask('request-room-list', {})).toEqual({ success: true })
    expect((await ada.event('public-room-list')).rooms).toHaveLength(1)
  })

  test('is read and sent at most twice a second, and sent only if changed', async () => {
    const lobby = await Promise.all(Array.from({ length: 20 }, () => world.client(gateway, 0)))
    await Promise.all(lobby.map((client) => client.ask('request-room-list', {})))
    const before = world.rooms.calls.get('listRooms') ?? 0
    const beganAt = Date.now()
    for (let person = 1; person <= 15; person += 1) {
      const creator = await world.client(gateway, person)
      await creator.ask('create-room', newRoom())
      for (let poke = 0; poke < 20; poke += 1) world.bus.publish(subjects.lobbyChanged, new Uint8Array())
    }
    await eventually(() => lobby.every((client) => client.all('public-room-list').at(-1)?.counts?.[0]?.rooms === 15))
    const halves = Math.ceil((Date.now() - beganAt) / 500) + 1
    expect((world.rooms.calls.get('listRooms') ?? 0) - before).toBeLessThanOrEqual(halves)
    for (const client of lobby) expect(client.all('public-room-list').length - 1).toBeLessThanOrEqual(halves)
    const lists = lobby[0]?.all('public-room-list') ?? []
    expect(new Set(lists.map((list) => JSON.stringify(list))).size).toBe(lists.length)
  })

  test('is not sent to members of a room until they leave and ask again', async () => {
    const ada = await world.client(gateway, 1)
    await ada.ask('request-room-list', {})
    const watcher = await world.client(gateway, 0)
    await watcher.ask('request-room-list', {})
    const { roomId } = await ada.ask('create-room', newRoom())
    await watcher.event('public-room-list', 2)
    expect(ada.all('public-room-list')).toHaveLength(1)
    expect(await ada.ask('request-room-list', {})).toMatchObject({ code: 'ALREADY_SEATED' })
    await ada.ask('leave-room', { roomId })
    await ada.ask('request-room-list', {})
    await ada.event('public-room-list', 2)
  })

  test('leaves out rooms of players whom the reader must not meet, and reveals no players', async () => {
    const [eve, bob, nobody] = [
      await world.client(gateway, 7),
      await world.client(gateway, 8),
      await world.client(gateway, 0),
    ]
    world.blocks.apart.set(7, [1, 999])
    for (const client of [eve, bob, nobody]) await client.ask('request-room-list', {})
    const carol = await world.client(gateway, 3)
    const { roomId } = await carol.ask('create-room', newRoom({ roomName: 'Open to all' }))
    await nobody.event('public-room-list', 2)
    await (await world.client(gateway, 1)).ask('create-room', newRoom({ roomName: "Ada's" }))
    expect((await bob.event('public-room-list', 3)).rooms).toHaveLength(2)
    expect(await nobody.event('public-room-list', 3)).toEqual({
      rooms: [],
      counts: [{ mode: 'rush', category: 'default', rooms: 2 }],
    })
    const names = () => eve.all('public-room-list').map(({ rooms }) => rooms.map(({ name }) => name))
    expect(names()).toEqual([[], ['Open to all']])
    // The second player of a room counts like the first.
    const ada = await world.client(gateway, 999)
    await ada.ask('join-room', { roomId, passcode: null, role: 'player' })
    await eventually(() => names().length === 3)
    expect(names()[2]).toEqual([])
    await ada.ask('leave-room', { roomId })
    await eventually(() => names().length === 4)
    expect(names()[3]).toEqual(['Open to all'])
    expect(JSON.stringify([eve.received, bob.received, nobody.received])).not.toMatch(/account_?ids/i)
  })

  test('is cut and restored as blocks come and go, in either direction', async () => {
    const [eve, bob] = [await world.client(gateway, 7), await world.client(gateway, 8)]
    for (const client of [eve, bob]) await client.ask('request-room-list', {})
    await (await world.client(gateway, 1)).ask('create-room', newRoom())
    for (const client of [eve, bob]) await client.event('public-room-list', 2)
    const change = (accountId: number, otherId: number, apart: boolean): void =>
      world.bus.publish(subjects.blocksChanged, BlocksChanged.encode({ accountId, otherId, apart }).finish())
    change(1, 7, true)
    expect((await eve.event('public-room-list', 3)).rooms).toEqual([])
    change(7, 1, false)
    expect((await eve.event('public-room-list', 4)).rooms).toHaveLength(1)
    // A reader of the shared list again, it gets that list once.
    await (await world.client(gateway, 2)).ask('create-room', newRoom())
    expect((await eve.event('public-room-list', 5)).rooms).toHaveLength(2)
    expect((await bob.event('public-room-list', 3)).rooms).toHaveLength(2)
    expect(bob.all('public-room-list')).toHaveLength(3)
  })

  test('applies a change that arrives during the call to rooms', async () => {
    await (await world.client(gateway, 1)).ask('create-room', newRoom())
    let answer = (): void => undefined
    world.blocks.apartGate = new Promise((resolve) => (answer = resolve))
    const eve = await world.client(gateway, 7)
    eve.send('request-room-list', {}, { ack: 1 })
    await eventually(() => world.blocks.apartAsked > 0)
    world.bus.publish(subjects.blocksChanged, BlocksChanged.encode({ accountId: 7, otherId: 1, apart: true }).finish())
    // Over the same connection: received after the change.
    const passed = await world.client(gateway, 0)
    await passed.ask('request-room-list', {})
    await (await world.client(gateway, 2)).ask('create-room', newRoom({ roomName: 'Open to all' }))
    await passed.event('public-room-list', 2)
    answer()
    expect((await eve.event('public-room-list')).rooms.map(({ name }) => name)).toEqual(['Open to all'])
  })

  test("is refused while the reader's blocks are unknown, and sent once they are known", async () => {
    await (await world.client(gateway, 1)).ask('create-room', newRoom())
    world.blocks.apartDown = true
    const eve = await world.client(gateway, 7)
    expect(await eve.ask('request-room-list', {})).toMatchObject({ success: false, code: 'UNAVAILABLE' })
    const nobody = await world.client(gateway, 0)
    expect(await nobody.ask('request-room-list', {})).toEqual({ success: true })
    expect(eve.all('public-room-list')).toEqual([])
    world.blocks.apart.set(7, [1])
    world.blocks.apartDown = false
    world.bus.publish(subjects.lobbyChanged, new Uint8Array())
    expect((await eve.event('public-room-list')).rooms).toEqual([])
  })

  test('is refused when it cannot be read, and sent once it can', async () => {
    let down = true
    world.rooms.before = async (call) => {
      if (down && call === 'listRooms') throw new Error('rooms is down')
    }
    const nobody = await world.client(gateway, 0)
    expect(await nobody.ask('request-room-list', {})).toMatchObject({ success: false })
    down = false
    expect(await nobody.event('public-room-list')).toEqual({ rooms: [], counts: [] })
  })

  test(
    'is not read without subscribers',
    async () => {
      let reads = 0
      const listRooms: typeof world.rooms.client.listRooms = async (request) => {
        reads += 1
        return world.rooms.client.listRooms(request)
      }
      const unseen = await world.gateway({}, { clients: { rooms: { ...world.rooms.client, listRooms } } })
      const gone = await world.client(unseen, 0)
      await gone.ask('request-room-list', {})
      gone.drop()
      await eventually(async () => {
        const metrics = await fetch(`http://127.0.0.1:${unseen.ports.health}/metrics`)
        return /kla_gateway_sockets\{[^}]*\} 0\n/.test(await metrics.text())
        // A peer that vanishes is closed once it has been silent for that long.
      }, IDLE_TIMEOUT_MS + 10_000)
      const before = reads
      const watcher = await world.client(gateway, 0)
      await watcher.ask('request-room-list', {})
      for (let person = 1; person <= 2; person += 1) {
        await (await world.client(gateway, person)).ask('create-room', newRoom())
        await watcher.event('public-room-list', person + 1)
      }
      expect(reads).toBe(before)
    },
    IDLE_TIMEOUT_MS + 30_000,
  )
})

describe('room list by differences', () => {
  /** Rooms as the client's reducer knows them. */
  const roomsOf = (client: Awaited<ReturnType<World['client']>>): string[] | null => {
    let known: KnownRooms | null = null
    for (const { event, data } of client.received as { event: string; data: never }[]) {
      if (event === 'public-room-list') known = nextRooms(known, { kind: 'list', data })
      if (event === 'room-list-change') known = nextRooms(known, { kind: 'change', data })
    }
    return known && known.rooms.map(({ name }) => name)
  }
  const fill = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at += 1)
      await (await world.client(gateway, 20 + at)).ask('create-room', newRoom({ roomName: `Room ${at}` }))
  }

  test('sends a list once and then only changes, and whole lists to clients that did not ask', async () => {
    await fill(3)
    const [bob, eve] = [await world.client(gateway, 2), await world.client(gateway, 7)]
    expect(await bob.ask('request-room-list', { differences: true })).toEqual({ success: true })
    await eve.ask('request-room-list', {})
    expect(await bob.event('public-room-list')).toMatchObject({ rooms: [{}, {}, {}], revision: expect.any(Number) })
    const ada = await world.client(gateway, 1)
    const { roomId } = await ada.ask('create-room', newRoom({ roomName: "Ada's" }))
    const change = await bob.event('room-list-change')
    expect(change).toMatchObject({ removed: [], changed: [], added: [{ room: { id: roomId, name: "Ada's" } }] })
    expect(change.to).toBe(change.from + 1)
    await ada.ask('leave-room', { roomId })
    expect(await bob.event('room-list-change', 2)).toMatchObject({ from: change.to, removed: [roomId], added: [] })
    expect(bob.all('public-room-list')).toHaveLength(1)
    expect(roomsOf(bob)?.sort()).toEqual(['Room 0', 'Room 1', 'Room 2'])
    await eve.event('public-room-list', 3)
    expect(eve.all('room-list-change')).toEqual([])
    expect(JSON.stringify(eve.all('public-room-list'))).not.toContain('revision')
  })

  test('leaves out rooms of players whom the reader must not meet, also as blocks change', async () => {
    await fill(3)
    world.blocks.apart.set(7, [20])
    const eve = await world.client(gateway, 7)
    await eve.ask('request-room-list', { differences: true })
    await eve.event('public-room-list')
    await (await world.client(gateway, 1)).ask('create-room', newRoom({ roomName: "Ada's" }))
    await eventually(() => roomsOf(eve)?.length === 3)
    expect(eve.all('public-room-list')).toHaveLength(1)
    const change = (apart: boolean): void =>
      world.bus.publish(subjects.blocksChanged, BlocksChanged.encode({ accountId: 1, otherId: 7, apart }).finish())
    change(true)
    await eventually(() => roomsOf(eve)?.includes("Ada's") === false)
    expect(JSON.stringify(eve.received)).not.toContain('Room 0')
    change(false)
    await eventually(() => roomsOf(eve)?.includes("Ada's") === true)
    await (await world.client(gateway, 3)).ask('create-room', newRoom({ roomName: 'Last' }))
    await eventually(() => roomsOf(eve)?.includes('Last') === true)
    expect(JSON.stringify(eve.received)).not.toContain('Room 0')
  })

  test('sends nothing to a connection that does not look, and a new list once it does', async () => {
    await fill(2)
    const [bob, watcher] = [await world.client(gateway, 2), await world.client(gateway, 8)]
    for (const client of [bob, watcher]) await client.ask('request-room-list', { differences: true })
    await bob.event('public-room-list')
    expect(await bob.ask('request-room-list', { looking: false })).toEqual({ success: true })
    await (await world.client(gateway, 1)).ask('create-room', newRoom({ roomName: "Ada's" }))
    await watcher.event('room-list-change')
    expect([bob.all('public-room-list').length, bob.all('room-list-change').length]).toEqual([1, 0])
    await bob.ask('request-room-list', { differences: true })
    await bob.event('public-room-list', 2)
    expect(roomsOf(bob)).toContain("Ada's")
  })

  test('sends visitors counts as before', async () => {
    const nobody = await world.client(gateway, 0)
    await nobody.ask('request-room-list', { differences: true })
    expect(await nobody.event('public-room-list')).toEqual({ rooms: [], counts: [] })
    await fill(1)
    expect((await nobody.event('public-room-list', 2)).counts).toHaveLength(1)
    expect(nobody.all('room-list-change')).toEqual([])
  })
})
