import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import {
  messageOf,
  PeersStarted,
  Phase,
  Restriction,
  RestrictionsChanged,
  SessionEnded,
  Signal,
  StartWatchPeers,
  subjects,
} from '@kla/proto'
import { eventually } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { sessionKeyOf } from '../../../src/shared/session-cookie.js'
import { leftOf } from '../../../src/ws/rooms/watchers.js'
import { createFakeAuth } from '../../support/fake-auth.js'
import { PASS } from '../../support/fake-watching.js'
import { newRoom, type TestClient } from '../../support/test-client.js'
import { type TwoPlayers, twoPlayers } from '../../support/two-players.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let one: Service
let two: Service
let passes = 0

beforeEach(async () => {
  world = await createWorld()
  one = await world.gateway()
  two = await world.gateway()
})
afterEach(() => world.stop())

const OK = { success: true }
const consent = async ({ roomId, ada, bob }: TwoPlayers): Promise<void> => {
  for (const player of [ada, bob]) expect(await player.ask('allow-spectators', { roomId, allow: true })).toEqual(OK)
}
const judge = async (
  roomId: string,
  at = two,
  pass = `${PASS}${(passes += 1)}`,
  bearer = 'moderator',
): Promise<TestClient> => {
  const client = await world.client(at, 0)
  expect(await client.ask('watch-room', { roomId, pass, bearer })).toEqual(OK)
  return client
}
const spectator = async (roomId: string, person = 3, at = two): Promise<TestClient> => {
  const client = await world.client(at, person)
  expect(await client.ask('watch-room', { roomId })).toEqual(OK)
  return client
}
const socketOf = (roomId: string, judges = true): string =>
  world.rooms.rooms.get(roomId)?.watchers.find((watcher) => watcher.judge === judges)?.connection?.socketId ?? ''
const seatsOf = (roomId: string): string[] =>
  world.rooms.rooms.get(roomId)?.seats.map(({ connection }) => connection?.socketId ?? '') ?? []
const names = (client: TestClient): (string | undefined)[] =>
  client.received.filter(({ event }) => event !== 'game-tick').map(({ event }) => event)

describe('a judge', () => {
  test("enters by a pass alone, once, and receives the room's state", async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [one, two])
    const mara = await judge(roomId, two, `${PASS}once`)
    expect(await mara.event('room-state')).toMatchObject({
      roomId,
      watching: true,
      players: [{ id: 1 }, { id: 2 }],
      judges: [{ username: 'Mara', id: 0 }],
      watchers: [{ name: 'Mara', judge: true }],
      startPeers: null,
      options: [],
    })
    for (const player of [ada, bob]) {
      expect(await player.event('watchers')).toMatchObject({ watchers: [{ name: 'Mara', judge: true }] })
      await eventually(() => player.all('room-user-list').at(-1)?.judges[0]?.username === 'Mara')
    }
    const other = await world.client(one, 0)
    const again = { roomId, pass: `${PASS}once`, bearer: 'moderator' }
    expect(await other.ask('watch-room', again)).toMatchObject({ code: 'WATCH_PASS_INVALID' })
  })

  test('cannot be impersonated by a shared link', async () => {
    const { roomId } = await twoPlayers(world, [one, two])
    const pass = `${PASS}copied`
    for (const bearer of [undefined, null, 'nobody', 'token-1', 'moderator+before-totp']) {
      for (const person of [0, 3]) {
        const other = await world.client(one, person)
        expect(await other.ask('watch-room', { roomId, pass, bearer })).toMatchObject({ code: 'WATCH_PASS_INVALID' })
      }
    }
    await judge(roomId, two, pass)
  })

  test('without an account may do nothing else', async () => {
    const { roomId } = await twoPlayers(world, [one, two])
    const mara = await judge(roomId)
    for (const [event, data] of [
      ['create-room', newRoom()],
      ['join-room', { roomId, passcode: null, role: 'player' }],
      ['ready-up', { roomId }],
      ['declare-winner', { roomId, winnerId: 1 }],
      ['send-message', { roomId, message: 'hi' }],
      ['allow-spectators', { roomId, allow: true }],
      ['find-match', { mode: 'rush', category: 'default' }],
    ] as const) {
      const code: unknown = expect.stringMatching(/^NOT_SIGNED_IN/)
      expect(await mara.ask(event, data)).toMatchObject({ success: false, code })
    }
    expect(await mara.ask('request-room-list', {})).toMatchObject({ code: 'ALREADY_SEATED' })
    expect(await mara.ask('sync-room', { roomId })).toEqual(OK)
    expect(await mara.ask('stop-watching', { roomId })).toEqual(OK)
    await eventually(() => world.rooms.rooms.get(roomId)?.watchers.length === 0)
    expect(await mara.ask('sync-room', { roomId })).toMatchObject({ code: 'NOT_SIGNED_IN' })
    expect(mara.all('room-closed')).toEqual([])
  })
})

describe("a judge's watching", () => {
  const reason = "You're no longer watching this room."
  const endSession = (bearer: string): void => {
    const event = messageOf(SessionEnded, { eventId: 's', sessionKey: sessionKeyOf(bearer), administrator: true })
    world.bus.publish(subjects.eventSessionEnded, SessionEnded.encode(event).finish())
  }
  const watchers = (roomId: string) => world.rooms.rooms.get(roomId)?.watchers.length

  test("ends with the administrator's session, and rooms and players are notified", async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [one, two])
    const mara = [await judge(roomId, one), await judge(roomId, two)]
    const other = await judge(roomId, two, `${PASS}owner`, 'owner')
    await eventually(() => ada.all('watchers').at(-1)?.watchers.length === 3)
    endSession('moderator')
    for (const client of mara) expect(await client.event('room-closed')).toEqual({ reason })
    for (const player of [ada, bob]) await eventually(() => player.all('watchers').at(-1)?.watchers.length === 1)
    expect(watchers(roomId)).toBe(1)
    await ada.ask('send-message', { roomId, message: 'alone' })
    await other.event('receive-message')
    expect(mara.flatMap((client) => client.all('receive-message'))).toEqual([])
    expect(other.all('room-closed')).toEqual([])
  })

  test('does not begin when the session ends while rooms answers', async () => {
    const watching = {
      ...world.watching,
      watchRoom: async (...call: Parameters<typeof world.watching.watchRoom>) => {
        const answer = await world.watching.watchRoom(...call)
        endSession('moderator')
        await world.bus.flush()
        await witness.ask('request-room-list', {})
        return answer
      },
    }
    const gateway = await world.gateway({}, { clients: { watching } })
    const witness = await world.client(gateway, 0)
    const { roomId } = await twoPlayers(world, [one, two])
    const mara = await judge(roomId, gateway)
    expect(await mara.event('room-closed')).toEqual({ reason })
    await eventually(() => watchers(roomId) === 0)
    expect(await mara.ask('sync-room', { roomId })).toMatchObject({ code: 'NOT_SIGNED_IN' })
    expect(mara.all('room-state')).toEqual([])
  })

  describe('is checked like bans, as events may be lost, and', () => {
    const { client } = createFakeAuth()
    type Resolve = typeof client.resolveAdministrator
    let resolve: Resolve = client.resolveAdministrator
    const asked: boolean[] = []
    const checking = async () => {
      resolve = client.resolveAdministrator
      const resolveAdministrator: Resolve = (request, ...rest) => {
        asked.push(request.passive ?? false)
        return resolve(request, ...rest)
      }
      const auth = { ...world.auth.client, resolveAdministrator }
      const gateway = await world.gateway({ banCheckMs: 50 }, { clients: { auth } })
      const { roomId } = await twoPlayers(world, [one, two])
      const mara = await judge(roomId, gateway)
      asked.length = 0
      return { roomId, mara }
    }
    const isChecked = async () => {
      const before = asked.length
      await eventually(() => asked.length > before + 1)
    }

    test.each<[string, Resolve]>([
      ['session', async () => Promise.reject(new KlaError('NOT_SIGNED_IN'))],
      ['permission', (_, ...rest) => client.resolveAdministrator({ token: 'viewer' }, ...rest)],
    ])('ends with the %s', async (_, lost) => {
      const { roomId, mara } = await checking()
      resolve = lost
      expect(await mara.event('room-closed')).toEqual({ reason })
      await eventually(() => watchers(roomId) === 0)
    })

    test('goes on while auth does not answer, without keeping the session alive', async () => {
      const { roomId, mara } = await checking()
      resolve = async () => Promise.reject(new KlaError('UNAVAILABLE'))
      await isChecked()
      expect(asked).not.toContain(false)
      expect(mara.all('room-closed')).toEqual([])
      expect(watchers(roomId)).toBe(1)
    })
  })
})

describe('a spectator', () => {
  test('is refused until both players consent, and must be signed in', async () => {
    const players = await twoPlayers(world, [one, two])
    const { roomId, ada } = players
    const eve = await world.client(two, 3)
    expect(await eve.ask('watch-room', { roomId })).toMatchObject({ code: 'NOT_WATCHABLE' })
    await ada.ask('allow-spectators', { roomId, allow: true })
    expect(await eve.ask('watch-room', { roomId })).toMatchObject({ code: 'NOT_WATCHABLE' })
    await consent(players)
    expect(await eve.ask('watch-room', { roomId })).toEqual(OK)
    const nobody = await world.client(two, 0)
    expect(await nobody.ask('watch-room', { roomId })).toMatchObject({ code: 'NOT_SIGNED_IN' })
  })

  test('is removed on every gateway with a reason when a consent is withdrawn, while judges stay', async () => {
    const players = await twoPlayers(world, [one, two])
    const { roomId, ada, bob } = players
    await consent(players)
    const crowd = [await spectator(roomId, 3, one), await spectator(roomId, 4, two)]
    const mara = await judge(roomId)
    expect(await bob.ask('allow-spectators', { roomId, allow: false })).toEqual(OK)
    const reason = "You're no longer watching this room."
    for (const eve of crowd) expect(await eve.event('room-closed')).toEqual({ reason })
    await eventually(() => ada.all('watchers').at(-1)?.watchers.length === 1)
    expect(ada.all('watchers').at(-1)).toEqual({
      watchers: [{ socketId: socketOf(roomId), name: 'Mara', judge: true }],
      spectatorConsents: [1],
    })
    await ada.ask('send-message', { roomId, message: 'alone' })
    await mara.event('receive-message')
    expect(crowd.flatMap((eve) => eve.all('receive-message'))).toEqual([])
    expect(mara.all('room-closed')).toEqual([])
  })

  test('receives chat on any gateway and cannot write', async () => {
    const players = await twoPlayers(world, [one, one])
    await consent(players)
    const { roomId, ada } = players
    const eve = await spectator(roomId)
    await ada.event('watchers')
    await ada.ask('send-message', { roomId, message: 'hello' })
    expect(await eve.event('receive-message')).toEqual({ username: 'player1', message: 'hello' })
    expect(await eve.ask('send-message', { roomId, message: 'boo' })).toMatchObject({ code: 'NOT_SEATED' })
    expect(ada.all('receive-message')).toHaveLength(1)
  })

  test('is removed when banned from rooms, and rooms is notified', async () => {
    const players = await twoPlayers(world, [one, two])
    await consent(players)
    const eve = await spectator(players.roomId)
    const event = messageOf(RestrictionsChanged, {
      eventId: 'f',
      accountId: 3,
      version: 1,
      restrictions: [messageOf(Restriction, { scope: 'rooms', untilMs: 0 })],
    })
    world.bus.publish(subjects.eventRestrictionsChanged, RestrictionsChanged.encode(event).finish())
    expect((await eve.event('room-closed')).reason).toMatch(/banned/i)
    await eventually(() => world.rooms.rooms.get(players.roomId)?.watchers.length === 0)
  })

  test('stops watching when seated elsewhere, and a seated player cannot watch', async () => {
    const players = await twoPlayers(world, [one, two])
    const { roomId, ada } = players
    await consent(players)
    expect(await ada.ask('watch-room', { roomId })).toMatchObject({ code: 'ALREADY_SEATED' })
    const eve = await spectator(roomId)
    expect(await eve.ask('create-room', newRoom())).toMatchObject(OK)
    await eventually(() => world.rooms.rooms.get(roomId)?.watchers.length === 0)
    await eve.ask('stop-watching', { roomId })
    await ada.ask('send-message', { roomId, message: 'gone?' })
    expect(await eve.ask('send-message', { roomId, message: 'yes' })).toMatchObject({ code: 'NOT_SEATED' })
    expect(eve.all('receive-message')).toEqual([])
  })

  test('is reported when its connection is lost', async () => {
    const players = await twoPlayers(world, [one, two])
    await consent(players)
    const eve = await spectator(players.roomId)
    eve.drop()
    await eventually(() => world.rooms.rooms.get(players.roomId)?.watchers.length === 0)
    await eventually(() => players.ada.all('watchers').at(-1)?.watchers.length === 0)
  })
})

test("does not receive the players' ids at the login provider, while players do", async () => {
  const players = await twoPlayers(world, [one, two])
  const { roomId, ada } = players
  await consent(players)
  const [mara, eve] = [await judge(roomId, one), await spectator(roomId)]
  await judge(roomId)
  await eventually(() => [mara, eve, ada].every((client) => client.all('room-user-list').at(-1)?.judges.length === 2))
  for (const client of [mara, eve, ada]) expect(await client.ask('sync-room', { roomId })).toEqual(OK)
  const discordIds = (client: TestClient): string[] =>
    [...client.all('room-user-list'), ...client.all('room-state')].flatMap(({ players: entries }) =>
      entries.map(({ discord_id }) => discord_id),
    )
  for (const watcher of [mara, eve]) {
    expect(
      watcher
        .all('room-state')
        .at(-1)
        ?.players.map(({ username }) => username),
    ).toEqual(['player1', 'player2'])
    expect(new Set(discordIds(watcher))).toEqual(new Set(['']))
  }
  expect(new Set(discordIds(ada))).toEqual(new Set(['1001', '1002']))
})

describe('a watched battle', () => {
  const shown = (recipient: number, gifUrl: string) => ({
    recipient,
    event: { $case: 'receiveGif' as const, value: { round: 1, gifUrl, wildCard: false } },
  })

  test('sends phases and shown GIFs, never private data', async () => {
    const { roomId, ada } = await twoPlayers(world, [one, two])
    const mara = await judge(roomId)
    await mara.event('room-state')
    const timing = { deadlineMs: 5, durationMs: 5 }
    world.engine.happen(roomId, [
      { event: { $case: 'promptGif', value: { round: 1, ...timing } } },
      { recipient: 1, event: { $case: 'gifOptions', value: { round: 1, options: [] } } },
    ], { phase: Phase.PROMPT })() // oxfmt-ignore
    world.engine.happen(roomId, [shown(1, 'for-ada'), shown(2, 'for-bob')], { phase: Phase.SHOW })()
    await mara.event('receive-gif', 2)
    expect(mara.all('receive-gif')).toMatchObject([
      { gifUrl: 'for-ada', playerId: 1 },
      { gifUrl: 'for-bob', playerId: 2 },
    ])
    await ada.event('receive-gif')
    expect(ada.all('receive-gif')).toEqual([{ round: 1, gifUrl: 'for-ada', wildCard: false }])
    expect(ada.all('gif-options')).toHaveLength(1)
    expect(names(mara)).not.toContain('gif-options')
    await mara.event('prompt-gif')
    const seqs = mara.seqs()
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] as number) + index))
  })

  test('sends the state again on request, with shown GIFs and peers', async () => {
    const { roomId } = await twoPlayers(world, [one, two])
    const mara = await judge(roomId)
    const socketId = socketOf(roomId)
    const part = { socketId, watching: true, iceTransportPolicy: 'relay', generation: 4 }
    world.watchPeers.set(socketId, messageOf(StartWatchPeers, part))
    world.engine.shown = [{ accountId: 2, gifUrl: 'now', wildCard: true }]
    expect(await mara.ask('sync-room', { roomId })).toEqual(OK)
    expect(mara.all('room-state').at(-1)).toMatchObject({ watching: true })
    expect(mara.all('receive-gif').at(-1)).toMatchObject({ gifUrl: 'now', wildCard: true, playerId: 2 })
    expect(await mara.event('start-watch-peers')).toEqual({
      watching: true,
      peers: [],
      iceServers: [],
      iceTransportPolicy: 'relay',
      generation: 4,
    })
    expect(world.rooms.calls.get('resumeSeat')).toBeUndefined()
  })

  test('ends for watchers with its room and an explanation', async () => {
    const { roomId, ada } = await twoPlayers(world, [one, two])
    const mara = await judge(roomId)
    world.rooms.close(roomId, 'empty')
    expect(await mara.event('room-closed')).toEqual({ reason: 'The room you watched has closed.' })
    expect(await ada.event('room-closed')).toEqual({ reason: 'empty' })
  })
})

describe('connections between players and watchers', () => {
  test('are sent to their recipient, newest first', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [one, two])
    const mara = await judge(roomId)
    const [a, b] = seatsOf(roomId) as [string, string]
    const part = (socketId: string, generation: number) =>
      messageOf(StartWatchPeers, {
        socketId,
        generation,
        watching: socketId === socketOf(roomId),
        iceTransportPolicy: 'relay',
        peers: [{ socketId: `peer-${generation}`, name: 'n', judge: true, accountId: 0 }],
      })
    const tell = (generation: number): void => {
      const watchParts = [a, b, socketOf(roomId)].map((socketId) => part(socketId, generation))
      world.bus.publish(subjects.roomPeers(roomId), PeersStarted.encode({ roomId, parts: [], watchParts }).finish())
    }
    tell(7)
    tell(6)
    tell(8)
    for (const client of [ada, bob, mara]) {
      await client.event('start-watch-peers', 2)
      expect(client.all('start-watch-peers').map(({ peers }) => peers)).toEqual(
        [7, 8].map((generation) => [{ socketId: `peer-${generation}`, name: 'n', judge: true, id: null }]),
      )
      expect(client.all('start-peers')).toEqual([])
    }
    expect(mara.all('start-watch-peers')[0]?.watching).toBe(true)
    expect(ada.all('start-watch-peers')[0]?.watching).toBe(false)
  })

  test('are renewed by the same generation for both sides, and not by a lower one', async () => {
    const { roomId, ada } = await twoPlayers(world, [one, two])
    const mara = await judge(roomId)
    const [a] = seatsOf(roomId) as [string]
    const publish = (generation: number, leaseMs: number): void => {
      const watchParts = [a, socketOf(roomId)].map((socketId) =>
        messageOf(StartWatchPeers, {
          socketId,
          generation,
          leaseMs,
          watching: socketId !== a,
          iceTransportPolicy: 'relay',
        }),
      )
      world.bus.publish(subjects.roomPeers(roomId), PeersStarted.encode({ roomId, parts: [], watchParts }).finish())
    }
    publish(7, 15_000)
    publish(6, 14_000)
    publish(7, 13_000)
    publish(7, 0)
    publish(8, 0)
    for (const client of [ada, mara]) {
      await client.event('start-watch-peers', 3)
      expect(client.all('start-watch-peers').map(({ generation, leaseMs }) => [generation, leaseMs])).toEqual([
        [7, 15_000],
        [7, 13_000],
        [8, 0],
      ])
    }
  })

  test('are sent to a later page with the rest of their lease', () => {
    const part = { ...messageOf(StartWatchPeers, { generation: 3, leaseMs: 15_000 }), atMs: 1_000 }
    expect([1_000, 11_000, 16_000, 90_000].map((nowMs) => leftOf(part, nowMs).leaseMs)).toEqual([15_000, 5_000, 0, 0])
    expect(leftOf({ ...part, leaseMs: undefined }, 11_000).leaseMs).toBeUndefined()
  })

  test('are signalled between player and watcher only', async () => {
    const players = await twoPlayers(world, [one, two])
    const { roomId, ada } = players
    await consent(players)
    const mara = await judge(roomId, one)
    const eve = await spectator(roomId)
    await eventually(() => ada.all('watchers').at(-1)?.watchers.length === 2)
    const subscription = await world.bus.subscribe(subjects.signalIn, ({ data }) => {
      const signal = Signal.decode(data)
      if (signal.roomId === roomId) world.bus.publish(subjects.roomSignal(roomId), data)
    })
    const [a] = seatsOf(roomId) as [string, string]
    const payload = { type: 'offer', sdp: 'v=0' }
    expect(await ada.ask('offer', { to: socketOf(roomId, false), payload })).toEqual(OK)
    expect(await eve.event('offer')).toEqual({ from: a, payload })
    expect(await eve.ask('answer', { to: a, payload })).toEqual(OK)
    expect(await ada.event('answer')).toMatchObject({ from: socketOf(roomId, false) })
    const refusal = { code: 'NO_SUCH_PEER' }
    expect(await mara.ask('ice-candidate', { to: socketOf(roomId, false), payload })).toMatchObject(refusal)
    expect(await eve.ask('answer', { to: socketOf(roomId), payload })).toMatchObject(refusal)
    subscription.close()
  })
})

test('are never mentioned in a room without watchers', async () => {
  const { roomId, ada, bob } = await twoPlayers(world, [one, two])
  await ada.ask('sync-room', { roomId })
  await bob.ask('send-message', { roomId, message: 'hi' })
  await ada.event('receive-message')
  for (const player of [ada, bob]) {
    expect(names(player)).not.toContain('watchers')
    expect(names(player)).not.toContain('start-watch-peers')
  }
})

test('a flood of watch requests is slowed and refused', async () => {
  const { roomId, ada } = await twoPlayers(world, [one, two])
  const flood = await world.client(two, 0)
  for (let at = 0; at < 60; at += 1) flood.send('watch-room', { roomId, pass: `guess-${at}` }, { ack: at + 1 })
  await eventually(() => flood.received.filter(({ ack }) => ack !== undefined).length === 60)
  const codes = flood.received.flatMap(({ data }) => (data['code'] === undefined ? [] : [data['code']]))
  expect(codes.filter((code) => code === 'RATE_LIMITED').length).toBeGreaterThan(30)
  expect(codes).toHaveLength(60)
  expect(ada.all('watchers')).toEqual([])
})
