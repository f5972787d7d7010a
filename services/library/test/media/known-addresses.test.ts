import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { KlaError, newId } from '@kla/chassis'
import { createKnownAddresses } from '../../src/media/known-addresses.js'
import { type ClipServer, makeClip, startClipServer } from '../support/clip-server.js'
import { createLibrary, type Library, type Pod } from '../support/library.js'

const mp4 = makeClip('mp4', '100x56')
let library: Library
let server: ClipServer
let pod: Pod
let player: string

beforeAll(async () => {
  library = await createLibrary()
  server = await startClipServer(
    Object.fromEntries(
      ['a', 'b', 'draft', 'saved', 'small', 'deleted', 'found', 'made-up'].map((name) => [
        `/${name}.mp4`,
        (_request, response) => response.end(mp4),
      ]),
    ),
  )
  pod = await library.startPod({ mediaAllowedHosts: [server.host], mediaPrivateOrigins: [server.origin] })
  player = await library.principals.sign({ accountId: 1, ageConfirmed: true })
})
afterAll(async () => {
  await library.close()
  await server.close()
})

const at = (name: string): string => `${server.origin}/${name}.mp4`

async function see(url: string, principal?: string): Promise<string> {
  const request = { url, range: '', ifNoneMatch: '', headOnly: true }
  try {
    for await (const part of pod.client.getMedia(request, principal === undefined ? {} : { principal })) void part
    return 'served'
  } catch (error) {
    return (error as { reason: string }).reason
  }
}

describe('viewers of clips', () => {
  test('are adult players and administrators who work with clips', async () => {
    await library.addLive(at('a'))
    const { sign, signAdministrator } = library.principals
    expect(await see(at('a'), player)).toBe('served')
    expect(await see(at('a'))).toBe('MEDIA_FOR_ADULTS')
    expect(await see(at('a'), await sign({ accountId: 2, ageConfirmed: false }))).toBe('MEDIA_FOR_ADULTS')
    expect(await see(at('a'), await sign({ accountId: 2, restrictions: [{ scope: 'global', untilMs: 0 }] }))).toBe(
      'BANNED',
    )
    for (const permission of ['gifs.read', 'reports.read', 'cups.judge']) {
      expect(await see(at('a'), await signAdministrator({ permissions: [permission] }))).toBe('served')
    }
    expect(await see(at('a'), await signAdministrator({ permissions: ['tickets.read'] }))).toBe('NOT_ALLOWED')
  })
})

describe('a clip of an allowed host', () => {
  test('is shown to players while it is in rotation or saved, with its thumbnail', async () => {
    const saved = `INSERT INTO saved_gifs (account_id, command_id, gif_url, thumbnail, state, saved_at, settled_at)
                   VALUES (1, $1, $2, $3, 'saved', now(), now())`
    await library.database.query(saved, [newId(), at('saved'), at('small')])
    expect([await see(at('saved'), player), await see(at('small'), player)]).toEqual(['served', 'served'])
    expect(await see(at('made-up'), player)).toBe('MEDIA_NOT_ALLOWED')
    expect(await see(at('made-up'), library.manager)).toBe('MEDIA_NOT_ALLOWED')
    expect(server.asked.get('/made-up.mp4')).toBeUndefined()
  })

  test('is shown only to administrators as a draft, deleted, or a search result', async () => {
    await library.database.query(
      `INSERT INTO gifs (gif_url, thumbnail, state, deleted_at) VALUES ($1, '', 'draft', NULL), ($2, '', 'live', now())`,
      [at('draft'), at('deleted')],
    )
    await pod.offer(at('found'))
    for (const name of ['draft', 'deleted', 'found']) {
      expect([name, await see(at(name), player)]).toEqual([name, 'MEDIA_NOT_ALLOWED'])
      expect([name, await see(at(name), library.manager)]).toEqual([name, 'served'])
    }
  })
})

test('keeps its last answer for those who could see it while the store is away', async () => {
  await library.addLive(at('last'))
  await library.database.query(`INSERT INTO gifs (gif_url, thumbnail, state) VALUES ($1, '', 'draft')`, [
    at('last-draft'),
  ])
  let nowMs = 0
  let away = false
  const database = {
    query: (...given: Parameters<typeof library.database.query>) =>
      away ? Promise.reject(new KlaError('UNAVAILABLE')) : library.database.query(...given),
  } as unknown as typeof library.database
  const known = createKnownAddresses(database, { offeredMs: 1_000, now: () => nowMs })
  const answer = (name: string, viewer: 'player' | 'administrator') =>
    known.useOf(at(name), viewer).catch((error: { reason: string }) => error.reason)
  for (const name of ['last', 'last-draft']) expect(await answer(name, 'administrator')).toBe('clip')
  away = true
  nowMs = 3_600_000
  for (const viewer of ['player', 'administrator'] as const) expect(await answer('last', viewer)).toBe('clip')
  expect(await answer('last-draft', 'administrator')).toBe('clip')
  expect(await answer('last-draft', 'player')).toBe('UNAVAILABLE')
  expect(await answer('never-seen', 'administrator')).toBe('UNAVAILABLE')
})

test('is looked up once a minute for any number of viewers', async () => {
  await library.addLive(at('b'))
  let queries = 0
  let nowMs = 0
  const counting = {
    query: (...given: Parameters<typeof library.database.query>) => {
      queries++
      return library.database.query(...given)
    },
  } as unknown as typeof library.database
  const known = createKnownAddresses(counting, { offeredMs: 1_000, now: () => nowMs })
  await Promise.all(Array.from({ length: 500 }, () => known.useOf(at('b'), 'player')))
  expect([await known.useOf(at('b'), 'player'), queries]).toEqual(['clip', 1])
  await Promise.all(Array.from({ length: 500 }, () => known.useOf(at('made-up'), 'player')))
  expect([await known.useOf(at('made-up'), 'player'), queries]).toEqual([undefined, 2])
  nowMs = 60_000
  await known.useOf(at('b'), 'player')
  expect(queries).toBe(3)
})
