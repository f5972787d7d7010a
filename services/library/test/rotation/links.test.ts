import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { GifState } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { type ClipServer, makeClip, startClipServer } from '../support/clip-server.js'
import { gifOfFrames } from '../support/gif-bomb.js'
import { createLibrary, type Library, type Pod } from '../support/library.js'
import { mediaRefusal } from '../support/read-media.js'

const mp4 = makeClip('mp4', '100x56')
const gif = makeClip('gif')
const clip: RequestListener = (_request, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(mp4)
const status =
  (code: number): RequestListener =>
  (_request, response) =>
    response.writeHead(code).end()
const moved =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end()
/** Answers HEAD in its own way, and GET with a clip. */
const withHead =
  (head: RequestListener): RequestListener =>
  (request, response) =>
    request.method === 'HEAD' ? head(request, response) : clip(request, response)

let library: Library
let server: ClipServer
let inside: ClipServer
let pod: Pod
let away = true
/** How many looks at /slips.mp4 find nothing. */
let slips = 0
let mended = false
let ranges: (string | undefined)[] = []
let hanging = 0
let mostHanging = 0

beforeAll(async () => {
  library = await createLibrary()
  inside = await startClipServer({ '/secret.mp4': clip })
  const routes: Record<string, RequestListener> = {
    '/well.mp4': clip,
    '/no-head.mp4': withHead(status(405)),
    '/rude-head.mp4': withHead((request) => request.socket.destroy()),
    '/part.mp4': (request, response) => {
      ranges.push(request.headers.range)
      if (request.method === 'HEAD') response.writeHead(403).end()
      else response.writeHead(206, { 'content-type': 'video/mp4' }).end(mp4.subarray(0, 1))
    },
    '/moved.mp4': moved('/well.mp4'),
    '/gone.mp4': status(410),
    '/page.mp4': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Removed'),
    '/ill.mp4': status(503),
    '/limited.mp4': status(429),
    '/forbidden.mp4': status(403),
    '/hangs.mp4': () => undefined,
    '/to-inside.mp4': moved(`${inside.origin}/secret.mp4`),
    // A look is a HEAD, and a GET where that was refused.
    '/slips.mp4': (request, response) => {
      const slipped = slips > 0
      if (slipped && request.method === 'GET') slips -= 1
      ;(slipped ? status(503) : clip)(request, response)
    },
    '/to-nowhere.mp4': moved('http://elsewhere.kla.test/a.mp4'),
    '/wide.gif': (_request, response) => response.end(gifOfFrames(65_535, 65_535, 1)),
    '/damaged.gif': (_request, response) => response.end(gif.subarray(0, 20)),
    '/mends.gif': (_request, response) => response.end(mended ? gif : gif.subarray(0, 20)),
    '/returns.mp4': (request, response) => (away ? status(503) : clip)(request, response),
  }
  for (let at = 0; at < 500; at++) {
    routes[`/hang${at}.mp4`] = ({ socket }) => {
      hanging += 1
      mostHanging = Math.max(mostHanging, hanging)
      socket.once('close', () => (hanging -= 1))
    }
  }
  server = await startClipServer(routes)
  pod = await library.startPod({
    mediaAllowedHosts: [server.host, inside.host],
    mediaPrivateOrigins: [server.origin],
    linkCheckTimeoutMs: 300,
    linkSecondLookMs: 50,
  })
})
beforeEach(() => library.database.query('DELETE FROM gifs'))
afterAll(async () => {
  await library.close()
  await server.close()
  await inside.close()
})

async function add(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await library.addLive(path.startsWith('http') ? path : `${server.origin}${path}`)
  }
}
const context = () => ({ principal: library.manager })
const find = (limit = 0, offset = 0) => pod.client.findBrokenGifs({ limit, offset }, context())
const scan = (limit = 0, offset = 0, ids: number[] = []) =>
  pod.client.scanAndDeleteGifs({ limit, offset, ids }, context())
const dealt = async (): Promise<string[]> => {
  const { gifs } = await pod.client.listRotation({ category: 'default', knownVersion: '' })
  return gifs.map(({ gifUrl }) => new URL(gifUrl).pathname)
}

describe('a link', () => {
  test.each([
    ['answers', '/well.mp4', true, 200],
    ['answers GET only', '/no-head.mp4', true, 200],
    ['closes the connection on HEAD', '/rude-head.mp4', true, 200],
    ['answers a part', '/part.mp4', true, 206],
    ['has moved', '/moved.mp4', true, 200],
    ['is not known', '/missing.mp4', false, 404],
    ['is gone', '/gone.mp4', false, 410],
    ['leads to a page', '/page.mp4', false, 200],
    ['has a failing host', '/ill.mp4', false, 503],
    ['is forbidden', '/forbidden.mp4', false, 403],
    ['hangs', '/hangs.mp4', false, 0],
    ['leads into the private network', '/to-inside.mp4', false, 0],
  ])('is checked when it %s', async (_what, path, ok, code) => {
    ranges = []
    await add(path)
    const { results, checked } = await find()
    expect(checked).toBe(1)
    expect(results).toMatchObject([{ url: `${server.origin}${path}`, ok, status: code, visible: true }])
    expect(await dealt()).toEqual(ok ? [path] : [])
    if (path === '/part.mp4') expect(ranges).toEqual([undefined, 'bytes=0-0'])
    expect(inside.asked.size).toBe(0)
  })

  test('is not checked in a private network or on a host that is not allowed', async () => {
    await add(`${inside.origin}/secret.mp4`, 'http://elsewhere.kla.test/a.mp4')
    expect((await find()).results).toMatchObject([
      { ok: false, status: 0 },
      { ok: false, status: 0 },
    ])
    expect(inside.asked.size).toBe(0)
  })

  test('is dealt again once it works', async () => {
    away = true
    await add('/returns.mp4')
    await find()
    expect(await dealt()).toEqual([])
    away = false
    await find()
    expect(await dealt()).toEqual(['/returns.mp4'])
  })

  test('is checked again automatically when it did not answer', async () => {
    away = true
    await add('/returns.mp4')
    await find()
    away = false
    await library.database.query('UPDATE gifs SET look_at = now()')
    await eventually(async () => expect(await dealt()).toEqual(['/returns.mp4']))
  })
})

describe('a scan', () => {
  test('deletes links that are gone or stay silent twice', async () => {
    await add('/well.mp4', '/gone.mp4', '/missing.mp4', '/ill.mp4', '/hangs.mp4', '/page.mp4', '/forbidden.mp4')
    const broken = (await find()).results.filter(({ ok }) => !ok)
    expect(broken).toHaveLength(6)
    expect(await scan()).toEqual({ deleted: 6, checked: 7 })
    const all = { page: 1, pageSize: 200, category: '', state: GifState.UNSPECIFIED }
    const { gifs } = await pod.client.listGifs(all, context())
    expect(gifs.map(({ gifUrl, broken }) => [new URL(gifUrl).pathname, broken]).sort()).toEqual([['/well.mp4', false]])
  })

  test('keeps a link that answers on the second attempt', async () => {
    slips = 1
    await add('/slips.mp4')
    expect(await scan()).toEqual({ deleted: 0, checked: 1 })
    slips = 1
    expect((await find()).results).toMatchObject([{ ok: true, status: 200 }])
    expect(await dealt()).toEqual(['/slips.mp4'])
  })

  test('deletes only given GIFs that are still broken', async () => {
    away = true
    await add('/returns.mp4', '/gone.mp4', '/hangs.mp4')
    const shown = (await find()).results.map(({ id }) => id)
    expect(shown).toHaveLength(3)
    away = false
    await add('/missing.mp4')
    expect(await scan(0, 0, shown)).toEqual({ deleted: 2, checked: 3 })
    expect((await find()).results.map(({ url }) => new URL(url).pathname)).toEqual(['/returns.mp4', '/missing.mp4'])
  })

  test('skips links whose host asks to slow down', async () => {
    await add('/limited.mp4', '/well.mp4')
    expect((await find()).results.map(({ url }) => new URL(url).pathname)).toEqual(['/well.mp4'])
    expect(await scan()).toEqual({ deleted: 0, checked: 1 })
    expect(await dealt()).toEqual(['/limited.mp4', '/well.mp4'])
  })

  test('checks one page by id, without blocked GIFs', async () => {
    await add('/well.mp4', '/gone.mp4', '/missing.mp4', '/no-head.mp4')
    await library.database.query("UPDATE gifs SET state = 'blocked' WHERE gif_url LIKE '%/well.mp4'")
    expect((await find(2, 1)).results.map(({ url }) => new URL(url).pathname)).toEqual(['/missing.mp4', '/no-head.mp4'])
    expect(await scan(1, 0)).toEqual({ deleted: 1, checked: 1 })
  })

  test.each([
    [-1, 0],
    [501, 0],
    [1, -1],
  ])('refuses the page %i, %i', async (limit, offset) => {
    await expect(find(limit, offset)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    await expect(scan(limit, offset)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    await expect(scan(0, 0, [0])).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
  })
})

describe('five hundred links that hang', () => {
  const paths = Array.from({ length: 500 }, (_, at) => `/hang${at}.mp4`)

  test('are asked concurrently', async () => {
    await add(...paths)
    expect((await find(500)).checked).toBe(500)
    expect(mostHanging).toBeGreaterThan(10)
  })

  test('are left unchanged when the time runs out', async () => {
    const hurried = await library.startPod({
      mediaAllowedHosts: [server.host],
      mediaPrivateOrigins: [server.origin],
      linkCheckTimeoutMs: 300,
      linkSecondLookMs: 50,
      linkPageTimeoutMs: 1_500,
    })
    await add(...paths)
    const { checked } = await hurried.client.findBrokenGifs({ limit: 500, offset: 0 }, context())
    expect(checked).toBeGreaterThan(0)
    expect(checked).toBeLessThan(500)
    expect(await dealt()).toHaveLength(500 - checked)
    await hurried.stop()
  })
})

describe('a GIF that a player asks for', () => {
  const row = async (path: string): Promise<{ broken: boolean; refusal: string; minutes: number; digest: string }> => {
    const { rows } = await library.database.query<{
      broken: boolean
      refusal: string
      minutes: number
      digest: string
    }>(
      `SELECT broken, refusal, content_digest AS digest, round(extract(epoch FROM look_at - now()) / 60)::int AS minutes
       FROM gifs WHERE gif_url = $1`,
      [`${server.origin}${path}`],
    )
    return rows[0] as { broken: boolean; refusal: string; minutes: number; digest: string }
  }
  const ask = (path: string): Promise<string> => mediaRefusal(pod, `${server.origin}${path}`)

  test.each([
    ['is gone', '/gone.mp4', 'MEDIA_NOT_FOUND'],
    ['is forbidden', '/forbidden.mp4', 'MEDIA_NOT_FOUND'],
    ['has become a page', '/page.mp4', 'MEDIA_UNAVAILABLE'],
    ['leads elsewhere', '/to-nowhere.mp4', 'MEDIA_NOT_ALLOWED'],
  ])('is not dealt until its host has it again: it %s', async (_what, path, reason) => {
    await add('/well.mp4', path)
    expect(await ask(path)).toBe(reason)
    expect(await dealt()).toEqual(['/well.mp4'])
    expect(await row(path)).toEqual({ broken: true, refusal: '', minutes: 1, digest: null })
  })

  test.each([
    ['too large', '/wide.gif', 'MEDIA_TOO_LARGE'],
    ['damaged', '/damaged.gif', 'MEDIA_FORMAT'],
  ])('is not dealt for six hours, and says why: it is %s', async (what, path, reason) => {
    await add('/well.mp4', path)
    expect(await ask(path)).toBe(reason)
    expect(await dealt()).toEqual(['/well.mp4'])
    expect(await row(path)).toMatchObject({ broken: true, refusal: expect.stringMatching(what), minutes: 360 })
  })

  test('stays in rotation while only its host fails', async () => {
    await add('/ill.mp4')
    expect(await ask('/ill.mp4')).toBe('MEDIA_UNAVAILABLE')
    expect(await dealt()).toEqual(['/ill.mp4'])
  })

  test('is dealt again when a later look finds a file that can be shown', async () => {
    mended = false
    await add('/mends.gif')
    // Its refusal is remembered for a minute where it was found.
    const other = await library.startPod({ mediaAllowedHosts: [server.host], mediaPrivateOrigins: [server.origin] })
    expect(await mediaRefusal(other, `${server.origin}/mends.gif`)).toBe('MEDIA_FORMAT')
    await other.stop()
    expect(await dealt()).toEqual([])
    mended = true
    await library.database.query('UPDATE gifs SET look_at = now()')
    await eventually(async () => expect(await dealt()).toEqual(['/mends.gif']))
    expect((await row('/mends.gif')).refusal).toBe('')
  })

  test('is looked at as soon as a check finds that its host answers', async () => {
    await library.database.query(
      "INSERT INTO gifs (gif_url, thumbnail, state, broken, refusal, looks) VALUES ($1, '', 'live', true, 'damaged', 24)",
      [`${server.origin}/well.mp4`],
    )
    await library.database.query("INSERT INTO gif_tags (gif_id, tag) SELECT id, 'default' FROM gifs")
    await find()
    await eventually(async () => expect(await dealt()).toEqual(['/well.mp4']))
  })
})

describe('a draft', () => {
  const expectDraft = async (path: string, expected: object): Promise<void> => {
    await pod.client.addGifs({ urls: [`${server.origin}${path}`], visible: true, tags: [] }, context())
    await eventually(async () => {
      const { rows } = await library.database.query(
        'SELECT refusal, round(extract(epoch FROM look_at - now()) / 60)::int AS minutes FROM gifs WHERE broken',
      )
      expect(rows).toEqual([expected])
    })
  }

  test('is looked at again soon when its host sends a page', () =>
    expectDraft('/page.mp4', { refusal: '', minutes: 1 }))

  test('is looked at again in six hours when its file cannot be shown', () =>
    expectDraft('/damaged.gif', { refusal: expect.stringMatching('damaged'), minutes: 360 }))
})
