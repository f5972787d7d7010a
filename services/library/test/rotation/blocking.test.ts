import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Bus, createBus, newId } from '@kla/chassis'
import { EVENTS_STREAM, GifBlocked, GifState, subjects } from '@kla/proto'
import { eventually, infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { createBlockStore } from '../../src/rotation/block-store.js'
import { createExaminationStore } from '../../src/rotation/examination-store.js'
import { type ClipServer, makeClip, startClipServer } from '../support/clip-server.js'
import { createLibrary, type Library, type Pod } from '../support/library.js'
import { mediaRefusal } from '../support/read-media.js'

/** Specification of this part: so soon a block holds on every pod. */
const EVERYWHERE_WITHIN_MS = 2_000

const mp4 = makeClip('mp4', '100x56')
const gif = makeClip('gif')

let library: Library
let server: ClipServer
let one: Pod
let other: Pod
const contents = new Map<string, Buffer>()
const gone = new Set<string>()

beforeAll(async () => {
  library = await createLibrary()
  const answer: RequestListener = (request, response) => {
    const content = contents.get(request.url ?? '')
    if (!content || gone.has(request.url ?? '')) response.writeHead(404).end()
    else response.end(content)
  }
  server = await startClipServer(new Proxy({}, { get: () => answer }))
  const config = { mediaAllowedHosts: [server.host], mediaPrivateOrigins: [server.origin] }
  one = await library.startPod(config)
  other = await library.startPod(config)
})
afterAll(async () => {
  await library.close()
  await server.close()
})

let count = 0
/** Addresses of unique content. */
function serve(addresses: number, content: Buffer = mp4): string[] {
  const own = Buffer.concat([content, Buffer.from(`;${++count}`)])
  return Array.from({ length: addresses }, (_, at) => {
    const path = `/${count}-${at}`
    contents.set(path, own)
    return `${server.origin}${path}`
  })
}
const context = () => ({ principal: library.manager })
async function entry(gifUrl: string) {
  const request = { page: 1, pageSize: 200, category: '', state: GifState.UNSPECIFIED }
  const { gifs } = await one.client.listGifs(request, context())
  return gifs.find((each) => each.gifUrl === gifUrl)
}
async function block(gifUrl: string): Promise<void> {
  await one.client.setGifState({ id: (await entry(gifUrl))?.id ?? 0, state: GifState.BLOCKED }, context())
}
/** All that blocking leaves behind. */
async function blockedCount() {
  const { rows } = await library.database.query<{ revision: number; addresses: number; events: number }>(`
    SELECT revision, (SELECT count(*) FROM blocked_addresses) AS addresses, (SELECT count(*) FROM outbox) AS events
    FROM blocks`)
  return rows[0] as (typeof rows)[number]
}
/** Saves an address for another player. */
async function addSaved(gifUrl: string): Promise<void> {
  await library.database.query(
    `INSERT INTO saved_gifs (account_id, command_id, gif_url, thumbnail, state, saved_at, settled_at)
     VALUES (1, $1, $2, '', 'saved', now(), now())`,
    [newId(), gifUrl],
  )
}
const dealt = async (): Promise<string[]> =>
  (await other.client.listRotation({ category: 'default', knownVersion: '' })).gifs.map(({ gifUrl }) => gifUrl)

describe('blocking', () => {
  test.each([
    ['a clip', mp4],
    ['a GIF', gif],
  ])('removes %s from every address, cached or not, on every pod within two seconds', async (_what, content) => {
    const [known = '', elsewhere = '', fresh = ''] = serve(3, content)
    await library.addLive(known)
    for (const pod of [one, other]) {
      expect([await mediaRefusal(pod, known), await mediaRefusal(pod, elsewhere)]).toEqual(['served', 'served'])
    }
    await block(known)
    for (const address of [known, elsewhere, fresh]) expect(await mediaRefusal(one, address)).toBe('MEDIA_BLOCKED')
    await eventually(
      async () => expect(await mediaRefusal(other, elsewhere)).toBe('MEDIA_BLOCKED'),
      EVERYWHERE_WITHIN_MS,
    )
    expect(await mediaRefusal(other, known)).toBe('MEDIA_BLOCKED')
    expect(await mediaRefusal(other, fresh)).toBe('MEDIA_BLOCKED')
    expect(await dealt()).not.toContain(known)
  })

  test('blocks an address under which blocked content returns, and its GIF', async () => {
    const [known = '', copy = ''] = serve(2)
    await library.addLive(known)
    await block(known)
    await library.addLive(copy)
    expect(await dealt()).toContain(copy)
    // A pod that has not loaded the block yet may serve it once; storing what it has fetched it learns better.
    await mediaRefusal(other, copy)
    await eventually(async () => expect(await dealt()).not.toContain(copy))
    expect(await mediaRefusal(other, copy)).toBe('MEDIA_BLOCKED')
    expect(await entry(copy)).toMatchObject({ state: GifState.BLOCKED })
  })

  test('stores nothing for invented addresses and fetches each only once in a while', async () => {
    const [known = '', ...madeUp] = serve(30)
    await library.addLive(known)
    await block(known)
    const before = await blockedCount()
    for (const address of [...madeUp, ...madeUp]) expect(await mediaRefusal(one, address)).toBe('MEDIA_BLOCKED')
    expect(await blockedCount()).toEqual(before)
    expect(madeUp.map((address) => server.asked.get(new URL(address).pathname))).toEqual(madeUp.map(() => 1))
  })

  test('stores the block once, however often the cached copy is requested', async () => {
    const [known = '', copy = ''] = serve(2)
    for (const address of [known, copy]) {
      await library.addLive(address)
      expect(await mediaRefusal(one, address)).toBe('served')
    }
    await block(known)
    await eventually(async () => expect(await mediaRefusal(one, copy)).toBe('MEDIA_BLOCKED'))
    const before = await blockedCount()
    for (let round = 0; round < 20; round++) {
      for (const address of [known, copy]) expect(await mediaRefusal(one, address)).toBe('MEDIA_BLOCKED')
    }
    expect(await blockedCount()).toEqual(before)
  })

  test('publishes nothing when repeated', async () => {
    const blocks = createBlockStore(library.database)
    const [address, digest] = ['http://update.kla.test/a', 'b'.repeat(64)]
    await blocks.block(address, { digest })
    const before = await blockedCount()
    await blocks.block(address, { digest })
    expect(await blockedCount()).toEqual(before)
    await blocks.block(address, { digest: 'c'.repeat(64) })
    expect((await blockedCount()).revision).toBe(before.revision + 1)
  })

  test('covers every GIF that is known to hold the same content', async () => {
    const [known = '', copy = ''] = serve(2)
    await library.addLive(known)
    await library.addLive(copy)
    await mediaRefusal(one, known)
    await mediaRefusal(one, copy)
    await eventually(async () => {
      const sql = 'SELECT FROM gifs WHERE content_digest IS NULL AND gif_url IN ($1, $2)'
      expect((await library.database.query(sql, [known, copy])).rowCount).toBe(0)
    })
    await block(known)
    expect(await entry(copy)).toMatchObject({ state: GifState.BLOCKED })
    expect(await mediaRefusal(one, copy)).toBe('MEDIA_BLOCKED')
  })

  test('keeps GIFs that are added later from going live', async () => {
    const [known = '', later = '', innocent = ''] = [...serve(2), ...serve(1)]
    await library.addLive(known)
    await block(known)
    const added = await one.client.addGifs({ urls: [known, later, innocent], visible: true, tags: [] }, context())
    expect(added).toEqual({ inserted: 2, skipped: 1 })
    await eventually(async () => expect(await dealt()).toContain(innocent))
    await eventually(async () => expect(await entry(later)).toMatchObject({ state: GifState.BLOCKED }))
    expect(await dealt()).not.toContain(later)
  })

  test('is final, for deleted GIFs too', async () => {
    const [known = '', copy = ''] = serve(2)
    await library.addLive(known)
    await block(known)
    const id = (await entry(known))?.id ?? 0
    for (const state of [GifState.LIVE, GifState.HIDDEN, GifState.DRAFT]) {
      await expect(one.client.setGifState({ id, state }, context())).rejects.toMatchObject({ reason: 'GIF_BLOCKED' })
    }
    await one.client.setGifState({ id, state: GifState.BLOCKED }, context())
    await one.client.deleteGif({ id }, context())
    await library.addLive(known)
    expect(await dealt()).not.toContain(known)
    for (const address of [known, copy]) expect(await mediaRefusal(one, address)).toBe('MEDIA_BLOCKED')
  })

  test('blocks a GIF that would go live with blocked content', async () => {
    const [known = '', draft = ''] = serve(2)
    await library.addLive(known)
    await one.client.addGifs({ urls: [draft], visible: false, tags: [] }, context())
    await block(known)
    const id = (await entry(draft))?.id ?? 0
    await expect(one.client.setGifState({ id, state: GifState.LIVE }, context())).rejects.toMatchObject({
      reason: 'GIF_BLOCKED',
    })
    expect(await entry(draft)).toMatchObject({ state: GifState.BLOCKED })
  })

  test('applies immediately to an address that does not answer, and later to its content', async () => {
    const [known = '', copy = ''] = serve(2)
    await library.addLive(known)
    gone.add(new URL(known).pathname)
    await block(known)
    expect(await mediaRefusal(one, known)).toBe('MEDIA_BLOCKED')
    await eventually(async () => expect(await entry(known)).toMatchObject({ broken: true }))
    gone.delete(new URL(known).pathname)
    await library.database.query("UPDATE gifs SET look_at = now() WHERE state = 'blocked' AND content_digest IS NULL")
    await eventually(async () => expect(await mediaRefusal(one, copy)).toBe('MEDIA_BLOCKED'))
  })

  test('is known to a pod that starts later before it serves anything', async () => {
    const [known = '', copy = ''] = serve(2)
    await library.addLive(known)
    await block(known)
    const late = await library.startPod({ mediaAllowedHosts: [server.host], mediaPrivateOrigins: [server.origin] })
    for (const address of [known, copy]) expect(await mediaRefusal(late, address)).toBe('MEDIA_BLOCKED')
    await late.stop()
  })

  test('excludes a concurrent change to live', async () => {
    const blocks = createBlockStore(library.database)
    const looks = createExaminationStore(library.database)
    for (let round = 0; round < 20; round++) {
      const digest = round.toString(16).padStart(64, 'a')
      const [first, second] = [`http://race.kla.test/${round}/a`, `http://race.kla.test/${round}/b`]
      await library.addLive(first)
      const { rows } = await library.database.query<{ id: number }>(
        "INSERT INTO gifs (gif_url, thumbnail, state, goes_live) VALUES ($1, '', 'draft', true) RETURNING id",
        [second],
      )
      await Promise.all([blocks.block(first, { digest }), looks.found(rows[0]?.id ?? 0, digest)])
      expect(await entry(second)).toMatchObject({ state: GifState.BLOCKED })
    }
  })
})

describe('the GIF blocked event', () => {
  let bus: Bus
  beforeAll(async () => {
    const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }
    bus = await createBus({ url: infrastructure().natsUrl, name: 'test', log: quietLogger(), events })
  })
  afterAll(() => bus.close())

  test('is published once for each blocked address', async () => {
    const published: GifBlocked[] = []
    const consumer = await bus.consumeEvents(
      { subject: subjects.eventGifBlocked, durable: uniqueName('gif-blocked') },
      async ({ data }) => void published.push(GifBlocked.decode(data)),
    )
    const [known = '', copy = ''] = serve(2)
    await library.addLive(known)
    const id = (await entry(known))?.id
    await block(known)
    await block(known)
    await addSaved(copy)
    await mediaRefusal(other, copy)
    await mediaRefusal(one, copy)
    const ours = () => published.filter(({ gifUrl }) => gifUrl === known || gifUrl === copy)
    await eventually(() => expect(ours()).toHaveLength(2))
    // Events come in any order.
    expect(new Map(ours().map(({ gifUrl, gifId }) => [gifUrl, gifId]))).toEqual(
      new Map([
        [known, id],
        [copy, 0],
      ]),
    )
    expect(new Set(ours().map(({ eventId }) => eventId)).size).toBe(2)
    await consumer.close()
  })
})
