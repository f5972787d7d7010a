import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { KlaError } from '@kla/chassis'
import { Signal, subjects } from '@kla/proto'
import type { BanScope, ClientEventName, Reason } from '@kla/proto/web'
import {
  AUDIENCES,
  EVENT_ACCESS,
  EVENT_REQUESTS,
  eventsThatAre,
  eventually,
  type Sender,
  SENDERS,
  type Target,
} from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { PASS } from '../../support/fake-watching.js'
import { newRoom, type Received, type TestClient } from '../../support/test-client.js'
import { type TwoPlayers, twoPlayers } from '../../support/two-players.js'
import { createWorld, type World } from '../../support/world.js'

/**
 * Every event by every sender: the gateway's part of the table. The gateway's own decisions must not call services;
 * refusals of a service (as set up here) must reach the sender and no one else.
 */

/** Calls that change nothing for any caller. */
const READS: ReadonlySet<string> = new Set([
  'getRoom',
  'listRooms',
  'getBattle',
  'watchBattle',
  'renewGateway',
  'keepTickets',
  'findSeats',
  'getActivity',
])
const OWNERS = { rooms: 'rooms', matchmaking: 'rooms', watching: 'rooms', engine: 'game-engine' } as const

let world: World
/** Senders are here. The second player of every room is at the other gateway, so that its updates cross NATS. */
let one: Service
let two: Service
let tie: TwoPlayers
let openRoomId: string
/** Calls that would change something, as "rooms leaveRoom". */
let asked: string[] = []
/** Reason with which such calls are refused, if set. */
let refusal: Reason | undefined
/** Messages between gateways or to media-signalling, as "<room id> chat", perhaps of other tests' rooms. */
const published: string[] = []
let people = 100

const guarded = <Client extends object>(owner: string, client: Client): Client =>
  new Proxy(client, {
    get: (target, name: string) => async (request: unknown, context: unknown) => {
      if (!READS.has(name)) {
        asked.push(`${owner} ${name}`)
        if (refusal) throw new KlaError(refusal)
      }
      return (target[name as keyof Client] as (...taken: unknown[]) => Promise<unknown>)(request, context)
    },
  })

beforeAll(async () => {
  world = await createWorld()
  await world.bus.subscribe(
    subjects.roomChat('*'),
    ({ subject }) => void published.push(`${subject.split('.')[2]} chat`),
  )
  await world.bus.subscribe(
    subjects.signalIn,
    ({ data }) => void published.push(`${Signal.decode(data).roomId} signal`),
  )
  const { rooms, engine, matchmaking } = world
  const clients = {
    rooms: guarded(OWNERS.rooms, rooms.client),
    engine: guarded(OWNERS.engine, engine.client),
    matchmaking: guarded(OWNERS.matchmaking, matchmaking.client),
    watching: guarded(OWNERS.watching, world.watching),
  }
  one = await world.gateway({}, { clients })
  two = await world.gateway()
  tie = await tieToWatch()
  openRoomId = await openRoom()
})
afterAll(() => world.stop())

const newPerson = (): number => (people += 1)
const lastPerson = (): number => people

async function tieToWatch(): Promise<TwoPlayers> {
  const pair = await twoPlayers(world, [one, two], [newPerson(), newPerson()])
  world.rooms.change(
    pair.roomId,
    (room) => (room.reveal = { epoch: 2, ready: [], open: false, closedWhy: '', closedBy: 0 }),
  )
  for (const player of [pair.ada, pair.bob]) await player.ask('allow-spectators', { roomId: pair.roomId, allow: true })
  return pair
}

async function openRoom(): Promise<string> {
  const host = await world.client(two, newPerson())
  const { roomId } = (await host.ask('create-room', newRoom())) as { roomId: string }
  return roomId
}

/** Sender and the targets of its events. */
interface Cast {
  readonly client: TestClient
  readonly target: Target
  /** Players of the target room. */
  readonly others: readonly TestClient[]
}

/** Returns the socketId of a player of a room other than this account. */
const peerIn = (roomId: string, notOf = 0): string =>
  world.rooms.rooms.get(roomId)?.seats.find(({ accountId }) => accountId !== notOf)?.connection?.socketId ?? ''

const targetOf = (roomId: string, accountId: number, token = `token-${accountId}`): Target => ({
  roomId,
  openRoomId,
  token,
  peer: peerIn(roomId, accountId),
})

const onTie = (client: TestClient, accountId: number, token?: string): Cast => ({
  client,
  target: targetOf(tie.roomId, accountId, token),
  others: [tie.ada, tie.bob],
})

async function account(more: Partial<ReturnType<World['auth']['person']>> = {}): Promise<Cast> {
  const id = newPerson()
  Object.assign(world.auth.person(id), more)
  const client = await world.client(one, id)
  await settled(client)
  return onTie(client, id)
}

/** Resolves once the gateway knows whose connection it is. */
const settled = (client: TestClient): Promise<unknown> => client.ask('stop-watching', { roomId: tie.roomId })

const restricted = (scope: BanScope) => ({
  restrictions: [{ scope, untilMs: 0, reason: 'As a test.', banId: 7 }],
  restrictionsVersion: 1,
})

async function seated(more = {}): Promise<Cast> {
  const id = newPerson()
  Object.assign(world.auth.person(id), more)
  const { roomId, ada, bob } = await twoPlayers(world, [one, two], [id, newPerson()])
  return { client: ada, target: targetOf(roomId, id), others: [bob] }
}

async function watching(id: number, pass?: string): Promise<Cast> {
  const client = await world.client(one, id)
  const watch = { roomId: tie.roomId, ...(pass === undefined ? {} : { pass, bearer: 'moderator' }) }
  expect(await client.ask('watch-room', watch)).toEqual({ success: true })
  await client.event('room-state')
  return onTie(client, id, id === 0 ? 'nobodys' : undefined)
}

const casts: Readonly<Record<Sender, () => Promise<Cast>>> = {
  anonymous: async () => onTie(await world.client(one, 0), 0, 'nobodys'),
  'signed-out': () => account({ signedIn: false }),
  unverified: () => account({ ageConfirmed: false }),
  'age-locked': () => account({ ageLocked: true, ageRevision: 1 }),
  seatless: () => account(),
  'seated-elsewhere': async () => {
    const { client, target } = await seated()
    return onTie(client, 0, target.token)
  },
  seated: () => seated(),
  battler: async () => {
    const { roomId, ada, bob } = await tieToWatch()
    return { client: ada, target: targetOf(roomId, lastPerson() - 1), others: [bob] }
  },
  spectator: () => watching(newPerson()),
  judge: () => watching(0, `${PASS}${newPerson()}`),
  'banned-rooms': () => account(restricted('rooms')),
  'banned-chat': () => seated(restricted('chat')),
  'banned-api': () => seated(restricted('api')),
  // Sent before the connection is settled, which closes it.
  'banned-global': async () => {
    const id = newPerson()
    Object.assign(world.auth.person(id), restricted('global'))
    return onTie(await world.client(one, id), id)
  },
}

const send = (cast: Cast, event: ClientEventName): void => cast.client.send(event, EVENT_REQUESTS[event](cast.target))
const ask = (cast: Cast, event: ClientEventName) => cast.client.ask(event, EVENT_REQUESTS[event](cast.target))

/** Returns what a client received from the `from`th frame on. */
const since = (client: TestClient, from: number): Received[] => client.received.slice(from)

/** Resolves once both gateways have handled all earlier messages: a chat message takes the same way, there and back. */
async function handled(): Promise<void> {
  await world.bus.flush()
  const { roomId, ada, bob } = await twoPlayers(world, [one, two], [newPerson(), newPerson()])
  await ada.ask('send-message', { roomId, message: 'there' })
  await bob.event('receive-message')
  await bob.ask('send-message', { roomId, message: 'back' })
  await ada.event('receive-message', 2)
  await eventually(() => published.includes(`${roomId} chat`))
}

/** Runs `work` and checks that no room changes and that no player, gateway or service gets anything. */
async function changesNothing({ others, target: { roomId } }: Cast, work: () => Promise<void>): Promise<void> {
  await handled()
  const before = [...others, tie.ada, tie.bob].map((other) => [other, other.received.length] as const)
  const rooms = structuredClone([...world.rooms.rooms])
  published.length = 0
  await work()
  expect([...world.rooms.rooms]).toEqual(rooms)
  await handled()
  expect(published.filter((what) => what.startsWith(roomId) || what.startsWith(tie.roomId))).toEqual([])
  for (const [other, from] of before) expect(since(other, from)).toEqual([])
}

/** Frames caused by the event, without earlier room events that are still in flight. */
const answers = (client: TestClient, from: number): Received[] =>
  since(client, from).filter(({ event }) => event === undefined || AUDIENCES[event].includes('outside'))

/** Checks that a cell refuses with this reason, these frames only, and without calls to other services. */
async function refuses(cast: Cast, sender: Sender, event: ClientEventName, by: 'ack' | 'error'): Promise<void> {
  const cell = EVENT_ACCESS[event][sender]
  if (cell.kind !== 'refused') throw new Error(`${event} is not refused`)
  const isAsked = cell.by === 'rooms' || cell.by === 'game-engine'
  asked = []
  refusal = isAsked ? cell.reason : undefined
  const from = cast.client.received.length
  const text = expect.any(String)
  const words = event === 'join-room' ? [{ event: 'join-error', data: { message: text, code: cell.reason } }] : []
  if (by === 'ack') await ask(cast, event)
  else {
    send(cast, event)
    await eventually(() => answers(cast.client, from).length === 1 + words.length)
  }
  refusal = undefined
  const answer =
    by === 'ack'
      ? { ack: expect.any(Number), data: { success: false, code: cell.reason, error: text } }
      : { event: 'error', data: { event, code: cell.reason, error: text } }
  await eventually(() => answers(cast.client, from).length >= 1 + words.length)
  expect({ event, frames: answers(cast.client, from) }).toEqual({ event, frames: [answer, ...words] })
  // A principal with too few claims is renewed and the call repeated.
  expect({ event, asked: [...new Set(asked.map((call) => call.split(' ')[0]))] }).toEqual({
    event,
    asked: isAsked ? [cell.by] : [],
  })
}

describe.each(SENDERS)('%s', (sender) => {
  const refusals = eventsThatAre('refused', sender)
  const closings = eventsThatAre('closed', sender)
  const permissions = eventsThatAre('allowed', sender)

  test('has a cell for every event', () => {
    expect(refusals.length + closings.length + permissions.length).toBe(Object.keys(EVENT_ACCESS).length)
  })

  for (const by of refusals.length === 0 ? [] : (['ack', 'error'] as const)) {
    test(`is refused by ${by} as the table says, without any effect`, async () => {
      const cast = await casts[sender]()
      await changesNothing(cast, async () => {
        for (const event of refusals) await refuses(cast, sender, event, by)
      })
    })
  }

  for (const event of permissions) {
    test(`may send ${event}`, async () => {
      if (event === 'join-room') openRoomId = await openRoom()
      const cast = await casts[sender]()
      expect(await ask(cast, event)).toMatchObject({ success: true })
    })
  }

  for (const event of closings) {
    test(`is closed before ${event} does anything`, async () => {
      const cell = EVENT_ACCESS[event][sender]
      const cast = await casts[sender]()
      asked = []
      cast.client.send(event, EVENT_REQUESTS[event](cast.target), { ack: 1 })
      expect(await cast.client.closed).toBe(cell.kind === 'closed' && cell.code)
      expect(cast.client.received.filter(({ data }) => data['success'] === true)).toEqual([])
      expect(asked).toEqual([])
    })
  }
})
