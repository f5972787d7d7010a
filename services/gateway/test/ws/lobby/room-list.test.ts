import { describe, expect, test } from '@jest/globals'
import { createMetrics } from '@kla/chassis'
import type { RoomListItem } from '@kla/proto'
import { eventually, quietLogger } from '@kla/testkit'
import type { Connection } from '../../../src/ws/connection/connection.js'
import { Lobby } from '../../../src/ws/lobby/lobby.js'
import { RoomList } from '../../../src/ws/lobby/room-list.js'
import { createRealtimeMetrics } from '../../../src/ws/metrics.js'

const room = (id: string, ...accountIds: number[]): RoomListItem => ({
  id,
  name: id,
  creator: 'somebody',
  mode: 'rush',
  capacity: 2,
  category: 'default',
  passcodeRequired: false,
  players: accountIds.length,
  accountIds,
})
const idsOf = (text: string): string[] => (JSON.parse(text) as { rooms: { id: string }[] }).rooms.map(({ id }) => id)

describe('RoomList', () => {
  const list = new RoomList([room('a', 1, 2), room('b', 3), room('c', 2), room('d')])

  test('leaves out every room in which one of them sits', () => {
    expect(idsOf(list.without(new Set([2])).whole)).toEqual(['b', 'd'])
    expect(idsOf(list.without(new Set([1, 3])).whole)).toEqual(['c', 'd'])
    const many = new Set(Array.from({ length: 100 }, (_, index) => index + 3))
    expect(idsOf(list.without(many).whole)).toEqual(['a', 'c', 'd'])
  })

  test('is one text for all who may see all of it, and one for all with the same hidden rooms', () => {
    expect(list.without(new Set([9])).whole).toBe(list.whole.player)
    expect(list.without(new Set([1, 9])).whole).toBe(list.without(new Set([1])).whole)
  })

  test('shows visitors only how many rooms of each kind there are', () => {
    const kinds = [
      room('a', 1),
      { ...room('b', 2), mode: 'stamina', category: 'gay' },
      { ...room('c'), passcodeRequired: true },
    ]
    expect(JSON.parse(new RoomList(kinds).whole.visitor)).toEqual({
      rooms: [],
      counts: [
        { mode: 'rush', category: 'default', rooms: 2 },
        { mode: 'stamina', category: 'gay', rooms: 1 },
      ],
    })
  })

  test('is the same text for visitors for any order, names and players of the rooms', () => {
    const visitors = (...rooms: RoomListItem[]) => new RoomList(rooms).whole.visitor
    expect(visitors({ ...room('x', 5, 6), veiled: true }, room('y'))).toBe(visitors(room('b', 2), room('a', 1)))
  })

  test('never reveals who sits where', () => {
    for (const text of [list.whole.player, list.whole.visitor, list.without(new Set([1])).whole])
      expect(text).not.toMatch(/account/i)
  })
})

/** Creates a reader for an account, which records frames sent to it alone. */
function reader(accountId: number) {
  const sent: string[][] = []
  const connection = {
    closed: false,
    session: { key: String(accountId), account: { id: accountId }, connections: new Set() },
    socket: { subscribe: () => undefined, unsubscribe: () => undefined },
    sendEvent: (_event: string, text: string) => void sent.push(idsOf(text)),
  }
  return { connection: connection as unknown as Connection, sent }
}

function createLobby() {
  let nowMs = 0
  const world = {
    apart: new Map<number, number[]>(),
    asked: [] as number[],
    down: false,
    published: 0,
  }
  const lobby = new Lobby({
    rooms: { listRooms: async () => ({ rooms: [room('a', 1), room('b', 2)] }) },
    listApart: async ({ account }) => {
      world.asked.push(account.id)
      if (world.down) throw new Error('rooms is down')
      return world.apart.get(account.id) ?? []
    },
    activity: { subscribe: () => undefined, unsubscribe: () => undefined, close: () => undefined },
    elsewhere: {
      subscribe: () => undefined,
      unsubscribe: () => undefined,
      changed: () => undefined,
      close: () => undefined,
    },
    publish: () => void (world.published += 1),
    metrics: createRealtimeMetrics(createMetrics('gateway'), { sockets: () => 0, rooms: () => 0, searches: () => 0 }),
    log: quietLogger(),
    // All timers are due.
    now: () => (nowMs += 10_000),
  })
  return { lobby, world }
}

describe('Lobby', () => {
  test("reads every reader's blocks again when messages may have been lost, and sends only changed lists", async () => {
    const { lobby, world } = createLobby()
    const [eve, bob] = [reader(7), reader(8)]
    for (const { connection } of [eve, bob]) await lobby.subscribe(connection)
    expect([eve.sent, bob.sent]).toEqual([[['a', 'b']], [['a', 'b']]])
    world.apart.set(7, [1])
    world.down = true
    lobby.reconnected()
    await eventually(() => world.asked.length >= 4)
    // Known blocks stay in force while they cannot be read.
    expect(eve.sent).toHaveLength(1)
    world.down = false
    await eventually(() => eve.sent.length === 2)
    expect([eve.sent[1], bob.sent.length]).toEqual([['b'], 1])
    lobby.close()
  })

  test('makes no call and sends nothing for a block between two accounts that do not read', async () => {
    const { lobby, world } = createLobby()
    const eve = reader(7)
    await lobby.subscribe(eve.connection)
    lobby.blocksChanged({ accountId: 1, otherId: 2, apart: true })
    lobby.blocksChanged({ accountId: 7, otherId: 999, apart: true })
    expect([eve.sent.length, world.asked]).toEqual([1, [7]])
    lobby.blocksChanged({ accountId: 2, otherId: 7, apart: true })
    expect(eve.sent[1]).toEqual(['a'])
    lobby.close()
  })
})
