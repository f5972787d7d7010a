import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { type Acts, AuditRecorded, GifState, subjects } from '@kla/proto'
import { refusedField } from '@kla/proto/web'
import { createRotationStore } from '../../src/rotation/index.js'
import { createLibrary, type Library, type Pod } from '../support/library.js'

let library: Library
let pod: Pod

beforeAll(async () => {
  library = await createLibrary()
  pod = await library.startPod()
})
beforeEach(() => library.database.query('DELETE FROM gifs; DELETE FROM outbox; DELETE FROM blocked_addresses'))
afterAll(() => library.close())

const context = () => ({ principal: library.manager })
const url = (name: string): string => `https://cdn.kla.test/${name}.mp4`
const seed = (name: string, acts?: readonly string[]) =>
  createRotationStore(library.database).add([
    { gifUrl: url(name), thumbnail: '', categories: ['default'], ...(acts && { acts }) },
  ])
const rotation = (knownVersion = '') => pod.client.listRotation({ category: 'default', knownVersion })
const listed = async () =>
  (await pod.client.listGifs({ page: 1, pageSize: 200, category: '', state: GifState.UNSPECIFIED }, context())).gifs
const find = async (name: string) => (await listed()).find(({ gifUrl }) => gifUrl === url(name))
const idOf = async (name: string): Promise<number> => (await find(name))?.id ?? 0
const setActs = (id: number, acts?: string[]) =>
  pod.client.setGifActs({ id, ...(acts && { acts: { acts } }) }, context())
const acts = (...acts: string[]): Acts => ({ acts })
async function audited(): Promise<unknown[]> {
  const { rows } = await library.database.query<{ payload: Buffer }>(
    'SELECT payload FROM outbox WHERE subject = $1 ORDER BY id',
    [subjects.eventAuditRecorded('library')],
  )
  return rows.map(({ payload }) => {
    const { action, subjectKind, subjectId, details } = AuditRecorded.decode(payload)
    return [action, subjectKind, subjectId, JSON.parse(details)]
  })
}

describe('the acts of a GIF', () => {
  test('are in the rotation: some, none, and not labelled', async () => {
    await seed('a', ['teasing', 'dancing'])
    await seed('b', [])
    await seed('c')
    expect((await rotation()).gifs.map(({ acts }) => acts)).toEqual([acts('teasing', 'dancing'), acts(), undefined])
    expect((await listed()).map(({ acts }) => acts)).toEqual([undefined, acts(), acts('teasing', 'dancing')])
  })

  test('change the version of the rotation when they change, and only then', async () => {
    await seed('a')
    const id = await idOf('a')
    const { version } = await rotation()
    for (const acts of [['feet'], [], undefined, ['feet', 'food']]) {
      const before = (await rotation()).version
      await setActs(id, acts)
      expect(await rotation(before)).toMatchObject({ unchanged: false })
      const after = (await rotation()).version
      await setActs(id, acts)
      expect(await rotation(after)).toMatchObject({ unchanged: true })
    }
    expect((await rotation(version)).gifs).toMatchObject([{ acts: acts('feet', 'food') }])
  })

  test('of a hidden GIF do not change the version, and last through its states', async () => {
    await seed('a')
    const id = await idOf('a')
    await pod.client.setGifState({ id, state: GifState.HIDDEN }, context())
    const { version } = await rotation()
    await setActs(id, ['feet'])
    expect(await rotation(version)).toMatchObject({ unchanged: true })
    await library.database.query('UPDATE gifs SET content_digest = $1', ['0'.repeat(64)])
    expect(await pod.client.setGifState({ id, state: GifState.LIVE }, context())).toMatchObject({ acts: acts('feet') })
    expect((await rotation()).gifs).toMatchObject([{ acts: acts('feet') }])
  })
})

describe('setGifActs', () => {
  test('sets each act once, in the order of the list, and removes it', async () => {
    await seed('a')
    const id = await idOf('a')
    expect(await setActs(id, ['food', 'kissing', 'food'])).toMatchObject({
      id,
      state: GifState.LIVE,
      acts: acts('kissing', 'food'),
    })
    expect((await setActs(id)).acts).toBeUndefined()
    expect((await find('a'))?.acts).toBeUndefined()
  })

  test('records the labels before and after, and nothing when they are the same', async () => {
    await seed('a')
    const id = await idOf('a')
    for (const acts of [['feet'], ['feet'], [], undefined, undefined]) await setActs(id, acts)
    expect(await audited()).toEqual([
      ['gifs.acts', 'gif', String(id), { from: null, to: ['feet'] }],
      ['gifs.acts', 'gif', String(id), { from: ['feet'], to: [] }],
      ['gifs.acts', 'gif', String(id), { from: [], to: null }],
    ])
  })

  test('rejects unknown acts and GIFs, and records nothing', async () => {
    await seed('a', ['feet'])
    const id = await idOf('a')
    await expect(setActs(id, ['feet', 'gardening'])).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    await expect(setActs(2 ** 50, ['feet'])).rejects.toMatchObject({ reason: 'NOT_FOUND' })
    expect((await find('a'))?.acts).toEqual(acts('feet'))
    await library.database.query('UPDATE gifs SET deleted_at = now()')
    await expect(setActs(id, ['food'])).rejects.toMatchObject({ reason: 'NOT_FOUND' })
    expect(await audited()).toEqual([])
  })
})

describe('addGifs', () => {
  const add = (name: string, acts?: string[]) =>
    pod.client.addGifs({ urls: [url(name)], visible: false, tags: [], ...(acts && { acts: { acts } }) }, context())

  test('labels all that it adds, and records the acts', async () => {
    await add('a', ['undressing', 'dancing'])
    await add('b')
    expect((await listed()).map(({ acts }) => acts)).toEqual([undefined, acts('dancing', 'undressing')])
    const about = { skipped: 0, visible: false, tags: ['default'] }
    expect(await audited()).toEqual([
      ['gifs.add', '', '', { ...about, ids: [await idOf('a')], acts: ['dancing', 'undressing'] }],
      ['gifs.add', '', '', { ...about, ids: [await idOf('b')] }],
    ])
    await expect(add('c', ['gardening'])).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
  })

  test('names the tag that it refuses', async () => {
    const added = pod.client.addGifs({ urls: [url('d')], visible: false, tags: ['gay', 'garden'] }, context())
    await expect(added).rejects.toMatchObject({ reason: 'INVALID_FIELD', message: refusedField('tags.1').text })
  })

  test('keeps the acts of known GIFs, and labels returning ones', async () => {
    await add('a', ['feet'])
    await add('a', ['food'])
    expect((await find('a'))?.acts).toEqual(acts('feet'))
    await pod.client.deleteGif({ id: await idOf('a') }, context())
    await add('a')
    expect((await find('a'))?.acts).toBeUndefined()
  })
})

test('a seed labels only unlabelled GIFs', async () => {
  await seed('a')
  const { version } = await rotation()
  await seed('a', ['feet'])
  expect((await rotation(version)).gifs).toMatchObject([{ acts: acts('feet') }])
  await setActs(await idOf('a'), ['food'])
  await seed('a', ['feet'])
  await seed('a')
  expect((await rotation()).gifs).toMatchObject([{ acts: acts('food') }])
})
