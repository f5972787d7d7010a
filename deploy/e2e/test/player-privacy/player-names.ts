import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from '@jest/globals'
import { createProtocolClient, nextEvent, OPEN_ROOM, type ProtocolClient, type Session, signIn } from '@kla/bots'
import {
  type AuthUser,
  type Leaderboard,
  type NameChoice,
  type NameSuggestions,
  type RoomListItem,
  seasonOf,
} from '@kla/proto/web'
import { eventually, uniqueName } from '@kla/testkit'
import {
  allEventsHandled,
  dumpEvents,
  dumpPostgres,
  dumpRedis,
  listenToAll,
  placesOf,
  signInAdministrator,
} from '../../src/platform/index.js'
import { mustSend, playTie } from '../bans/played-tie.js'
import { platform } from './platform.js'

const WITHIN_MS = 15_000

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
}, 60_000)

/** Of all tests: a client that is not closed reconnects for ever. */
const clients: ProtocolClient[] = []
/** What clients and calls received, by whom and what. */
const received = new Map<string, string>()
const keep = (place: string, text: string): void => void received.set(`${place} ${received.size}`, text)

async function connect(
  who: string,
  session: Session,
  gateway: 0 | 1,
  authenticateBy: 'cookie' | 'nothing' = 'cookie',
): Promise<ProtocolClient> {
  const client = createProtocolClient({
    session,
    gateways: [platform.running('gateway')[gateway]!.url],
    authenticateBy,
  })
  clients.push(client)
  client.onAny((frame) => keep(`${who} received ${frame.event}`, JSON.stringify(frame)))
  await client.connect()
  return client
}

const userOf = async (session: Session): Promise<Required<AuthUser>> =>
  (await (await session.request('/auth/user')).json()) as Required<AuthUser>

async function choose(
  session: Session,
  body: object,
): Promise<{ status: number; answer: NameChoice & { code?: string } }> {
  const response = await session.request('/user/name', { method: 'PUT', body })
  return { status: response.status, answer: (await response.json()) as NameChoice }
}

async function read(who: string, path: string, request: (path: string) => Promise<Response>): Promise<string> {
  const response = await request(path)
  const text = await response.text()
  keep(`${who} read ${path}`, text)
  return text
}

async function listed(client: ProtocolClient, roomId: string, fits: (room: RoomListItem) => boolean): Promise<void> {
  const shows = ({ rooms }: { rooms: RoomListItem[] }): boolean =>
    rooms.some((room) => room.id === roomId && fits(room))
  const list = nextEvent(client, 'public-room-list', shows, { withinMs: WITHIN_MS })
  await mustSend(client, 'request-room-list', {})
  await list
}

async function findMatch(client: ProtocolClient): Promise<string> {
  const found = nextEvent(client, 'match-found', ({ accepted }) => !accepted, { withinMs: WITHIN_MS })
  const ready = nextEvent(client, 'match-ready', () => true, { withinMs: WITHIN_MS })
  await mustSend(client, 'find-match', { mode: 'rush', category: 'default' })
  await mustSend(client, 'answer-match', { matchId: (await found).matchId, accept: true })
  const { roomId } = await ready
  await mustSend(client, 'join-room', { roomId, passcode: null, role: 'player' })
  return roomId
}

describe('two players under player names', () => {
  test('leave nothing of their Discord identity with anyone, in any store, or on the way', async () => {
    const owner = await signInAdministrator(platform)
    const [ada, bea, fan] = (await Promise.all(
      ['adela', 'beatrix', 'fan'].map((name) => signIn(platform.url, uniqueName(name), { showPersona: false })),
    )) as [Session, Session, Session]
    const [adaAtDiscord, beaAtDiscord] = [await userOf(ada), await userOf(bea)]
    const secrets = {
      adasHandle: adaAtDiscord.username,
      adasId: adaAtDiscord.discord_id,
      adasPicture: adaAtDiscord.avatar!,
      beasHandle: beaAtDiscord.username,
      beasId: beaAtDiscord.discord_id,
      beasPicture: beaAtDiscord.avatar!,
    }
    for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThan(8)
    const wire = await listenToAll(platform)

    // Choosing.
    const { names } = (await (await ada.request('/user/name/suggestions')).json()) as NameSuggestions
    expect(names).toHaveLength(3)
    expect(await choose(ada, { shown_as: 'player', player_name: secrets.adasHandle.slice(0, 10) })).toMatchObject({
      status: 400,
      answer: { code: 'NAME_OWN_HANDLE' },
    })
    const [, chosen = ''] = names
    expect(await choose(ada, { shown_as: 'player', player_name: chosen })).toMatchObject({
      status: 200,
      answer: { shown_as: 'player', player_name: chosen },
    })
    expect(await choose(bea, { shown_as: 'player', player_name: chosen.toUpperCase() })).toMatchObject({
      status: 409,
      answer: { code: 'NAME_TAKEN' },
    })
    expect((await choose(bea, { shown_as: 'player', player_name: 'Nocturne 22' })).status).toBe(200)
    const [adasName, beasName] = [chosen, 'Nocturne 22']
    // Another one since the name was chosen.
    const { id: adasAlias } = await userOf(ada)
    expect(await userOf(ada)).toMatchObject({
      username: adasName,
      shown_as: 'player',
      discord_id: secrets.adasId,
      avatar: secrets.adasPicture,
    })

    // By lobby.
    const [first, second] = [await connect('ada', ada, 0), await connect('bea', bea, 1)]
    const anonymous = await connect('anonymous', fan, 1, 'nothing')
    const made = await mustSend(first, 'create-room', OPEN_ROOM)
    const lobbyRoom = String(made['roomId'])
    await mustSend(anonymous, 'request-room-list', {})
    await listed(second, lobbyRoom, ({ creator }) => creator === adasName)
    await mustSend(second, 'join-room', { roomId: lobbyRoom, passcode: null, role: 'player' })
    const [toBea, toAda] = [first, second].map((_, at) =>
      nextEvent(
        [second, first][at]!,
        'receive-message',
        (line) => 'username' in line && line.username === [adasName, beasName][at],
        { withinMs: WITHIN_MS },
      ),
    )
    await mustSend(first, 'send-message', { roomId: lobbyRoom, message: 'who are you' })
    await mustSend(second, 'send-message', { roomId: lobbyRoom, message: 'somebody else' })
    await Promise.all([toBea, toAda])
    await mustSend(second, 'sync-room', { roomId: lobbyRoom })
    const report = { reportedId: adasAlias, category: 'harassment', reason: 'It was not nice.' }
    expect((await bea.request('/report', { method: 'POST', body: report })).status).toBe(200)
    for (const client of [first, second]) await mustSend(client, 'leave-room', { roomId: lobbyRoom })

    // By match.
    const [matchRoom] = await Promise.all([findMatch(first), findMatch(second)])
    for (const client of [first, second]) await mustSend(client, 'sync-room', { roomId: matchRoom })
    for (const client of [first, second]) await mustSend(client, 'leave-room', { roomId: matchRoom })

    // In a cup, watched.
    const tie = await playTie(platform, owner, async (session) => (session === ada ? first : second), [ada, bea])
    const spectator = await connect('spectator', fan, 1)
    const seen = nextEvent(spectator, 'receive-message', () => true, { withinMs: WITHIN_MS })
    await mustSend(spectator, 'watch-room', { roomId: tie.roomId })
    await mustSend(first, 'send-message', { roomId: tie.roomId, message: 'good luck' })
    expect(await seen).toMatchObject({ username: adasName })

    // In standings, of which one player is taken off.
    for (const userId of [ada.id, bea.id]) {
      const correction = {
        id: randomUUID(),
        season: seasonOf(Date.now()),
        gamesWon: 3,
        gamesPlayed: 4,
        reason: 'for the list',
        userId,
      }
      expect((await owner.request('/admin/leaderboard/corrections', { method: 'POST', body: correction })).status).toBe(
        200,
      )
    }
    expect((await choose(bea, { shown_as: 'player', on_leaderboards: false })).status).toBe(200)
    const anyone = (path: string): Promise<Response> => fetch(`${platform.url}${path}`)
    await eventually(async () => {
      const board = JSON.parse(await read('anonymous', '/api/leaderboard?mode=wins', anyone)) as Leaderboard
      expect(board.top_winners.map(({ username, avatar }) => [username, avatar])).toEqual([[adasName, null]])
    })

    // What each reads, and a block.
    expect((await bea.request(`/user/blocks/${adasAlias}`, { method: 'PUT' })).status).toBe(200)
    expect(await read('bea', '/user/blocks', (path) => bea.request(path))).toContain(adasName)
    const cupPath = `/api/cups/${tie.cupId}`
    for (const path of ['/api/cups', cupPath, '/api/leaderboard', '/api/pass', '/api/shop', '/auth/user']) {
      await read('anonymous', path, anyone)
      await read('fan', path, (asked) => fan.request(asked))
      if (path !== '/auth/user') await read('ada', path, (asked) => ada.request(asked))
      if (path !== '/auth/user') await read('bea', path, (asked) => bea.request(asked))
    }
    expect(await read('fan', cupPath, (path) => fan.request(path))).toContain(adasName)

    await allEventsHandled(platform)
    const tables = await dumpPostgres(platform)
    const inAuth = ([place]: readonly [string, string]): boolean => place.startsWith('auth.')
    const elsewhere = new Map([...tables].filter((entry) => !inAuth(entry)))
    for (const schema of ['rooms', 'moderation']) {
      expect(
        placesOf({ adasName }, new Map([...elsewhere].filter(([place]) => place.startsWith(`${schema}.`)))),
      ).not.toEqual([])
    }
    const [redis, events] = [await dumpRedis(platform), await dumpEvents(platform)]
    await wire.close()
    for (const places of [received, elsewhere, redis, events, wire.heard]) expect(placesOf(secrets, places)).toEqual([])

    // The search finds what is there: the identity in auth's schema, and the names wherever they were looked for.
    const control = placesOf(secrets, new Map([...tables].filter(inAuth)))
    expect(control).toEqual(expect.arrayContaining(Object.keys(secrets).map((name) => `${name} in auth.accounts`)))
    // As bytes that are shown in hex.
    expect(placesOf({ adasName }, tables)).toContain('adasName in auth.outbox')
    for (const places of [received, elsewhere, redis, events, wire.heard]) {
      expect(placesOf({ adasName, beasName }, places).length).toBeGreaterThan(1)
    }
    // A moderator reads who it is from auth, with a trace in the log.
    const subject = await (await owner.request(`/admin/subjects/${ada.id}`)).text()
    expect(placesOf(secrets, new Map([['the console', subject]])).length).toBeGreaterThan(1)
  }, 120_000)

  test('are two people to all others once one has another name, by whatever number', async () => {
    const owner = await signInAdministrator(platform)
    const [una, vic, fan] = (await Promise.all(
      ['una', 'victor', 'fan'].map((name) => signIn(platform.url, uniqueName(name))),
    )) as [Session, Session, Session]
    const { id: oldId, username: handle } = await userOf(una)
    const { users } = (await (await owner.request(`/admin/membersandguilddata?q=${oldId}&page=1`)).json()) as {
      users: { id: number; username: string }[]
    }
    const accountId = users[0]!.id
    expect(users).toMatchObject([{ username: handle }])
    expect(accountId).not.toBe(oldId)
    const [first, second] = [await connect('una', una, 0), await connect('victor', vic, 1)]
    const reader = await connect('fan', fan, 1)
    const anonymous = await connect('anonymous', fan, 1, 'nothing')

    const meet = async (name: string): Promise<void> => {
      const roomId = String((await mustSend(first, 'create-room', OPEN_ROOM))['roomId'])
      await listed(reader, roomId, ({ creator }) => creator === name)
      await mustSend(anonymous, 'request-room-list', {})
      // The other gateway knows of the join only then, and relays messages.
      const joined = nextEvent(first, 'user-connected', () => true, { withinMs: WITHIN_MS })
      await mustSend(second, 'join-room', { roomId, passcode: null, role: 'player' })
      await joined
      const line = nextEvent(second, 'receive-message', (heard) => 'username' in heard && heard.username === name, {
        withinMs: WITHIN_MS,
      })
      await mustSend(first, 'send-message', { roomId, message: 'hello' })
      await line
      for (const client of [first, second]) await mustSend(client, 'ready-up', { roomId })
      await mustSend(second, 'sync-room', { roomId })
      // Later lists do not have the old name any more.
      const isGone = ({ rooms }: { rooms: RoomListItem[] }): boolean => rooms.every(({ id }) => id !== roomId)
      const gone = nextEvent(reader, 'public-room-list', isGone, { withinMs: WITHIN_MS })
      for (const client of [first, second]) await mustSend(client, 'leave-room', { roomId })
      await gone
    }
    await meet(handle)
    const before = new Set(received.keys())
    expect((await choose(una, { shown_as: 'player', player_name: 'Second Zephyr' })).status).toBe(200)
    const { id: newId } = await userOf(una)
    expect(newId).not.toBe(oldId)
    await meet('Second Zephyr')

    const since = new Map([...received].filter(([place]) => !before.has(place) && !place.startsWith('una ')))
    expect(placesOf({ oldId: String(oldId), accountId: String(accountId), handle }, since)).toEqual([])
    expect(placesOf({ newId: String(newId) }, since).length).toBeGreaterThan(1)

    // Two people, to the one who has met both: each with a token of its own.
    const { met } = (await (await vic.request('/user/met')).json()) as { met: { id: number; incident: string }[] }
    expect(met.map(({ id }) => id)).toEqual([newId, oldId])
    const report = async (reportedId: number, incident?: string): Promise<unknown> => {
      const body = { reportedId, category: 'harassment', reason: 'It was not nice.', incident }
      const response = await vic.request('/report', { method: 'POST', body })
      return ((await response.json()) as { code?: string }).code ?? response.status
    }
    expect(await report(newId, met[1]!.incident)).toBe('NOT_MET')
    expect(await report(accountId)).toBe('NOT_MET')
    expect(await report(oldId, met[1]!.incident)).toBe(200)
    const reports = (await (await owner.request(`/admin/reports?reported_id=${oldId}`)).json()) as {
      results: { reported_id: number }[]
    }
    expect(reports.results.map(({ reported_id: reportedId }) => reportedId)).toEqual([accountId])
    for (const part of met[0]!.incident.split('.')) {
      expect(Buffer.from(part, 'base64url').toString('latin1')).not.toMatch(
        new RegExp(`${accountId}|${oldId}|${newId}`),
      )
    }

    // A block follows the person, and tells nothing of the other name.
    expect((await vic.request(`/user/blocks/${oldId}`, { method: 'PUT' })).status).toBe(200)
    const { blocks } = (await (await vic.request('/user/blocks')).json()) as {
      blocks: { id: number; username: string }[]
    }
    expect(blocks).toMatchObject([{ id: oldId, username: handle }])
    expect((await vic.request(`/user/blocks/${newId}`, { method: 'DELETE' })).status).toBe(200)
    expect((await vic.request(`/user/blocks/${oldId}`, { method: 'DELETE' })).status).toBe(200)
    expect(await (await vic.request('/user/blocks')).json()).toEqual({ blocks: [] })
    // Who has blocked or reported someone may change its name at once.
    expect((await choose(vic, { shown_as: 'player', player_name: 'Nimbus Fjord' })).status).toBe(200)
    expect((await vic.request(`/user/blocks/${newId}`, { method: 'PUT' })).status).toBe(200)
    await eventually(async () =>
      expect(await userOf(vic)).toMatchObject({ name_early: true, name_changeable_at: null }),
    )
    expect((await choose(vic, { shown_as: 'player', player_name: 'Nimbus Harbour' })).status).toBe(200)
  }, 120_000)

  test('are renamed in the list of rooms while they wait, and under their Discord names when they choose those', async () => {
    const host = await signIn(platform.url, uniqueName('hostess'))
    const client = await connect('hostess', host, 0)
    const reader = await connect('reader', await signIn(platform.url, uniqueName('reader')), 1)
    const { username: handle } = await userOf(host)
    const roomId = String((await mustSend(client, 'create-room', OPEN_ROOM))['roomId'])
    await listed(reader, roomId, ({ creator }) => creator === handle)
    for (const [body, name] of [
      [{ shown_as: 'player', player_name: 'Waiting Willow' }, 'Waiting Willow'],
      [{ shown_as: 'discord' }, handle],
      [{ shown_as: 'player' }, 'Waiting Willow'],
    ] as const) {
      const seen = nextEvent(client, 'room-user-list', ({ players }) => players[0]?.username === name, {
        withinMs: WITHIN_MS,
      })
      expect((await choose(host, body)).status).toBe(200)
      expect((await seen).players[0]?.discord_id === '').toBe(name !== handle)
      await listed(reader, roomId, ({ creator }) => creator === name)
      await mustSend(client, 'send-message', { roomId, message: `now ${name}` })
    }
    await eventually(() =>
      expect(
        [...received.values()].some((text) =>
          text.includes('"username":"Waiting Willow","message":"now Waiting Willow"'),
        ),
      ).toBe(true),
    )
  }, 60_000)
})
