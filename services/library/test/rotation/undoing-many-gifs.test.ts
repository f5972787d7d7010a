import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { AuditRecorded, type ChangeGifsRequest, GifCondition, GifState, subjects } from '@kla/proto'
import { UNDO_MS } from '@kla/proto/web'
import { undoingGifs, undoStep } from '../../src/rotation/rules.js'
import { createLibrary, type Library, type Pod } from '../support/library.js'

let library: Library
let pod: Pod

beforeAll(async () => {
  library = await createLibrary()
  pod = await library.startPod()
})
beforeEach(async () => {
  await library.database.query(
    'DELETE FROM gifs; DELETE FROM gif_batches; DELETE FROM outbox; DELETE FROM blocked_addresses; DELETE FROM blocked_content',
  )
})
afterAll(() => library.close())

const as = (principal = library.manager) => ({ principal })
const url = (name: string): string => `https://clips.example/${name}.mp4`
const list = async () =>
  (await pod.client.listGifs({ page: 1, pageSize: 200, category: '', state: GifState.UNSPECIFIED }, as())).gifs
const find = async (name: string) => (await list()).find((gif) => gif.gifUrl === url(name))
async function live(...names: string[]): Promise<number[]> {
  for (const name of names) await library.addLive(url(name))
  await library.database.query("UPDATE gifs SET content_digest = encode(sha256(gif_url::bytea), 'hex')")
  return Promise.all(names.map(async (name) => (await find(name))?.id ?? 0))
}
const HIDDEN = { $case: 'state', value: GifState.HIDDEN } as const
const LIVE = { $case: 'state', value: GifState.LIVE } as const
const FEET: ChangeGifsRequest['change'] = { $case: 'labels', value: { acts: { acts: ['feet'] } } }
const DELETED = { $case: 'deleted', value: true } as const
const change = (ids: readonly number[], asked: ChangeGifsRequest['change'], batchId?: string) =>
  pod.client.changeGifs({ gifs: ids.map((id) => ({ id })), change: asked, ...(batchId && { batchId }) }, as())
const undo = (batchId: string, principal?: string) => pod.client.undoGifChange({ batchId }, as(principal))

async function audited(): Promise<unknown[]> {
  const { rows } = await library.database.query<{ payload: Buffer }>(
    'SELECT payload FROM outbox WHERE subject = $1 ORDER BY id',
    [subjects.eventAuditRecorded('library')],
  )
  return rows.map(({ payload }) => {
    const { action, subjectId, details } = AuditRecorded.decode(payload)
    return [action, Number(subjectId), JSON.parse(details)]
  })
}

describe('undoGifChange', () => {
  test('makes hidden GIFs live again, once, with an audit event for each', async () => {
    const [a = 0, b = 0] = await live('a', 'b')
    const { batchId } = await change([a, b], HIDDEN)
    await library.database.query('DELETE FROM outbox')
    const undone = await undo(batchId)
    expect(undone).toMatchObject({ undoneIds: [a, b], leftIds: [] })
    expect((await list()).map(({ condition, version }) => [condition, version])).toEqual([
      [GifCondition.LIVE, 3],
      [GifCondition.LIVE, 3],
    ])
    expect(await undo(batchId)).toEqual(undone)
    expect(await audited()).toEqual([a, b].map((id) => ['gifs.state', id, { from: 'hidden', to: 'live', undo: true }]))
  })

  test('gives labels and deleted GIFs back', async () => {
    const [a = 0, b = 0] = await live('a', 'b')
    await pod.client.setGifActs({ id: a, acts: { acts: ['kissing'] } }, as())
    const labelled = await change([a, b], FEET)
    await undo(labelled.batchId)
    expect([(await find('a'))?.acts, (await find('b'))?.acts]).toEqual([{ acts: ['kissing'] }, undefined])
    const { batchId } = await change([a, b], DELETED)
    expect(await list()).toEqual([])
    await library.database.query('DELETE FROM outbox')
    expect(await undo(batchId)).toMatchObject({ undoneIds: [a, b], leftIds: [] })
    expect((await list()).map(({ condition }) => condition)).toEqual([GifCondition.LIVE, GifCondition.LIVE])
    expect(await audited()).toEqual([a, b].map((id) => ['gifs.restore', id, { undo: true }]))
  })

  test('keeps newer changes, and counts them', async () => {
    const [a = 0, b = 0, c = 0] = await live('a', 'b', 'c')
    const { batchId } = await change([a, b, c], FEET)
    await pod.client.setGifActs({ id: b, acts: { acts: ['kissing'] } }, as(library.otherManager))
    await pod.client.deleteGif({ id: c }, as(library.otherManager))
    await library.database.query('DELETE FROM outbox')
    expect(await undo(batchId)).toMatchObject({ undoneIds: [a], leftIds: [b, c] })
    expect((await find('b'))?.acts).toEqual({ acts: ['kissing'] })
    expect(await find('c')).toBeUndefined()
    expect(await audited()).toEqual([['gifs.acts', a, { from: ['feet'], to: null, undo: true }]])
  })

  test('never brings blocked content back, nor a deleted GIF that was added anew', async () => {
    const [a = 0, b = 0, c = 0] = await live('a', 'b', 'c')
    await library.database.query("UPDATE gifs SET content_digest = repeat('a', 64) WHERE id = ANY ($1)", [[a, b]])
    const hidden = await change([a], HIDDEN)
    await pod.client.setGifState({ id: b, state: GifState.BLOCKED }, as(library.otherManager))
    expect(await undo(hidden.batchId)).toMatchObject({ undoneIds: [], leftIds: [a] })
    expect((await find('a'))?.condition).toBe(GifCondition.BLOCKED)
    const deleted = await change([c], DELETED)
    await pod.client.addGifs({ urls: [url('c')], visible: false, tags: [] }, as(library.otherManager))
    expect(await undo(deleted.batchId)).toMatchObject({ undoneIds: [], leftIds: [c] })
    expect((await find('c'))?.condition).toBe(GifCondition.DRAFT)
  })

  test('has what is about to be looked at looked at again, and a draft a draft', async () => {
    const [a = 0] = await live('a')
    await pod.client.addGifs({ urls: [url('d')], visible: false, tags: [] }, as())
    const d = (await find('d'))!.id
    const published = await change([d], LIVE)
    // Soon looked at: nothing answers at its address.
    expect([GifCondition.CHECKING, GifCondition.BROKEN]).toContain((await find('d'))?.condition)
    expect(await undo(published.batchId)).toMatchObject({ undoneIds: [d] })
    expect((await find('d'))?.condition).toBe(GifCondition.DRAFT)
    const { batchId } = await change([a], HIDDEN)
    await library.database.query('UPDATE gifs SET flashes = true WHERE id = $1', [a])
    expect(await undo(batchId)).toMatchObject({ undoneIds: [a] })
    expect((await find('a'))?.condition).not.toBe(GifCondition.LIVE)
  })

  test('keeps the id of the caller when a change is sent again', async () => {
    const [a = 0] = await live('a')
    const batchId = randomUUID()
    expect((await change([a], HIDDEN, batchId)).batchId).toBe(batchId)
    expect((await change([a], HIDDEN, batchId)).batchId).toBe(batchId)
    expect((await change([a], HIDDEN)).batchId).toBe('')
    await expect(change([a], FEET, batchId)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    expect((await find('a'))?.acts).toBeUndefined()
    expect(await undo(batchId)).toMatchObject({ undoneIds: [a] })
  })

  test('is for who made the change, within a minute', async () => {
    const [a = 0] = await live('a')
    const { batchId } = await change([a], HIDDEN)
    await expect(undo(batchId, library.otherManager)).rejects.toMatchObject({ reason: 'BATCH_NOT_FOUND' })
    await expect(undo(randomUUID())).rejects.toMatchObject({ reason: 'BATCH_NOT_FOUND' })
    await expect(undo('x')).rejects.toMatchObject({ reason: 'BATCH_NOT_FOUND' })
    const reader = await library.principals.signAdministrator({ permissions: ['gifs.read'] })
    await expect(undo(batchId, reader)).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
    await library.database.query("UPDATE gif_batches SET made_at = made_at - $1 * interval '1 ms'", [UNDO_MS])
    await expect(undo(batchId)).rejects.toMatchObject({ reason: 'TOO_LATE_TO_UNDO' })
    expect((await find('a'))?.condition).toBe(GifCondition.HIDDEN)
  })

  test('undoes once when it is sent several times at once', async () => {
    const [a = 0, b = 0] = await live('a', 'b')
    const { batchId } = await change([a, b], HIDDEN)
    await library.database.query('DELETE FROM outbox')
    const answers = await Promise.all([1, 2, 3, 4].map(() => undo(batchId)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await audited()).toHaveLength(2)
  })
})

describe('undoStep', () => {
  const gif = {
    ...({
      state: 'hidden',
      broken: true,
      flashes: false,
      contentKnown: true,
      condition: 'broken',
      acts: null,
    } as const),
    ...{ deleted: false, version: 2, changedById: 1 },
  }

  test('gives a live GIF back that was broken, and has one looked at that broke since', () => {
    expect(undoStep(gif, { state: 'live', broken: true, madeVersion: 2 }, 'state')).toBe('restore')
    expect(undoStep(gif, { state: 'live', broken: false, madeVersion: 2 }, 'state')).toBe('check')
    expect(undoStep({ ...gif, flashes: true }, { state: 'live', broken: true, madeVersion: 2 }, 'state')).toBe('check')
  })
})

describe('undoingGifs', () => {
  test('ends exactly a minute after the change', () => {
    const batch = { madeById: 1, madeAtMs: 1_000, undoneAtMs: undefined }
    expect(undoingGifs(batch, { id: 1, name: 'a', atMs: 999 + UNDO_MS })).toBe('undo')
    expect(undoingGifs(batch, { id: 1, name: 'a', atMs: 1_000 + UNDO_MS })).toEqual({ refused: 'TOO_LATE_TO_UNDO' })
  })
})
