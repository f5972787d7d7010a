import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Place } from '@kla/chassis'
import { AuditRecorded, GifCondition, GifState, type ListGifsRequest, subjects } from '@kla/proto'
import { walkList } from '@kla/testkit'
import fc from 'fast-check'
import { createGifStore, type GifFilter, type GifRows } from '../../src/rotation/gif-store.js'
import { createLibrary, type Library, type Pod } from '../support/library.js'

const GIFS = 250

let library: Library
let pod: Pod
let viewer: { principal: string }
beforeAll(async () => {
  library = await createLibrary()
  pod = await library.startPod({})
  viewer = {
    principal: await library.principals.signAdministrator({ id: 3, name: 'mo', permissions: ['gifs.read'] }),
  }
})
beforeEach(async () => {
  await library.database.query('DELETE FROM gifs; DELETE FROM outbox')
  await addGifs(GIFS)
})
afterAll(() => library.close())

let added = 0
/** Drafts and hidden ones, half of them of a category; none goes live, so that no sweep looks at them. */
const addGifs = (count: number) =>
  library.database.query(
    `WITH made AS (
       INSERT INTO gifs (gif_url, thumbnail, state, goes_live, broken)
       SELECT 'https://clips.example/' || n || '.mp4', '', CASE n % 3 WHEN 0 THEN 'hidden' ELSE 'draft' END, false, n % 5 = 0
       FROM generate_series($1::int, $2::int) AS n RETURNING id
     ) INSERT INTO gif_tags (gif_id, tag) SELECT id, CASE id % 2 WHEN 0 THEN 'trans' ELSE 'gay' END FROM made`,
    [added + 1, (added += count)],
  )

const everything: ListGifsRequest = { page: 1, pageSize: 100, category: '', state: GifState.UNSPECIFIED }
const list = async (given: Partial<ListGifsRequest> = {}) => {
  const { gifs, ...page } = await pod.client.listGifs({ ...everything, ...given }, viewer)
  return { ids: gifs.map(({ id }) => id), ...page }
}
async function exported(given: Partial<ListGifsRequest> = {}, as = viewer) {
  const ids: number[] = []
  const totals = new Set<number>()
  for await (const { gifs, total } of pod.client.exportGifs({ list: { ...everything, ...given } }, as)) {
    ids.push(...gifs.map(({ id }) => id))
    totals.add(total)
  }
  return { ids, totals: [...totals] }
}
async function audited() {
  const { rows } = await library.database.query<{ payload: Buffer }>(
    'SELECT payload FROM outbox WHERE subject = $1 ORDER BY id',
    [subjects.eventAuditRecorded('library')],
  )
  return rows.map(({ payload }) => AuditRecorded.decode(payload))
}

describe('createGifStore', () => {
  const any: GifFilter = { category: undefined, state: undefined, condition: undefined }
  const filters: readonly Partial<GifFilter>[] = [{}, { state: 'hidden' }, { condition: 'broken', category: 'gay' }]

  test.each(filters)('walks the GIFs of %j while others are added', async (filter) => {
    const read = async (page: GifRows) => {
      const { gifs, next } = await createGifStore(library.database).list({ ...any, ...filter }, page)
      return { ids: gifs.map(({ id }) => id), next }
    }
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 7, max: 90 }), async (limit) => {
        const before = (await read({ limit: 5_000, offset: 0 })).ids
        const walked = await walkList<number, Place>(
          (after) => read({ limit, offset: 0, ...(after && { after }) }),
          () => addGifs(3),
        )
        const known = new Set(before)
        expect(before.length).toBeGreaterThan(10)
        expect(walked.filter((id) => known.has(id))).toEqual(before)
        expect(new Set(walked).size).toBe(walked.length)
      }),
      { numRuns: 3 },
    )
  })

  test('skips nothing after a place', async () => {
    const asked: string[] = []
    const query = async (text: string, values: unknown[]) => {
      asked.push(text)
      return library.database.query(text, values)
    }
    const store = createGifStore({ query } as unknown as Library['database'])
    await store.rows(any, { limit: 5, offset: 0, after: [GIFS] })
    expect(asked).toHaveLength(1)
    expect(asked[0]).not.toMatch(/OFFSET|count\(/)
  })
})

describe('ListGifs', () => {
  test('continues with `next` as with page numbers, with the same counts', async () => {
    const [first, second] = [await list(), await list({ page: 2 })]
    expect(first.ids).toHaveLength(100)
    expect(await list({ after: first.next! })).toEqual(second)
    expect((await list({ page: 3 })).next).toBeUndefined()
  })

  test('refuses a cursor of another filter, and names `after`', async () => {
    const { next: after } = await list()
    for (const refused of [list({ after: after!, category: 'gay' }), list({ after: '?' })]) {
      await expect(refused).rejects.toMatchObject({
        reason: 'INVALID_FIELD',
        message: expect.stringContaining('`after`'),
      })
    }
  })
})

describe('ExportGifs', () => {
  test('streams what the list has, in its order, after an audit entry', async () => {
    const listed = [...(await list()).ids, ...(await list({ page: 2 })).ids, ...(await list({ page: 3 })).ids]
    expect(await exported()).toEqual({ ids: listed, totals: [GIFS] })
    const [entry, ...more] = await audited()
    expect(more).toEqual([])
    expect(entry).toMatchObject({ action: 'gifs.export', actor: 'mo', subjectKind: '' })
    expect(JSON.parse(entry!.details)).toEqual({ rows: GIFS })
  })

  test('streams only what a filter has, and names the filter', async () => {
    const { ids } = await exported({ category: 'gay', condition: GifCondition.BROKEN })
    expect(ids).toEqual((await list({ category: 'gay', condition: GifCondition.BROKEN })).ids)
    expect(ids.length).toBeGreaterThan(10)
    const [entry] = await audited()
    expect(JSON.parse(entry!.details)).toEqual({ category: 'gay', condition: 'broken', rows: ids.length })
  })

  test('refuses callers without the permission', async () => {
    const principal = await library.principals.signAdministrator({ id: 4, name: 'su', permissions: ['tickets.read'] })
    await expect(exported({}, { principal })).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
    expect(await audited()).toEqual([])
  })
})
