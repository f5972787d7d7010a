import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createDatabase, type Database } from '@kla/chassis'
import { CATEGORIES } from '@kla/proto/web'
import { isolatedSchema, quietLogger } from '@kla/testkit'
import { listRotation } from '../../src/rotation/rpc.js'
import { createRotationStore, type NewGif, type RotationStore } from '../../src/rotation/store.js'

const directory = new URL('../../migrations', import.meta.url).pathname
let schema: Awaited<ReturnType<typeof isolatedSchema>>
let database: Database
let store: RotationStore

const gif = (name: string, ...categories: NewGif['categories'][number][]): NewGif => ({
  gifUrl: `https://cdn.kla.test/${name}.mp4`,
  thumbnail: `https://cdn.kla.test/${name}.jpg`,
  categories,
})
const versions = (): Promise<string[]> => Promise.all(CATEGORIES.map((category) => store.version(category)))
/** Which categories have another version after `work`. */
const changedBy = async (work: () => Promise<unknown>): Promise<string[]> => {
  const before = await versions()
  await work()
  const after = await versions()
  return CATEGORIES.filter((_, at) => before[at] !== after[at])
}

beforeAll(async () => {
  schema = await isolatedSchema(directory, 'library')
  database = createDatabase({ url: schema.url, schema: schema.schema, log: quietLogger() })
  store = createRotationStore(database)
})
beforeEach(async () => {
  await database.query('DELETE FROM gifs')
  await database.query('DELETE FROM blocked_addresses')
})
afterAll(async () => {
  await database.end()
  await schema.drop()
})

describe('the rotation', () => {
  test('holds the live GIFs of a category, each once', async () => {
    await store.add([gif('a', 'default', 'gay'), gif('b', 'default')])
    await store.add(['hidden', 'broken', 'draft', 'blocked'].map((name) => gif(name, 'default')))
    await database.query("UPDATE gifs SET state = 'hidden' WHERE gif_url LIKE '%hidden%'")
    await database.query("UPDATE gifs SET state = 'draft' WHERE gif_url LIKE '%draft%'")
    await database.query("UPDATE gifs SET state = 'blocked' WHERE gif_url LIKE '%blocked%'")
    await database.query("UPDATE gifs SET broken = true WHERE gif_url LIKE '%broken%'")
    const names = async (category: 'default' | 'gay' | 'trans') =>
      (await store.list(category)).gifs.map(({ gifUrl }) => gifUrl.slice(-5, -4))
    expect(await names('default')).toEqual(['a', 'b'])
    expect(await names('gay')).toEqual(['a'])
    expect(await names('trans')).toEqual([])
  })

  test('adds a GIF once and leaves hidden ones hidden', async () => {
    expect(await store.add([gif('a', 'default'), gif('b', 'default')])).toBe(2)
    await database.query("UPDATE gifs SET state = 'hidden' WHERE gif_url LIKE '%a.mp4'")
    expect(await store.add([gif('a', 'default'), gif('b', 'default'), gif('c', 'gay')])).toBe(1)
    expect((await store.list('default')).gifs).toHaveLength(1)
  })

  test('never adds a blocked address again, even if its GIF was deleted', async () => {
    await database.query("INSERT INTO blocked_addresses VALUES ('https://cdn.kla.test/a.mp4', 1)")
    expect(await store.add([gif('a', 'default'), gif('b', 'default')])).toBe(1)
    expect((await store.list('default')).gifs).toMatchObject([{ gifUrl: 'https://cdn.kla.test/b.mp4' }])
  })

  test('keeps its versions when nothing is new', async () => {
    await store.add([gif('a', 'default', 'trans')])
    expect(await changedBy(() => store.add([gif('a', 'default', 'trans')]))).toEqual([])
  })

  test('changes the version of every category that a change touches and of no other', async () => {
    expect(await changedBy(() => store.add([gif('a', 'default', 'gay')]))).toEqual(['default', 'gay'])
    expect(await changedBy(() => store.add([gif('a', 'trans')]))).toEqual(['trans'])
    const hideAll = () => database.query("UPDATE gifs SET state = 'hidden'")
    expect(await changedBy(hideAll)).toEqual(['default', 'gay', 'trans'])
    expect(await changedBy(hideAll)).toEqual([])
    const note = () => database.query('UPDATE gifs SET looks = looks + 1')
    expect(await changedBy(note)).toEqual([])
    const bringBack = () => database.query("UPDATE gifs SET state = 'live'")
    expect(await changedBy(bringBack)).toEqual(['default', 'gay', 'trans'])
    expect(await changedBy(note)).toEqual([])
    expect(await changedBy(() => database.query('UPDATE gifs SET broken = true'))).toHaveLength(3)
    expect(await changedBy(() => database.query("DELETE FROM gif_tags WHERE tag = 'gay'"))).toEqual(['gay'])
    expect(await changedBy(() => database.query('DELETE FROM gifs'))).toEqual(['default', 'trans'])
  })

  test('survives concurrent bulk changes', async () => {
    const adding = Array.from({ length: 12 }, (_, at) =>
      store.add([gif(`x${at}`, 'trans', 'default'), gif(`y${at}`, 'default', 'trans', 'gay')]),
    )
    expect((await Promise.all(adding)).reduce((sum, added) => sum + added, 0)).toBe(24)
    expect((await store.list('trans')).gifs).toHaveLength(24)
  })

  test('rejects anything but web addresses', async () => {
    await expect(store.add([{ gifUrl: 'file:///etc/passwd', thumbnail: '', categories: [] }])).rejects.toThrow(/check/)
  })
})

describe('listRotation', () => {
  test('returns the list with its version, and only the version to a caller that knows it', async () => {
    await store.add([gif('a', 'hentai')])
    const ask = (knownVersion: string) => listRotation(store, { category: 'hentai', knownVersion })
    const first = await ask('')
    expect(first).toMatchObject({ unchanged: false, gifs: [{ gifUrl: 'https://cdn.kla.test/a.mp4' }] })
    expect(await ask(first.version)).toEqual({ gifs: [], version: first.version, unchanged: true })
    await store.add([gif('b', 'hentai')])
    expect((await ask(first.version)).gifs).toHaveLength(2)
  })

  test('rejects an unknown category', async () => {
    await expect(listRotation(store, { category: 'everything', knownVersion: '' })).rejects.toMatchObject({
      reason: 'INVALID_FIELD',
    })
  })
})
