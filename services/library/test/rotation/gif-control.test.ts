import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { CallContext } from '@kla/chassis'
import { type AddGifsRequest, GifState, type ListGifsRequest } from '@kla/proto'
import { type Permission, PERMISSIONS } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import { startGifProviderStandIn } from '../../../../deploy/local/src/stand-ins/gif-provider/index.js'
import { type ClipServer, makeClip, startClipServer } from '../support/clip-server.js'
import { createLibrary, type Library, type Pod } from '../support/library.js'

const mp4 = makeClip('mp4', '100x56')
/** A clip of its own for each number. */
const numbered = (at: number): Buffer => Buffer.concat([mp4, Buffer.from(String(at))])

let library: Library
let server: ClipServer
let pod: Pod
let well = true

beforeAll(async () => {
  library = await createLibrary()
  const routes: Record<string, RequestListener> = {
    '/page.mp4': (_request, response) => response.end('<p>Removed'),
    '/gone.mp4': (_request, response) => response.writeHead(404).end(),
    '/ill.mp4': (_request, response) => (well ? response.end(numbered(100)) : response.writeHead(503).end()),
  }
  for (let at = 0; at < 30; at++) routes[`/${at}.mp4`] = (_request, response) => response.end(numbered(at))
  server = await startClipServer(routes)
  pod = await library.startPod({ mediaAllowedHosts: [server.host], mediaPrivateOrigins: [server.origin] })
})
beforeEach(async () => {
  well = true
  // The service's own sweeps may be at work on the same rows.
  await eventually(() => library.database.query('DELETE FROM gifs').then(() => true))
})
afterAll(async () => {
  await library.close()
  await server.close()
})

const as = (principal: string) => ({ principal })
const url = (name: string | number): string => `${server.origin}/${name}.mp4`
const add = (about: Partial<AddGifsRequest>) =>
  pod.client.addGifs({ urls: [], visible: true, tags: [], ...about }, as(library.manager))
const everything: ListGifsRequest = { page: 1, pageSize: 200, category: '', state: GifState.UNSPECIFIED }
const list = async (about: Partial<ListGifsRequest> = {}) =>
  pod.client.listGifs({ ...everything, ...about }, as(library.manager))
const find = async (gifUrl: string) => (await list()).gifs.find((gif) => gif.gifUrl === gifUrl)
const idOf = async (gifUrl: string): Promise<number> => (await find(gifUrl))?.id ?? 0
const setState = (id: number, state: GifState) => pod.client.setGifState({ id, state }, as(library.manager))
const dealt = async (category = 'default'): Promise<string[]> =>
  (await pod.client.listRotation({ category, knownVersion: '' })).gifs.map(({ gifUrl }) => gifUrl)

describe('GIF control', () => {
  const calls: [string, Permission, (context: CallContext) => Promise<unknown>][] = [
    ['ListGifs', 'gifs.read', (context) => pod.client.listGifs({ ...everything, pageSize: 1 }, context)],
    ['AddGifs', 'gifs.manage', (context) => pod.client.addGifs({ urls: [url(1)], visible: true, tags: [] }, context)],
    ['SetGifState', 'gifs.manage', (context) => pod.client.setGifState({ id: 1, state: GifState.BLOCKED }, context)],
    ['SetGifActs', 'gifs.manage', (context) => pod.client.setGifActs({ id: 1, acts: { acts: [] } }, context)],
    ['DeleteGif', 'gifs.manage', (context) => pod.client.deleteGif({ id: 1 }, context)],
    [
      'ChangeGifs',
      'gifs.manage',
      (context) => pod.client.changeGifs({ gifs: [{ id: 1 }], change: { $case: 'deleted', value: true } }, context),
    ],
    ['SetGifHold', 'holds.manage', (context) => pod.client.setGifHold({ id: 1, held: true, reason: 'a' }, context)],
    ['FindBrokenGifs', 'gifs.manage', (context) => pod.client.findBrokenGifs({ limit: 1, offset: 0 }, context)],
    [
      'ScanAndDeleteGifs',
      'gifs.manage',
      (context) => pod.client.scanAndDeleteGifs({ limit: 1, offset: 0, ids: [] }, context),
    ],
    ['SearchProvider', 'gifs.manage', (context) => pod.client.searchProvider({ text: 'a' }, context)],
    ['ListProviderCategory', 'gifs.manage', (context) => pod.client.listProviderCategory({ category: 'gay' }, context)],
  ]

  test.each(calls)('%s requires %s', async (_name, permission, call) => {
    await expect(call({})).rejects.toMatchObject({ reason: 'NOT_SIGNED_IN' })
    const permissions = PERMISSIONS.filter((each) => each !== permission)
    const others = [
      await library.principals.signAdministrator({ permissions }),
      await library.principals.sign({ accountId: 1 }),
    ]
    for (const principal of others) await expect(call({ principal })).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
    expect((await list()).total).toBe(0)
  })
})

describe('addGifs', () => {
  test('trims, skips duplicates and known addresses, and accepts only web addresses', async () => {
    const urls = [` ${url(1)} `, url(1), `${url(1)}#t=3`, url(2), 'ftp://a/b.mp4', 'nonsense', '', 'javascript:a()']
    expect(await add({ urls })).toEqual({ inserted: 2, skipped: 6 })
    expect(await add({ urls: [url(2), url(3), url(3).toUpperCase().replace('3.MP4', '3.mp4')] })).toEqual({
      inserted: 1,
      skipped: 2,
    })
    expect((await list()).gifs.map(({ gifUrl }) => gifUrl)).toEqual([url(3), url(2), url(1)])
  })

  test('creates drafts that go live after their content was fetched', async () => {
    await add({ urls: [url(4), url(5)], tags: ['gay', 'trans', 'gay'] })
    await eventually(async () => expect((await dealt('gay')).sort()).toEqual([url(4), url(5)]))
    expect(await dealt('default')).toEqual([])
    expect(await find(url(4))).toMatchObject({ state: GifState.LIVE, broken: false, tags: ['gay', 'trans'] })
    expect(server.asked.get('/4.mp4')).toBe(1)
  })

  test('creates drafts that stay unfetched when they are not to be visible', async () => {
    await add({ urls: [url(6)], visible: false })
    await add({ urls: [url(7)] })
    await eventually(async () => expect(await dealt()).toEqual([url(7)]))
    expect(await find(url(6))).toMatchObject({ state: GifState.DRAFT, tags: ['default'] })
    expect(server.asked.has('/6.mp4')).toBe(false)
  })

  test('keeps missing files and files without media as broken drafts', async () => {
    await add({ urls: [url('gone'), url('page'), 'http://elsewhere.kla.test/a.mp4'] })
    await eventually(async () => expect((await list()).gifs.every(({ broken }) => broken)).toBe(true))
    expect((await list({ state: GifState.DRAFT })).total).toBe(3)
    expect(await dealt()).toEqual([])
  })

  test('retries silent hosts', async () => {
    well = false
    await add({ urls: [url('ill')] })
    await eventually(async () => expect(await find(url('ill'))).toMatchObject({ broken: true, state: GifState.DRAFT }))
    const { rows } = await library.database.query(
      "SELECT look_at BETWEEN now() + interval '30 s' AND now() + interval '61 s' AS soon, looks FROM gifs",
    )
    expect(rows).toEqual([{ soon: true, looks: 1 }])
    well = true
    await library.database.query('UPDATE gifs SET look_at = now()')
    await eventually(async () => expect(await dealt()).toEqual([url('ill')]))
  })

  test('continues after a dead pod', async () => {
    await library.database.query(
      `INSERT INTO gifs (gif_url, thumbnail, state, goes_live, look_at, looks)
       VALUES ($1, '', 'draft', true, now() + interval '300 ms', 1)`,
      [url(8)],
    )
    await eventually(async () => expect(await find(url(8))).toMatchObject({ state: GifState.LIVE }))
  })

  test.each([
    ['too many', { urls: Array<string>(501).fill('http://a/') }],
    ['an unknown category', { urls: [], tags: ['cats'] }],
  ])('rejects %s', async (_what, about) => {
    await expect(add(about)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    expect((await list()).total).toBe(0)
  })
})

describe('listGifs', () => {
  test('lists newest first, in pages, by category and state', async () => {
    await add({ urls: [1, 2, 3, 4, 5].map(url), visible: false, tags: ['default', 'gay'] })
    await add({ urls: [6, 7].map(url), visible: false, tags: ['trans'] })
    await setState(await idOf(url(2)), GifState.HIDDEN)
    expect((await list({ pageSize: 3 })).gifs.map(({ gifUrl }) => gifUrl)).toEqual([7, 6, 5].map(url))
    const last = await list({ page: 3, pageSize: 3 })
    expect([last.gifs.map(({ gifUrl }) => gifUrl), last.total]).toEqual([[url(1)], 7])
    expect((await list({ category: 'trans' })).total).toBe(2)
    expect((await list({ category: 'gay', state: GifState.DRAFT })).total).toBe(4)
    expect((await list({ state: GifState.HIDDEN })).gifs).toMatchObject([
      { gifUrl: url(2), tags: ['default', 'gay'], createdAtMs: expect.any(Number) },
    ])
  })

  test.each([{ page: 0 }, { pageSize: 0 }, { pageSize: 201 }, { category: 'cats' }, { state: GifState.UNRECOGNIZED }])(
    'rejects %j',
    async (about) => {
      await expect(list(about)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    },
  )
})

describe('setGifState', () => {
  test('takes a GIF out and brings it back', async () => {
    await library.addLive(url(9))
    const id = await idOf(url(9))
    expect(await setState(id, GifState.HIDDEN)).toMatchObject({ id, state: GifState.HIDDEN })
    expect(await dealt()).toEqual([])
    expect(await setState(id, GifState.LIVE)).toMatchObject({ state: GifState.LIVE })
    expect(await dealt()).toEqual([url(9)])
  })

  test('refuses live while the content cannot be fetched, and changes nothing', async () => {
    await add({ urls: [url('gone')], visible: false })
    const id = await idOf(url('gone'))
    await expect(setState(id, GifState.LIVE)).rejects.toMatchObject({ reason: 'MEDIA_NOT_FOUND' })
    expect(await find(url('gone'))).toMatchObject({ state: GifState.DRAFT })
  })

  test('keeps a draft from going live with hidden', async () => {
    well = false
    await add({ urls: [url('ill')] })
    await eventually(async () => expect(await find(url('ill'))).toMatchObject({ broken: true }))
    await setState(await idOf(url('ill')), GifState.HIDDEN)
    well = true
    const { rows } = await library.database.query('SELECT look_at, goes_live FROM gifs')
    expect(rows).toEqual([{ look_at: null, goes_live: false }])
  })

  test('rejects an unknown state or GIF', async () => {
    await expect(setState(1, GifState.UNSPECIFIED)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    await expect(setState(2 ** 50, GifState.LIVE)).rejects.toMatchObject({ reason: 'NOT_FOUND' })
  })
})

describe('the provider', () => {
  test('is searched by text and by category, and its GIFs can be added', async () => {
    const clips = Array.from({ length: 5 }, (_, at) => ({
      gifUrl: url(20 + at),
      thumbnail: `${server.origin}/${at}.jpg`,
      categories: ['amateur'],
    }))
    const provider = await startGifProviderStandIn({ port: 0, clips, copies: 1, deadEvery: 0 })
    const asking = await library.startPod({
      gifProviderUrl: provider.url,
      mediaAllowedHosts: [server.host],
      mediaPrivateOrigins: [provider.url, server.origin],
    })
    const byCategory = await asking.client.listProviderCategory({ category: 'default' }, as(library.manager))
    const byText = await asking.client.searchProvider({ text: ' Amateur ' }, as(library.manager))
    expect(byCategory.gifs.length).toBeGreaterThan(1)
    expect(byText).toEqual(byCategory)
    expect(provider.control.requests.filter((path) => path.includes('search_text=amateur'))).toHaveLength(1)
    await add({ urls: byText.gifs.map(({ hd }) => hd) })
    await eventually(async () => expect(await dealt()).toHaveLength(byText.gifs.length))

    const refused = asking.client.listProviderCategory({ category: 'cats' }, as(library.manager))
    await expect(refused).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    for (const text of [' ', 'x'.repeat(101)]) {
      await expect(asking.client.searchProvider({ text }, as(library.manager))).rejects.toMatchObject({
        reason: 'INVALID_FIELD',
      })
    }
    await asking.stop()
    await provider.close()
  })
})

describe('concurrent changes of one GIF', () => {
  const other = () => as(library.otherManager)
  const draft = async (name: number): Promise<number> => {
    await add({ urls: [url(name)], visible: false })
    return idOf(url(name))
  }
  const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => 'not refused',
      (error: { reason?: string }) => error.reason,
    )

  test.each([
    [
      'states',
      (id: number, version: number, state: GifState, context: CallContext) =>
        pod.client.setGifState({ id, state, version }, context),
    ],
    [
      'acts',
      (id: number, version: number, state: GifState, context: CallContext) =>
        pod.client.setGifActs(
          { id, acts: state === GifState.HIDDEN ? { acts: [] } : { acts: ['kissing'] }, version },
          context,
        ),
    ],
  ] as const)('take one of two %s that are set at the same version', async (what, set) => {
    // Blocking may win, and it is final.
    const id = await draft(what === 'states' ? 21 : 31)
    const outcomes = await Promise.all([
      reasonOf(set(id, 1, GifState.HIDDEN, as(library.manager))),
      reasonOf(set(id, 1, GifState.BLOCKED, other())),
    ])
    expect([...outcomes].sort()).toEqual(['CHANGED_MEANWHILE', 'not refused'])
    const now = await pod.client.getGif({ id }, as(library.manager))
    expect(now).toMatchObject({ version: 2, changedBy: outcomes[0] === 'not refused' ? 'mod' : 'mod2' })
  })

  test('answer a retry, and delete nothing at an older version', async () => {
    const id = await draft(22)
    const hide = { id, state: GifState.HIDDEN, version: 1 }
    const hidden = await pod.client.setGifState(hide, as(library.manager))
    expect(await pod.client.setGifState(hide, as(library.manager))).toEqual(hidden)
    expect(await reasonOf(pod.client.setGifState(hide, other()))).toBe('CHANGED_MEANWHILE')
    expect(await reasonOf(pod.client.deleteGif({ id, version: 1 }, other()))).toBe('CHANGED_MEANWHILE')
    expect(await reasonOf(pod.client.deleteGif({ id, version: 2 }, other()))).toBe('not refused')
  })

  test('do not conflict with an examination', async () => {
    const id = await draft(23)
    const live = await pod.client.setGifState({ id, state: GifState.LIVE, version: 1 }, as(library.manager))
    expect(live).toMatchObject({ state: GifState.LIVE, version: 2 })
  })
})
