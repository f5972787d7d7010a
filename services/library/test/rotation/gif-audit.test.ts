import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { AuditRecorded, GifState, subjects } from '@kla/proto'
import { type ClipServer, makeClip, startClipServer } from '../support/clip-server.js'
import { createLibrary, type Library, type Pod } from '../support/library.js'

const mp4 = makeClip('mp4', '100x56')

let library: Library
let server: ClipServer
let pod: Pod
let moderator: string

beforeAll(async () => {
  library = await createLibrary()
  server = await startClipServer({
    '/a.mp4': (_request, response) => response.end(mp4),
    '/gone.mp4': (_request, response) => response.writeHead(410).end(),
  })
  pod = await library.startPod({ mediaAllowedHosts: [server.host], mediaPrivateOrigins: [server.origin] })
  const permissions = ['gifs.read', 'gifs.manage', 'holds.manage']
  moderator = await library.principals.signAdministrator({ id: 3, name: 'mo', permissions })
})
beforeEach(() => library.database.query('DELETE FROM gifs; DELETE FROM outbox; DELETE FROM blocked_addresses'))
afterAll(async () => {
  await library.close()
  await server.close()
})

const url = (name = 'a'): string => `${server.origin}/${name}.mp4`
const context = () => ({ principal: moderator, requestId: 'request-1' })

async function live(name = 'a'): Promise<number> {
  await library.addLive(url(name))
  const { rows } = await library.database.query<{ id: number }>('SELECT id FROM gifs WHERE gif_url = $1', [url(name)])
  return rows[0]?.id ?? 0
}

/** What was laid in the outbox for the audit log, the oldest first. */
async function audited(): Promise<AuditRecorded[]> {
  const { rows } = await library.database.query<{ event_id: string; payload: Buffer }>(
    'SELECT event_id, payload FROM outbox WHERE subject = $1 ORDER BY id',
    [subjects.eventAuditRecorded('library')],
  )
  return rows.map(({ payload }) => AuditRecorded.decode(payload))
}
const auditedChanges = async () =>
  (await audited()).map(({ action, subjectId, details }) => [action, subjectId, JSON.parse(details) as unknown])

test('records who changed what and when', async () => {
  const id = await live()
  const beganAt = Date.now()
  await pod.client.deleteGif({ id }, context())
  const [event] = await audited()
  expect(event).toEqual({
    eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    atMs: expect.any(Number),
    actorId: 3,
    actor: 'mo',
    action: 'gifs.delete',
    subjectKind: 'gif',
    subjectId: String(id),
    details: '{}',
    requestId: 'request-1',
  })
  expect(event?.atMs).toBeGreaterThanOrEqual(beganAt)
})

test('records the ids of added GIFs, and nothing when none is new', async () => {
  const request = { urls: [url(), url('gone'), 'nonsense'], visible: false, tags: ['gay'] }
  await pod.client.addGifs(request, context())
  await pod.client.addGifs(request, context())
  const { rows } = await library.database.query<{ id: number }>('SELECT id FROM gifs ORDER BY id')
  const ids = rows.map(({ id }) => id)
  expect(await auditedChanges()).toEqual([['gifs.add', '', { ids, skipped: 1, visible: false, tags: ['gay'] }]])
})

test('records a state once, with the one before', async () => {
  const id = await live()
  const set = (state: GifState) => pod.client.setGifState({ id, state }, context())
  await set(GifState.HIDDEN)
  await set(GifState.LIVE)
  await set(GifState.LIVE)
  await set(GifState.BLOCKED)
  await set(GifState.BLOCKED)
  expect(await auditedChanges()).toEqual([
    ['gifs.state', String(id), { from: 'live', to: 'hidden' }],
    ['gifs.state', String(id), { from: 'hidden', to: 'live' }],
    ['gifs.state', String(id), { from: 'live', to: 'blocked' }],
  ])
})

test('records a hold without its reason, and a deletion once', async () => {
  const id = await live()
  const hold = (held: boolean) => pod.client.setGifHold({ id, held, reason: 'case 4711' }, context())
  await hold(true)
  await hold(true)
  await pod.client.deleteGif({ id }, context())
  await pod.client.deleteGif({ id }, context())
  await hold(false)
  await hold(false)
  expect(await auditedChanges()).toEqual([
    ['gifs.hold', String(id), { held: true }],
    ['gifs.delete', String(id), {}],
    ['gifs.hold', String(id), { held: false }],
  ])
})

test('adds GIFs once when the request is repeated, also while the first attempt runs', async () => {
  const request = { urls: [url('b'), url('c')], visible: false, tags: [] }
  const attempts = [1, 2].map(() => pod.client.addGifs(request, context()))
  expect(await Promise.all(attempts)).toEqual([1, 2].map(() => ({ inserted: 2, skipped: 0 })))
  expect(await pod.client.addGifs(request, context())).toEqual({ inserted: 2, skipped: 0 })
  expect(await pod.client.addGifs(request, { ...context(), requestId: 'request-2' })).toEqual({
    inserted: 0,
    skipped: 2,
  })
  expect((await auditedChanges()).map(([action]) => action)).toEqual(['gifs.add'])
})

test('records what a scan has deleted, even if nothing was, and once for each request', async () => {
  const id = await live('gone')
  await live()
  const scan = (requestId: string) =>
    pod.client.scanAndDeleteGifs({ limit: 5, offset: 0, ids: [] }, { ...context(), requestId })
  expect(await scan('request-1')).toEqual({ deleted: 1, checked: 2 })
  expect(await scan('request-1')).toMatchObject({ deleted: 1 })
  expect(await scan('request-2')).toEqual({ deleted: 0, checked: 1 })
  expect(await auditedChanges()).toEqual([
    ['gifs.scan', '', { limit: 5, offset: 0, checked: 2, deleted: [id] }],
    ['gifs.scan', '', { limit: 5, offset: 0, checked: 1, deleted: [] }],
  ])
})

test('rolls back a change that cannot be recorded', async () => {
  const id = await live()
  await library.database.query('ALTER TABLE outbox RENAME TO outbox_gone')
  try {
    await expect(pod.client.deleteGif({ id }, context())).rejects.toMatchObject({ reason: 'INTERNAL' })
    await expect(pod.client.setGifState({ id, state: GifState.HIDDEN }, context())).rejects.toMatchObject({
      reason: 'INTERNAL',
    })
  } finally {
    await library.database.query('ALTER TABLE outbox_gone RENAME TO outbox')
  }
  const all = { page: 1, pageSize: 1, category: '', state: GifState.UNSPECIFIED }
  expect((await pod.client.listGifs(all, context())).gifs).toMatchObject([{ id, state: GifState.LIVE }])
})

test('records no refusals and no reads', async () => {
  await expect(pod.client.deleteGif({ id: 2 ** 50 }, context())).rejects.toMatchObject({ reason: 'NOT_FOUND' })
  await pod.client.listGifs({ page: 1, pageSize: 1, category: '', state: GifState.UNSPECIFIED }, context())
  await pod.client.findBrokenGifs({ limit: 1, offset: 0 }, context())
  expect(await audited()).toEqual([])
})
