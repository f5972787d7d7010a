import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { AuditRecorded, type ChangeGifsRequest, GifCondition, GifState, type RotationEntry, subjects } from '@kla/proto'
import { BULK_MAX } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import { type ClipServer, makeClip, startClipServer } from '../support/clip-server.js'
import { createLibrary, type Library, type Pod } from '../support/library.js'

const mp4 = makeClip('mp4', '100x56')

let library: Library
let server: ClipServer
let pod: Pod
/** Holds back every answer of the host while it is pending. */
let host: Promise<void> = Promise.resolve()

beforeAll(async () => {
  library = await createLibrary()
  const routes: Record<string, RequestListener> = {
    '/gone.mp4': (_request, response) => response.writeHead(404).end(),
  }
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const bytes = Buffer.concat([mp4, Buffer.from(name)])
    routes[`/${name}.mp4`] = (_request, response) => void host.then(() => response.end(bytes))
  }
  server = await startClipServer(routes)
  pod = await library.startPod({ mediaAllowedHosts: [server.host], mediaPrivateOrigins: [server.origin] })
})
beforeEach(async () => {
  host = Promise.resolve()
  await eventually(() =>
    library.database
      .query('DELETE FROM gifs; DELETE FROM outbox; DELETE FROM blocked_addresses; DELETE FROM blocked_content')
      .then(() => true),
  )
})
afterAll(async () => {
  await library.close()
  await server.close()
})

const as = (principal = library.manager) => ({ principal })
const url = (name: string): string => `${server.origin}/${name}.mp4`
const nameOf = ({ gifUrl }: RotationEntry): string => gifUrl.slice(server.origin.length + 1, -4)
const list = (condition?: GifCondition) =>
  pod.client.listGifs({ page: 1, pageSize: 200, category: '', state: GifState.UNSPECIFIED, condition }, as())
const find = async (name: string) => (await list()).gifs.find((gif) => gif.gifUrl === url(name))

/** Adds GIFs whose content is known, so that they can go live at once. */
async function live(...names: string[]): Promise<number[]> {
  for (const name of names) await library.addLive(url(name))
  await library.database.query("UPDATE gifs SET content_digest = encode(sha256(gif_url::bytea), 'hex')")
  return Promise.all(names.map(async (name) => (await find(name))?.id ?? 0))
}
const change = (ids: readonly number[], asked: ChangeGifsRequest['change'], principal?: string) =>
  pod.client.changeGifs({ gifs: ids.map((id) => ({ id })), change: asked }, as(principal))
const state = (value: GifState) => ({ $case: 'state', value }) as const
const labels = (...acts: string[]) => ({ $case: 'labels', value: { acts: { acts } } }) as const
const DELETED = { $case: 'deleted', value: true } as const

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

describe('changeGifs', () => {
  test('hides many and answers for each what it is now', async () => {
    const [a = 0, b = 0, c = 0] = await live('a', 'b', 'c')
    const { outcomes } = await change([b, a, b], state(GifState.HIDDEN))
    expect(outcomes).toMatchObject([
      { id: b, refused: '', gif: { id: b, state: GifState.HIDDEN, condition: GifCondition.HIDDEN, version: 2 } },
      { id: a, refused: '', gif: { id: a, state: GifState.HIDDEN } },
    ])
    expect((await list(GifCondition.LIVE)).gifs.map(({ id }) => id)).toEqual([c])
    expect(await audited()).toEqual([
      ['gifs.state', b, { from: 'live', to: 'hidden' }],
      ['gifs.state', a, { from: 'live', to: 'hidden' }],
    ])
  })

  test('labels all that it can, and says which it refused and why', async () => {
    const [a = 0, b = 0, c = 0] = await live('a', 'b', 'c')
    await pod.client.setGifState({ id: c, state: GifState.HIDDEN }, as(library.otherManager))
    await library.database.query('DELETE FROM outbox')
    const gifs = [{ id: a, version: 1 }, { id: 2 ** 40 }, { id: c, version: 1 }, { id: b }]
    const { outcomes } = await pod.client.changeGifs({ gifs, change: labels('feet') }, as())
    expect(outcomes.map(({ id, refused }) => [id, refused])).toEqual([
      [a, ''],
      [2 ** 40, 'NOT_FOUND'],
      [c, 'CHANGED_MEANWHILE'],
      [b, ''],
    ])
    expect([(await find('a'))?.acts, (await find('b'))?.acts, (await find('c'))?.acts]).toEqual([
      { acts: ['feet'] },
      { acts: ['feet'] },
      undefined,
    ])
    expect(await audited()).toEqual([a, b].map((id) => ['gifs.acts', id, { from: null, to: ['feet'] }]))
  })

  test('does nothing again when its answer was lost', async () => {
    const [a = 0] = await live('a')
    for (const asked of [labels('feet'), labels('feet'), state(GifState.HIDDEN), state(GifState.HIDDEN)])
      expect((await change([a], asked)).outcomes).toMatchObject([{ refused: '' }])
    expect(await audited()).toHaveLength(2)
    for (const repeat of [1, 2])
      expect([repeat, (await change([a], DELETED)).outcomes]).toEqual([repeat, [{ id: a, refused: '' }]])
    expect(await audited()).toHaveLength(3)
    expect((await change([a], labels())).outcomes).toEqual([{ id: a, refused: 'NOT_FOUND' }])
  })

  test('publishes a GIF of unknown or broken content once it was examined, and none that is blocked', async () => {
    const [a = 0, b = 0, c = 0] = await live('a', 'b', 'c')
    await pod.client.addGifs({ urls: [url('d'), url('gone')], visible: false, tags: [] }, as())
    const [d = 0, gone = 0] = [(await find('d'))?.id, (await find('gone'))?.id]
    await library.database.query('UPDATE gifs SET broken = true WHERE id = $1', [b])
    await pod.client.setGifState({ id: a, state: GifState.HIDDEN }, as())
    await pod.client.setGifState({ id: c, state: GifState.BLOCKED }, as())
    let answer = (): void => undefined
    host = new Promise((resolve) => (answer = resolve))
    const { outcomes } = await change([a, b, c, d, gone], state(GifState.LIVE))
    expect(outcomes.map(({ id, refused, gif }) => [id, refused, gif?.condition])).toEqual([
      [a, '', GifCondition.LIVE],
      [b, '', GifCondition.CHECKING],
      [c, 'GIF_BLOCKED', GifCondition.BLOCKED],
      [d, '', GifCondition.CHECKING],
      [gone, '', GifCondition.CHECKING],
    ])
    expect((await pod.client.listRotation({ category: 'default', knownVersion: '' })).gifs.map(({ id }) => id)).toEqual(
      [a],
    )
    // Again meanwhile: it is examined already.
    expect((await change([d], state(GifState.LIVE))).outcomes).toMatchObject([{ gif: { version: 2 } }])
    answer()
    await eventually(async () => {
      expect((await list(GifCondition.LIVE)).gifs.map(nameOf).sort()).toEqual(['a', 'b', 'd'])
      expect((await list(GifCondition.BROKEN)).gifs.map(nameOf)).toEqual(['gone'])
    })
  })

  test('changes nothing at all when its audit events cannot be stored', async () => {
    const [a = 0, b = 0] = await live('a', 'b')
    await library.database.query('ALTER TABLE outbox ADD CONSTRAINT full_up CHECK (false) NOT VALID')
    try {
      await expect(change([a, b], DELETED)).rejects.toThrow()
    } finally {
      await library.database.query('ALTER TABLE outbox DROP CONSTRAINT full_up')
    }
    expect((await list()).total).toBe(2)
  })

  test.each<[string, number, ChangeGifsRequest['change']]>([
    ['no GIFs', 0, DELETED],
    ['too many GIFs', BULK_MAX + 1, DELETED],
    ['no change', 1, undefined],
    ['a block, which is final', 1, state(GifState.BLOCKED)],
    ['draft', 1, state(GifState.DRAFT)],
    ['an unknown act', 1, labels('gardening')],
    ['a deletion that is none', 1, { $case: 'deleted', value: false }],
  ])('rejects %s', async (_what, count, asked) => {
    const ids = Array.from({ length: count }, (_, at) => at + 1)
    await expect(change(ids, asked)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
  })

  test('requires gifs.manage', async () => {
    const reader = await library.principals.signAdministrator({ permissions: ['gifs.read'] })
    await expect(change([1], DELETED, reader)).rejects.toMatchObject({ reason: 'NOT_ALLOWED' })
  })
})

describe('listGifs', () => {
  test('counts each GIF in one condition, whatever condition is asked for', async () => {
    const [a = 0, b = 0] = await live('a', 'b', 'c')
    await pod.client.addGifs({ urls: [url('d'), url('e')], visible: false, tags: [] }, as())
    await library.database.query('UPDATE gifs SET broken = true WHERE id = $1', [a])
    await pod.client.setGifState({ id: b, state: GifState.BLOCKED }, as())
    const all = await list()
    const counted = (counts: typeof all.counts) => counts.map(({ condition, count }) => `${condition} ${count}`).sort()
    const expected = [
      `${GifCondition.BLOCKED} 1`,
      `${GifCondition.BROKEN} 1`,
      `${GifCondition.DRAFT} 2`,
      `${GifCondition.LIVE} 1`,
    ].sort()
    expect([counted(all.counts), all.total]).toEqual([expected, 5])
    const drafts = await list(GifCondition.DRAFT)
    expect([counted(drafts.counts), drafts.total, drafts.gifs.map(nameOf)]).toEqual([expected, 2, ['e', 'd']])
    expect(await list(GifCondition.CHECKING)).toMatchObject({ total: 0, gifs: [] })
    await expect(list(99 as never)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
  })
})
