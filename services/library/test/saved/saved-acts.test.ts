import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Database } from '@kla/chassis'
import { vacuum } from '@kla/testkit'
import { createSavedGifStore } from '../../src/saved/store.js'
import { createLibrary, type Library, type Pod } from '../support/library.js'

const ME = 7
const FEW = 77
let library: Library
let pod: Pod

beforeAll(async () => {
  library = await createLibrary()
  pod = await library.startPod({ mediaAllowedHosts: ['cdn.kla.test'] })
})
beforeEach(() => library.database.query('DELETE FROM saved_gifs; DELETE FROM gifs'))
afterAll(() => library.close())

const url = (name: string | number): string => `https://cdn.kla.test/${name}.mp4`
const me = async () => ({ principal: await library.principals.sign({ accountId: ME }) })
const save = (accountId: number, ...names: (string | number)[]) =>
  library.database.query(
    `INSERT INTO saved_gifs (account_id, command_id, gif_url, thumbnail, state, saved_at, settled_at)
     SELECT $1, gen_random_uuid(), url, '', 'saved', now() - at * interval '1 s', now()
     FROM unnest($2::text[]) WITH ORDINALITY AS given (url, at)`,
    [accountId, names.map(url)],
  )
const rotate = (name: string, acts: readonly string[] | null, about = '') =>
  library.database
    .query(`INSERT INTO gifs (gif_url, thumbnail, state, acts) VALUES ($1, '', 'live', $2)`, [url(name), acts])
    .then(() =>
      about === '' ? undefined : library.database.query(`UPDATE gifs SET ${about} WHERE gif_url = $1`, [url(name)]),
    )
const acts = async () => (await pod.client.listSavedGifs({}, await me())).gifs.map((gif) => gif.acts?.acts)

describe('saved GIFs', () => {
  test('carry the acts of the GIF of the same address, hidden, broken or deleted', async () => {
    await rotate('live', ['feet'])
    await rotate('none', [])
    await rotate('hidden', ['food'], "state = 'hidden'")
    await rotate('broken', ['oral'], 'broken = true')
    await rotate('deleted', ['rough'], 'deleted_at = now()')
    await rotate('unlabelled', null)
    await save(ME, 'live', 'none', 'hidden', 'broken', 'deleted', 'unlabelled', 'unknown')
    expect(await acts()).toEqual([['feet'], [], ['food'], ['oral'], ['rough'], undefined, undefined])
    for (const [name, expected] of [
      ['deleted', { acts: ['rough'] }],
      ['unlabelled', undefined],
      ['unknown', undefined],
    ] as const) {
      expect((await pod.client.findSavedGif({ gifUrl: url(name) }, await me())).acts).toEqual(expected)
    }
  })

  test('change when a GIF is labelled again', async () => {
    await rotate('a', null)
    await save(ME, 'a')
    expect(await acts()).toEqual([undefined])
    await library.database.query("UPDATE gifs SET acts = '{nude}'")
    expect(await acts()).toEqual([['nude']])
  })
})

describe('with 2,000 saved GIFs of 20,000 in rotation', () => {
  const numbers = Array.from({ length: 2_000 }, (_, at) => at)
  beforeEach(async () => {
    await library.database.query(
      `INSERT INTO gifs (gif_url, thumbnail, state, acts)
       SELECT 'https://cdn.kla.test/' || at || '.mp4', '', 'live', '{feet}' FROM generate_series(0, 19999) AS at`,
    )
    for (let account = 0; account < 10; account++) await save(ME + account, ...numbers)
    await save(FEW, ...numbers.slice(0, 20))
    await vacuum(library.database, 'gifs')
    await vacuum(library.database, 'saved_gifs')
  })

  test('lists their acts in one statement, and finds a few GIFs by their indexes', async () => {
    const plans: string[] = []
    const explaining = {
      query: async (text: string, values: unknown[]) => {
        const { rows } = await library.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
        return library.database.query(text, values)
      },
    } as unknown as Database
    const store = createSavedGifStore(explaining)
    const list = await store.list(ME)
    expect(list).toHaveLength(2_000)
    expect(list.every((gif) => gif.acts?.[0] === 'feet')).toBe(true)
    await store.find(ME, url(17))
    expect(await store.list(FEW)).toHaveLength(20)
    expect(plans).toHaveLength(3)
    for (const plan of plans.slice(1)) {
      expect(plan).toContain('gifs_gif_url_key')
      expect(plan).not.toMatch(/Seq Scan on (?:saved_)?gifs/)
    }
  })
})
