import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ClientEvents } from '@kla/proto/schemas'
import { type ClientEventName, type Reason, REASONS, SILENCE_MAX_MS } from '@kla/proto/web'
import type { Service } from '../../../src/index.js'
import { newRoom, type TestClient } from '../../support/test-client.js'
import { twoPlayers } from '../../support/two-players.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let gateway: Service
let nobody: TestClient
let ada: TestClient

beforeAll(async () => {
  world = await createWorld()
  gateway = await world.gateway()
  nobody = await world.client(gateway, 0)
  ada = await world.client(gateway, 1)
})
afterAll(() => world.stop())

const roomId = '018f6b1e-7c1a-7000-8000-000000000000'

/** Events with valid data, invalid data, and the outcome of the valid data outside a room. */
const events: { [Name in ClientEventName]: { good: object; bad: object; outside: Reason | 'ok' | object } } = {
  authenticate: { good: { token: 'token-1' }, bad: { token: 7 }, outside: 'ok' },
  'request-room-list': { good: {}, bad: {}, outside: 'ok' },
  'create-room': { good: newRoom({ roomName: ' ' }), bad: newRoom({ capacity: 2 }), outside: 'ROOM_NAME_REQUIRED' },
  'join-room': { good: { roomId, passcode: null, role: 'player' }, bad: { roomId, role: 'judge' }, outside: 'ROOM_NOT_FOUND' },
  'look-at-room': { good: { roomId }, bad: { roomId: 7 }, outside: 'ROOM_NOT_FOUND' },
  'leave-room': { good: { roomId }, bad: {}, outside: 'ROOM_NOT_FOUND' },
  'leave-and-block': { good: { roomId }, bad: { roomId, id: 0 }, outside: 'NOT_SEATED' },
  'sync-room': { good: { roomId }, bad: { roomId: '' }, outside: 'ROOM_NOT_FOUND' },
  'send-message': { good: { roomId, username: 'x', message: 'hi' }, bad: { roomId, message: 7 }, outside: 'NOT_SEATED' },
  'ready-up': { good: { roomId }, bad: { roomId: null }, outside: 'ok' },
  'gif-choice': { good: { roomId, index: 1 }, bad: { roomId, index: 0 }, outside: 'ok' },
  'save-gif-choice': { good: { roomId, index: 1 }, bad: { roomId, index: '1' }, outside: { gifUrl: 'https://clips.example/1.mp4' } },
  'wild-card-choice': { good: { roomId, gifUrl: 'g' }, bad: { roomId }, outside: { remainingWildCards: 24 } },
  'save-gif-received': { good: { roomId, receivedGif: 'g' }, bad: { roomId, receivedGif: [] }, outside: { gifUrl: 'g' } },
  'user-finishes': { good: { roomId }, bad: { roomId: {} }, outside: 'ok' },
  'declare-winner': { good: { roomId, winnerId: null }, bad: { roomId, winnerId: 'me' }, outside: 'ok' },
  'find-match': { good: { mode: 'rush', category: 'gay' }, bad: { mode: 'rush', category: 'x' }, outside: 'ok' },
  'cancel-match': { good: {}, bad: {}, outside: 'ok' },
  'answer-match': { good: { matchId: 'm', accept: true }, bad: { matchId: 'm', accept: 1 }, outside: 'MATCH_GONE' },
  'watch-room': { good: { roomId }, bad: { roomId, pass: 7 }, outside: 'ROOM_NOT_FOUND' },
  'stop-watching': { good: { roomId }, bad: {}, outside: 'ok' },
  'allow-spectators': { good: { roomId, allow: true }, bad: { roomId, allow: 'yes' }, outside: 'NOT_SEATED' },
  reveal: { good: { roomId, show: true, epoch: 0 }, bad: { roomId, show: 'yes', epoch: 0 }, outside: 'NOT_SEATED' },
  typing: { good: { roomId }, bad: { roomId: 7 }, outside: 'NOT_SEATED' },
  probe: { good: {}, bad: {}, outside: 'ok' },
  'link-repair': { good: { roomId, repairing: true }, bad: { roomId }, outside: 'ok' },
  offer: { good: { to: 's', payload: {} }, bad: { to: 's', payload: 'v=0' }, outside: 'NOT_SEATED' },
  answer: { good: { to: 's', payload: {} }, bad: { payload: {} }, outside: 'NOT_SEATED' },
  'ice-candidate': { good: { to: 's', payload: {} }, bad: { to: 's', payload: [1] }, outside: 'NOT_SEATED' },
  'media-connected': { good: { via: 'relay' }, bad: { via: '10.0.0.1' }, outside: 'NOT_SEATED' },
} // oxfmt-ignore

const OPEN_TO_ALL = ['authenticate', 'request-room-list', 'probe', 'watch-room', 'stop-watching']
/** Events without data, which cannot be invalid. */
const WITHOUT_DATA = ['request-room-list', 'probe', 'cancel-match']
const names = Object.keys(ClientEvents) as ClientEventName[]

describe('every event', () => {
  test.each(names.filter((name) => !OPEN_TO_ALL.includes(name)))('%s needs a sign-in', async (name) => {
    const code = name === 'create-room' ? 'NOT_SIGNED_IN_TO_CREATE' : 'NOT_SIGNED_IN'
    expect(await nobody.ask(name, events[name].good)).toEqual({ success: false, code, error: REASONS[code].text })
  })

  test.each(names.filter((name) => !WITHOUT_DATA.includes(name)))('%s refuses ill-typed data', async (name) => {
    const error = expect.stringMatching(/^Something in that request isn't valid \(\w+\)\.$/)
    expect(await ada.ask(name, events[name].bad)).toEqual({ success: false, error, code: 'INVALID_FIELD' })
  })

  test.each(names)('%s answers', async (name) => {
    const { good, outside } = events[name]
    const answer = await ada.ask(name, good)
    if (outside === 'ok') expect(answer).toEqual({ success: true })
    else if (typeof outside === 'object') expect(answer).toEqual({ success: true, ...outside })
    else expect(answer).toEqual({ success: false, code: outside, error: expect.any(String) })
  })
})

describe('answers', () => {
  test('without ack are silent on success and an error event on refusal', async () => {
    const eve = await world.client(gateway, 3)
    eve.send('ready-up', { roomId })
    eve.send('send-message', { roomId, message: 'hi' })
    expect(await eve.event('error')).toEqual({
      event: 'send-message',
      code: 'NOT_SEATED',
      error: "You're not in this room.",
    })
    expect(eve.received).toHaveLength(1)
  })

  test.each([
    ['nobody', { roomId, winnerId: null }, 0],
    ['a player', { roomId, winnerId: 7 }, 7],
  ])('to a vote for %s come once the engine has it', async (_for, data, winnerId) => {
    const votes: number[] = []
    const engine = { ...world.engine.client, declareWinner: async (request: { winnerId: number }) => {
      votes.push(request.winnerId)
      return {}
    } } // oxfmt-ignore
    const other = await world.gateway({}, { clients: { engine } })
    const voter = await world.client(other, 4)
    expect(await voter.ask('declare-winner', data)).toEqual({ success: true })
    expect(votes).toEqual([winnerId])
    expect(await voter.ask('declare-winner', { roomId, winnerId: 0 })).toMatchObject({ code: 'NO_SUCH_PLAYER' })
    expect(await voter.ask('declare-winner', { roomId, winnerId: 1e300 })).toMatchObject({ code: 'NO_SUCH_PLAYER' })
  })
})

describe('a sign of life', () => {
  test('answers a probe with its interval, even before sign-in completes, and repeats during silence', async () => {
    let signIn = (): void => undefined
    const waits = new Promise<void>((resolve) => (signIn = resolve))
    const { client: auth } = world.auth
    const resolveSession: typeof auth.resolveSession = async (request, context) => {
      await waits
      return auth.resolveSession(request, context)
    }
    const slow = await world.gateway({}, { clients: { auth: { ...auth, resolveSession } } })
    const client = await world.client(slow, 9)
    client.send('probe', {})
    expect(await client.event('alive')).toEqual({ withinMs: SILENCE_MAX_MS })
    signIn()
    expect(await client.event('alive', 2)).toEqual({ withinMs: SILENCE_MAX_MS })
  })
})

describe('authenticate', () => {
  test('signs in a client without a cookie', async () => {
    world.auth.person(5)
    const client = await world.client(gateway, 0)
    expect(await client.ask('authenticate', { token: 'token-5' })).toEqual({ success: true })
    expect(await client.ask('create-room', newRoom())).toMatchObject({ success: true })
  })

  test("rejects an unknown token and another account's", async () => {
    world.auth.person(6)
    const client = await world.client(gateway, 6)
    expect(await client.ask('authenticate', { token: 'forged' })).toMatchObject({ code: 'NOT_SIGNED_IN' })
    world.auth.person(7)
    expect(await client.ask('authenticate', { token: 'token-7' })).toMatchObject({ code: 'NOT_ALLOWED' })
    expect(await client.ask('authenticate', { token: 'token-6' })).toEqual({ success: true })
  })

  test('delays later frames in order until it completes', async () => {
    world.auth.person(8)
    let open = (): void => undefined
    world.auth.gate = new Promise((resolve) => (open = resolve))
    const client = await world.client(gateway, 8)
    client.send('create-room', newRoom(), { ack: 1 })
    client.send('request-room-list', {}, { ack: 2 })
    client.send('ready-up', { roomId }, { ack: 3 })
    expect(client.received).toEqual([])
    open()
    world.auth.gate = undefined
    await client.ask('ready-up', { roomId })
    const answers = client.received.filter(({ ack }) => ack !== undefined)
    expect(answers.map(({ ack, data }) => [ack, data['success']])).toEqual([[1, true], [2, false], [3, true], [1, true]]) // oxfmt-ignore
  })

  test('does not count as signed out while auth is away, and is retried when needed', async () => {
    world.auth.person(9)
    world.auth.down = true
    const client = await world.client(gateway, 9)
    expect(await client.ask('create-room', newRoom())).toMatchObject({ code: 'UNAVAILABLE' })
    world.auth.down = false
    expect(await client.ask('create-room', newRoom())).toMatchObject({ success: true })
  })
})

describe('the upgrade', () => {
  test.each([
    ['another site with the cookie', { cookie: 'kla=session-1', origin: 'https://evil.example' }, false],
    ['another site without the cookie', { origin: 'https://evil.example' }, true],
    ['this site', { cookie: 'kla=session-1', origin: 'http://kla.example:8080' }, true],
    ['no browser', { cookie: 'kla=session-1' }, true],
    ['a room in the address', { cookie: 'kla=session-1', path: '/realtime?room=abc' }, true],
    ['another path', { path: '/elsewhere' }, false],
  ])('is handled for %s', async (_from, options, accepted) => {
    const opening = world.client(gateway, 0, options)
    if (accepted) await expect(opening).resolves.toBeDefined()
    else await expect(opening).rejects.toThrow(/Unexpected server response: 40/)
  })
})

describe('chat', () => {
  test("carries the session's name and trimmed text to both players", async () => {
    const { roomId: room, ada: writer, bob } = await twoPlayers(world, [gateway, gateway], [11, 12])
    expect(await writer.ask('send-message', { roomId: room, username: 'admin', message: '  hello ' })).toEqual({
      success: true,
    })
    const line = { username: 'player11', message: 'hello' }
    expect(await writer.event('receive-message')).toEqual(line)
    expect(await bob.event('receive-message')).toEqual(line)
    expect(await writer.ask('send-message', { roomId: room, message: ' \n ' })).toMatchObject({ code: 'INVALID_FIELD' })
  })

  test('calls no service', async () => {
    const { roomId: room, ada: writer, bob } = await twoPlayers(world, [gateway, gateway], [13, 14])
    await writer.ask('sync-room', { roomId: room })
    // Calls that the gateway makes regardless of chat.
    const background = ['renewGateway', 'listRooms']
    const calls = (): number =>
      [...world.rooms.calls, ...world.engine.calls]
        .filter(([name]) => !background.includes(name))
        .reduce((sum, [, count]) => sum + count, world.auth.calls.length)
    const before = calls()
    for (let line = 1; line <= 15; line += 1)
      await writer.ask('send-message', { roomId: room, message: `line ${line}` })
    await bob.event('receive-message', 15)
    expect(bob.all('receive-message').map((line) => 'message' in line && line.message)).toEqual(
      Array.from({ length: 15 }, (_, index) => `line ${index + 1}`),
    )
    expect(calls()).toBe(before)
  })
})
