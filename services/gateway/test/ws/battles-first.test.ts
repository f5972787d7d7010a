import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { Phase } from '@kla/proto'
import { eventually } from '@kla/testkit'
import WebSocket from 'ws'
import type { Service } from '../../src/index.js'
import { newRoom, type TestClient } from '../support/test-client.js'
import { createWorld, type World } from '../support/world.js'

type Kind = 'battle' | 'seated' | 'newcomer'

interface Player {
  readonly kind: Kind
  readonly person: number
  readonly roomId?: string
}

const IN_BATTLES = 60
const IN_SEATS = 200
const IN_LOBBY = 40
const EVERYONE = IN_BATTLES + IN_SEATS + IN_LOBBY
/** Calls that the gateway has at rooms at once, at first. */
const AT_ONCE = 64
const ENTRIES: ReadonlySet<string> = new Set(['resumeSeat', 'joinRoom', 'createRoom'])

let world: World
let lost: Service
let staying: Service
let release: () => void
/** Entries in the order in which rooms got them. */
let entered: string[]

beforeEach(async () => {
  world = await createWorld()
  lost = await world.gateway({ drainMs: 0 })
  staying = await world.gateway()
  entered = []
  release = () => undefined
})
afterEach(async () => {
  release()
  await world.stop()
})

/** Seats 130 pairs at the gateway that is lost, 30 of which battle; 40 players are in the lobby. */
async function populate(): Promise<Player[]> {
  const pairs = Array.from(
    { length: (IN_BATTLES + IN_SEATS) / 2 },
    (_, index) => [2 * index + 1, 2 * index + 2] as const,
  )
  const seated = await Promise.all(
    pairs.map(async ([first, second], index) => {
      const host = await world.client(lost, first)
      const { roomId } = (await host.ask('create-room', newRoom())) as { roomId: string }
      const guest = await world.client(lost, second)
      await guest.ask('join-room', { roomId, passcode: null, role: 'player' })
      const kind: Kind = index < IN_BATTLES / 2 ? 'battle' : 'seated'
      if (kind === 'battle') {
        world.rooms.played.add(roomId)
        world.engine.happen(roomId, [], { phase: Phase.SHOW })()
      }
      return [first, second].map((person) => ({ kind, person, roomId }))
    }),
  )
  const lobby = Array.from({ length: IN_LOBBY }, async (_, index): Promise<Player> => {
    const person = IN_BATTLES + IN_SEATS + index + 1
    await world.client(lost, person)
    return { kind: 'newcomer', person }
  })
  return [...seated.flat(), ...(await Promise.all(lobby))]
}

/** Keeps rooms busy with the entries of 64 others, until `release`. */
async function occupy(): Promise<Promise<unknown>[]> {
  const gate = new Promise<void>((resolve) => (release = resolve))
  world.rooms.before = async (call) => {
    if (!ENTRIES.has(call)) return
    entered.push(call)
    await gate
  }
  const others = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => world.client(staying, EVERYONE + at + 1)))
  const held = others.map((client) => client.ask('create-room', newRoom()))
  await eventually(() => entered.length === AT_ONCE)
  return held
}

const enter = ({ roomId }: Player, client: TestClient): Promise<Record<string, unknown>> =>
  roomId === undefined ? client.ask('create-room', newRoom()) : client.ask('sync-room', { roomId })

/** True for the first frame by which a player knows its seat. */
function isSeat(raw: Buffer): boolean {
  const { event } = JSON.parse(raw.toString()) as { event?: string }
  return event === 'room-state' || event === 'room-created'
}

test('the players of a lost gateway return in the order of their ranks, and none is lost or starved', async () => {
  const players = await populate()
  await lost.stop()
  const held = await occupy()

  // Those in battles come last.
  const returned = [...players].reverse()
  const clients: TestClient[] = []
  for (const { person } of returned) clients.push(await world.client(staying, person))
  const back: Kind[] = []
  const answers = returned.map((player, at) => {
    const client = clients[at] as TestClient
    client.socket.on('message', (raw: Buffer) => isSeat(raw) && back.push(player.kind))
    return enter(player, client)
  })
  await eventually(() => clients.at(-1)?.all('waiting').at(-1)?.of === EVERYONE)
  expect(entered).toHaveLength(AT_ONCE)
  release()
  for (const answer of [...(await Promise.all(answers)), ...(await Promise.all(held))]) {
    expect(answer).toMatchObject({ success: true })
  }

  const aheadOf = (kind: Kind): number => back.slice(0, back.lastIndexOf('battle')).filter((one) => one === kind).length
  expect(aheadOf('seated') + aheadOf('newcomer')).toBeLessThanOrEqual((IN_SEATS + IN_LOBBY) / 10)
  // While all ranks wait, one of 32 is a newcomer; without battles, one of four.
  const isNewcomer = entered.slice(AT_ONCE).map((call) => call === 'createRoom')
  const countIn = (from: number, to: number): number => isNewcomer.slice(from, to).filter(Boolean).length
  expect([countIn(0, 32), countIn(32, 64), countIn(72, 112)]).toEqual([1, 1, 10])
  expect(isNewcomer).toHaveLength(EVERYONE)

  for (const { person, roomId } of players) {
    const seat = world.rooms.rooms.get(roomId ?? '')?.seats.find(({ accountId }) => accountId === person)
    if (roomId !== undefined) expect(seat?.connection?.gatewayId).toMatch(/^test1/)
  }
  expect(clients.map((client) => client.socket.readyState)).toEqual(clients.map(() => WebSocket.OPEN))
})

test('players who return to a battle are signed in first, and claims to its room put few others before the rest', async () => {
  const host = await world.client(lost, 1)
  const { roomId } = (await host.ask('create-room', newRoom())) as { roomId: string }
  await (await world.client(lost, 2)).ask('join-room', { roomId, passcode: null, role: 'player' })
  world.rooms.played.add(roomId)
  await lost.stop()
  const { cookies } = world.auth
  cookies.length = 0
  world.auth.gate = new Promise<void>((resolve) => (release = resolve))
  const path = `/realtime?room=${roomId}`
  const connect = (from: number, count: number, at?: string): Promise<TestClient[]> =>
    Promise.all(
      Array.from({ length: count }, (_, index) => world.client(staying, from + index, at ? { path: at } : {})),
    )

  await connect(1_000, AT_ONCE)
  await eventually(() => cookies.length === AT_ONCE)
  const others = await connect(2_000, 30)
  const players = await connect(1, 2, path)
  await connect(3_000, 10, path)
  const findings = (): number => world.rooms.calls.get('findSeats') ?? 0
  await eventually(() => findings() > 0)
  release()
  await eventually(() => cookies.length === AT_ONCE + 42)

  const claims = (from: number, to: number): string[] =>
    cookies.slice(AT_ONCE + from, AT_ONCE + to).filter((cookie) => /^session-(3\d{3}|1|2)$/.test(cookie))
  expect(claims(0, 2)).toEqual(['session-1', 'session-2'])
  expect(claims(2, 32)).toHaveLength(2)
  expect([...others, ...players].map((client) => client.socket.readyState)).toEqual(Array(32).fill(WebSocket.OPEN))
})
