import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { newId, type Principal } from '@kla/chassis'
import { RestrictionsChanged, SessionEnded, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { sessionKeyOf } from '../../../src/shared/session-cookie.js'
import { returningBy } from '../../../src/ws/accounts/return-token.js'
import { newRoom, type TestClient } from '../../support/test-client.js'
import { createWorld, type World } from '../../support/world.js'

const PRINCIPAL: Principal = {
  accountId: 7,
  username: 'ada',
  discordId: '1',
  avatar: '',
  ageConfirmed: true,
  sessionKey: sessionKeyOf('session-7'),
  restrictions: [],
}

const JUDGE = {
  id: 1,
  name: 'judge',
  role: 'judge',
  permissions: [],
  independence: { makers: [], controllers: [], changedAtMs: 0 },
  verifiedAtMs: 0,
}

describe('returningBy', () => {
  const judge = (more: Partial<Principal>, sessionId: string) =>
    returningBy('t', { sessionKey: 'of the token', expiresAtMs: 5, principal: { ...PRINCIPAL, ...more } }, sessionId)

  test.each(['session-7', 'session-7.any secret'])('takes the token of the session whose cookie is %p', (sessionId) => {
    expect(judge({}, sessionId)).toEqual({ token: 't', principal: PRINCIPAL, expiresAtMs: 5 })
  })

  test.each<[string, Partial<Principal>, string]>([
    ["with another session's cookie", {}, 'session-8'],
    ['with an empty cookie', {}, ''],
    ['of a restricted player', { restrictions: [{ scope: 'chat', untilMs: 9 }] }, 'session-7'],
    ['of a player without a confirmed age', { ageConfirmed: false }, 'session-7'],
    ['of an administrator', { administrator: JUDGE }, 'session-7'],
  ])('refuses a token %s', (_, more, sessionId) => {
    expect(judge(more, sessionId)).toBeUndefined()
  })

  test('refuses an access token', () => {
    const { sessionKey } = PRINCIPAL
    expect(returningBy('t', { sessionKey, expiresAtMs: 5 }, 'session-7')).toBeUndefined()
  })
})

describe('a client that returns with a token', () => {
  let world: World
  let gateway: Service

  beforeEach(async () => {
    world = await createWorld()
    gateway = await world.gateway()
  })
  afterEach(() => world.stop())

  const PATH = '/realtime?token=first'
  const TOKEN = 'principal-7-adult'
  const calls = (name: string): number => world.auth.calls.filter((call) => call.startsWith(name)).length
  const returns = async (token = TOKEN): Promise<[TestClient, Record<string, unknown>]> => {
    world.auth.person(7)
    const client = await world.client(gateway, 7, { path: PATH })
    return [client, await client.ask('authenticate', { token })]
  }

  test('gets one when it has signed in, if its address asks for one', async () => {
    const asking = await world.client(gateway, 7, { path: '/realtime?room=x&token=wanted' })
    expect(await asking.event('return-token')).toEqual({ token: TOKEN })
    const silent = await world.client(gateway, 7)
    await silent.ask('create-room', newRoom())
    expect(silent.all('return-token')).toEqual([])
    world.auth.person(8).ageConfirmed = false
    const minor = await world.client(gateway, 8, { path: '/realtime?token=wanted' })
    await minor.ask('create-room', newRoom())
    expect(minor.all('return-token')).toEqual([])
  })

  test('is signed in without a call, and checked by one soon after', async () => {
    const [client, answer] = await returns()
    expect(answer).toEqual({ success: true })
    expect(calls('resolve')).toBe(0)
    expect(await client.ask('create-room', newRoom())).toMatchObject({ success: true })
    await eventually(() => calls('checkSessions 1') === 1)
    expect(calls('resolve')).toBe(0)
    expect(client.socket.readyState).toBe(client.socket.OPEN)
  })

  test.each(['principal-8-adult', 'principal-7-unknown', 'principal-7-adult forged', 'token-7'])(
    'is signed in by its cookie if the token is %p',
    async (token) => {
      world.auth.person(8)
      const [client] = await returns(token)
      expect(calls('resolveSession')).toBe(1)
      expect(await client.ask('create-room', newRoom())).toMatchObject({ success: true })
    },
  )

  test('is signed in by its cookie if it sends no token', async () => {
    world.auth.person(7)
    const client = await world.client(gateway, 7, { path: PATH })
    expect(calls('resolve')).toBe(0)
    expect(await client.ask('create-room', newRoom())).toMatchObject({ success: true })
    expect(calls('resolveSession')).toBe(1)
  })

  test.each(['banned', 'without a place for its socket'])('is refused once, with an answer: %s', async (why) => {
    const [ban] = why === 'banned' ? [{ scope: 'global', untilMs: 0, reason: '', banId: 1 }] : []
    Object.assign(world.auth.person(7), ban ? { restrictions: [ban], restrictionsVersion: 1 } : {})
    const full = ban ? gateway : await world.gateway({ socketsPerAccount: 1 })
    if (!ban) await (await world.client(full, 7)).ask('create-room', newRoom())
    const client = await world.client(full, 7, { path: PATH })
    const answer = await client.ask('authenticate', { token: 'principal-8-adult' })
    expect(answer).toMatchObject({ success: false, code: ban ? 'BANNED' : 'TOO_MANY_SOCKETS' })
    expect(await client.closed).toBe(ban ? 4003 : 1008)
    expect(client.all('error').filter(({ event }) => event === 'connection')).toHaveLength(1)
  })

  test('is not signed in by a token alone', async () => {
    const client = await world.client(gateway, 0, { path: PATH })
    expect(await client.ask('authenticate', { token: TOKEN })).toMatchObject({ code: 'NOT_SIGNED_IN' })
  })

  test('is signed out within a second if the session has ended unnoticed', async () => {
    world.auth.person(7).signedIn = false
    const [client] = await returns()
    expect(await client.closed).toBe(4001)
  })

  test('is signed out within a second if its cookie has a value that was replaced', async () => {
    world.auth.person(7)
    const here = await world.client(gateway, 7)
    await here.ask('create-room', newRoom())
    const client = await world.client(gateway, 7, { path: PATH, cookie: 'kla=session-7.replaced' })
    expect(await client.ask('authenticate', { token: TOKEN })).toMatchObject({ code: 'NOT_SIGNED_IN' })
    here.drop()
    await here.closed
    const alone = await world.client(gateway, 7, { path: PATH, cookie: 'kla=session-7.replaced' })
    await alone.ask('authenticate', { token: TOKEN })
    expect(await alone.closed).toBe(4001)
    const again = await world.client(gateway, 7, { path: PATH, cookie: 'kla=session-7.replaced' })
    expect(await again.ask('authenticate', { token: TOKEN })).toMatchObject({ code: 'NOT_SIGNED_IN' })
    const owner = await world.client(gateway, 7)
    expect(await owner.ask('create-room', newRoom())).toMatchObject({ success: true })
  })

  test('meets a ban within a second of which the gateway does not know', async () => {
    Object.assign(world.auth.person(7), {
      restrictions: [{ scope: 'global', untilMs: 0, reason: 'threats', banId: 1 }],
      restrictionsVersion: 3,
    })
    const [client] = await returns()
    expect(await client.closed).toBe(4003)
  })

  test('is refused at once if the gateway knows that the session has ended', async () => {
    const { sessionKey } = world.auth.person(7)
    world.auth.person(7).signedIn = false
    const witness = await world.client(gateway, 9)
    await witness.ask('request-room-list', {})
    world.bus.publish(
      subjects.eventSessionEnded,
      SessionEnded.encode({ eventId: newId(), sessionKey, accountId: 7, administrator: false }).finish(),
    )
    await world.bus.flush()
    await witness.ask('request-room-list', {})
    const [client, answer] = await returns()
    expect(answer).toMatchObject({ code: 'NOT_SIGNED_IN' })
    expect(await client.ask('create-room', newRoom())).toMatchObject({ success: false })
    expect(calls('checkSessions')).toBe(0)
  })

  test('asks auth if the gateway knows of newer restrictions', async () => {
    const restrictions = [{ scope: 'global', untilMs: 0, reason: 'threats', banId: 1 }]
    Object.assign(world.auth.person(7), { restrictions, restrictionsVersion: 3 })
    world.bus.publish(
      subjects.eventRestrictionsChanged,
      RestrictionsChanged.encode({ eventId: newId(), accountId: 7, version: 3, restrictions }).finish(),
    )
    await world.bus.flush()
    const witness = await world.client(gateway, 9)
    await witness.ask('request-room-list', {})
    const client = await world.client(gateway, 7, { path: PATH })
    client.send('authenticate', { token: TOKEN })
    expect(await client.closed).toBe(4003)
    expect(calls('checkSessions')).toBe(0)
  })

  test('returns while auth is away, and is checked once it answers', async () => {
    world.auth.down = true
    const [client, answer] = await returns()
    expect(answer).toEqual({ success: true })
    await eventually(() => calls('checkSessions') >= 2)
    expect(client.socket.readyState).toBe(client.socket.OPEN)
    world.auth.person(7).signedIn = false
    world.auth.down = false
    expect(await client.closed).toBe(4001)
  })
})

test('a token of the session that a connection has is not asked about', async () => {
  const world = await createWorld()
  const client = await world.client(await world.gateway(), 7)
  expect(await client.ask('authenticate', { token: 'token-7' })).toEqual({ success: true })
  expect(world.auth.calls).toEqual(['resolveSession'])
  await world.stop()
})
