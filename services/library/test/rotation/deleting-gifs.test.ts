import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type AddGifsRequest, GifState } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { type ClipServer, makeClip, startClipServer } from '../support/clip-server.js'
import { createLibrary, type Library, type Pod } from '../support/library.js'

const DAY_MS = 24 * 3_600_000
const mp4 = makeClip('mp4', '100x56')

let library: Library
let server: ClipServer
let pod: Pod

beforeAll(async () => {
  library = await createLibrary()
  server = await startClipServer({
    '/a.mp4': (_request, response) => response.end(mp4),
    '/gone.mp4': (_request, response) => response.writeHead(410).end(),
  })
  pod = await startPod()
})
beforeEach(() => library.database.query('DELETE FROM gifs; DELETE FROM blocked_addresses'))
afterAll(async () => {
  await library.close()
  await server.close()
})

const startPod = (): Promise<Pod> =>
  library.startPod({ mediaAllowedHosts: [server.host], mediaPrivateOrigins: [server.origin] })
const context = () => ({ principal: library.manager })
const url = (name = 'a'): string => `${server.origin}/${name}.mp4`
const all = { page: 1, pageSize: 200, category: '', state: GifState.UNSPECIFIED }
const list = () => pod.client.listGifs(all, context())
const add = (about: Partial<AddGifsRequest> = {}) =>
  pod.client.addGifs({ urls: [url()], visible: true, tags: [], ...about }, context())
const remove = (id: number) => pod.client.deleteGif({ id }, context())
const hold = (id: number, held: boolean, reason = 'asked for by the police') =>
  pod.client.setGifHold({ id, held, reason }, context())
const dealt = async (category = 'default'): Promise<string[]> =>
  (await pod.client.listRotation({ category, knownVersion: '' })).gifs.map(({ gifUrl }) => gifUrl)
const version = async () => (await pod.client.listRotation({ category: 'default', knownVersion: '' })).version

async function live(name = 'a'): Promise<number> {
  await library.addLive(url(name))
  return (await list()).gifs.find(({ gifUrl }) => gifUrl === url(name))?.id ?? 0
}

const isStored = async (id: number): Promise<boolean> =>
  (await library.database.query('SELECT FROM gifs WHERE id = $1', [id])).rowCount === 1

/** Lets time go by for what is deleted, and a pod sweep. */
async function passDays(days: number): Promise<void> {
  await library.database.query(`UPDATE gifs SET deleted_at = deleted_at - $1 * interval '1 day'`, [days])
  // One that starts looks at once; that it has is seen by a GIF that is due in any case.
  const { rows } = await library.database.query<{ id: number }>(
    `INSERT INTO gifs (gif_url, thumbnail, state, deleted_at) VALUES ($1, '', 'hidden', now() - interval '31 days')
     RETURNING id`,
    [url(`due-${Math.random()}`)],
  )
  const sweeper = await startPod()
  await eventually(async () => !(await isStored(rows[0]?.id ?? 0)))
  await sweeper.stop()
}

describe('a deleted GIF', () => {
  test('leaves the rotation, the list and the link check immediately', async () => {
    const id = await live()
    const before = await version()
    const deleted = await remove(id)
    expect(deleted.held).toBe(false)
    expect(deleted.eraseAfterMs).toBeGreaterThan(Date.now() + 29 * DAY_MS)
    expect(deleted.eraseAfterMs).toBeLessThan(Date.now() + 31 * DAY_MS)
    expect(await dealt()).toEqual([])
    expect(await version()).not.toBe(before)
    expect(await list()).toEqual({ gifs: [], total: 0, counts: [] })
    expect((await pod.client.findBrokenGifs({ limit: 0, offset: 0 }, context())).checked).toBe(0)
  })

  test('cannot be brought back by a state or deleted again', async () => {
    const id = await live()
    const first = await remove(id)
    for (const state of [GifState.LIVE, GifState.HIDDEN, GifState.BLOCKED]) {
      await expect(pod.client.setGifState({ id, state }, context())).rejects.toMatchObject({ reason: 'NOT_FOUND' })
    }
    expect(await remove(id)).toEqual(first)
  })

  test("stays in players' libraries", async () => {
    const id = await live()
    await library.database.query(
      `INSERT INTO saved_gifs (account_id, command_id, gif_url, thumbnail, state, saved_at, settled_at)
       VALUES (5, gen_random_uuid(), $1, '', 'saved', now(), now())`,
      [url()],
    )
    await remove(id)
    await passDays(31)
    const { gifs } = await pod.client.listSavedGifs({}, { principal: await library.principals.sign({ accountId: 5 }) })
    expect(gifs).toMatchObject([{ gifUrl: url() }])
  })

  test('stays deleted when a seed names it again', async () => {
    const id = await live()
    await remove(id)
    await library.addLive(url())
    expect(await dealt()).toEqual([])
    expect((await list()).total).toBe(0)
  })

  test('does not go live as a draft that waits for examination', async () => {
    await add({ urls: [url('gone')] })
    await eventually(async () => expect((await list()).gifs).toMatchObject([{ broken: true }]))
    const id = (await list()).gifs[0]?.id ?? 0
    await library.database.query("UPDATE gifs SET look_at = now() + interval '1 hour', goes_live = true")
    await remove(id)
    const { rows } = await library.database.query('SELECT look_at, goes_live FROM gifs')
    expect(rows).toEqual([{ look_at: null, goes_live: false }])
  })

  test('cannot be named by an unknown id', async () => {
    await expect(remove(2 ** 50)).rejects.toMatchObject({ reason: 'NOT_FOUND' })
  })
})

describe('a deleted GIF that is added again', () => {
  test('comes back as a draft under its id, with its new categories, and goes live once examined', async () => {
    const id = await live()
    await remove(id)
    expect(await add({ visible: false, tags: ['gay'] })).toEqual({ inserted: 1, skipped: 0 })
    expect((await list()).gifs).toMatchObject([{ id, state: GifState.DRAFT, tags: ['gay'], broken: false }])
    await remove(id)
    expect(await add({ tags: ['gay', 'trans'] })).toEqual({ inserted: 1, skipped: 0 })
    await eventually(async () => expect(await dealt('trans')).toEqual([url()]))
    expect(await dealt('default')).toEqual([])
    await passDays(31)
    expect(await isStored(id)).toBe(true)
  })

  test('does not come back if it is blocked', async () => {
    const id = await live()
    await pod.client.setGifState({ id, state: GifState.BLOCKED }, context())
    await remove(id)
    expect(await add()).toEqual({ inserted: 0, skipped: 1 })
    expect((await list()).total).toBe(0)
  })
})

describe('retention', () => {
  test('erases a GIF with its categories when it ends and not before', async () => {
    const [id, kept] = [await live('old'), await live('kept')]
    await remove(id)
    await passDays(29)
    expect(await isStored(id)).toBe(true)
    await passDays(2)
    expect(await isStored(id)).toBe(false)
    expect((await library.database.query('SELECT FROM gif_tags WHERE gif_id = $1', [id])).rowCount).toBe(0)
    expect(await isStored(kept)).toBe(true)
    await expect(remove(id)).rejects.toMatchObject({ reason: 'NOT_FOUND' })
  })

  test('erases nothing that is held until it is released', async () => {
    const [before, after] = [await live('held-before'), await live('held-after')]
    await hold(before, true)
    expect((await remove(before)).held).toBe(true)
    await remove(after)
    await hold(after, true)
    await passDays(400)
    expect([await isStored(before), await isStored(after)]).toEqual([true, true])
    await hold(before, false, '')
    await passDays(0)
    expect([await isStored(before), await isStored(after)]).toEqual([false, true])
  })

  test.each([
    ['no reason', ' '],
    ['a reason too long', 'x'.repeat(1_001)],
    ['nothing to see', '\u200b\u2800'],
  ])('is not held up for %s', async (_fault, reason) => {
    const id = await live()
    await expect(hold(id, true, reason)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    expect((await remove(id)).held).toBe(false)
  })

  test('rejects a hold on an unknown GIF', async () => {
    await expect(hold(2 ** 50, true)).rejects.toMatchObject({ reason: 'NOT_FOUND' })
    await expect(hold(2 ** 50, false)).rejects.toMatchObject({ reason: 'NOT_FOUND' })
  })
})

describe('scanAndDeleteGifs', () => {
  test('deletes like an administrator', async () => {
    const [id, other] = [await live('gone'), await live()]
    const scan = () => pod.client.scanAndDeleteGifs({ limit: 0, offset: 0, ids: [] }, context())
    expect(await scan()).toEqual({ deleted: 1, checked: 2 })
    expect((await list()).gifs.map((gif) => gif.id)).toEqual([other])
    expect(await isStored(id)).toBe(true)
    expect(await scan()).toEqual({ deleted: 0, checked: 1 })
  })
})
