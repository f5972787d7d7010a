import { readdir } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { GetMediaRequest, MediaHead } from '@kla/proto'
import { refusalOf } from '@kla/testkit'
import type { Config } from '../../src/config.js'
import { type ClipServer, makeClip, probe, startClipServer } from '../support/clip-server.js'
import { createLibrary, type Library, type Pod } from '../support/library.js'

const MAX_BYTES = 200_000
const gif = makeClip('gif')
const mp4 = makeClip('mp4', '100x56')
const webm = makeClip('webm', '100x56')
const jpg = makeClip('jpg')
const nearlyTooLarge = Buffer.concat([mp4, Buffer.alloc(MAX_BYTES - mp4.length)])
const hugeGif = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([255, 255, 255, 255]), Buffer.alloc(100)])

let inside: ClipServer
let server: ClipServer
let library: Library
let pod: Pod
const resolved: string[] = []

beforeAll(async () => {
  inside = await startClipServer({ '/secret.mp4': (_request, response) => response.end(mp4) })
  const redirect =
    (to: string): RequestListener =>
    (_request, response) =>
      response.writeHead(302, { location: to }).end()
  server = await startClipServer({
    '/a.gif': (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(gif),
    '/b.gif': (_request, response) => response.end(gif),
    '/octets.mp4': (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(mp4),
    '/a.mp4': (_request, response) => response.end(mp4),
    '/rebind.mp4': (_request, response) => response.end(mp4),
    '/a.webm': (_request, response) => response.end(webm),
    '/a.jpg': (_request, response) => response.end(jpg),
    '/slow-start.mp4': (_request, response) => setTimeout(() => response.end(mp4), 200),
    '/page.mp4': (_request, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end('<html></html>'),
    '/message.gif': (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/gif' }).end('{"error":"over quota"}'),
    '/unknown.gif': (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(Buffer.from([1, 2, 3, 0])),
    '/empty.mp4': (_request, response) => response.end(),
    '/large.mp4': (_request, response) => response.end(Buffer.concat([mp4, Buffer.alloc(MAX_BYTES)])),
    '/huge.gif': (_request, response) => response.end(hugeGif),
    '/broken.gif': (_request, response) => response.end(gif.subarray(0, 20)),
    '/endless.mp4': (_request, response) => {
      response.write(mp4)
      const more = setInterval(() => response.write(Buffer.alloc(10)), 20)
      response.on('close', () => clearInterval(more))
    },
    '/silent.mp4': (_request, response) => void response.write(mp4.subarray(0, 100)),
    '/cut.mp4': (_request, response) => {
      response.writeHead(200, { 'content-length': mp4.length })
      response.write(mp4.subarray(0, 500), () => response.destroy())
    },
    '/closing.mp4': (_request, response) => {
      response.writeHead(200, { connection: 'close' }).end(nearlyTooLarge)
    },
    '/gone.mp4': (_request, response) => response.writeHead(410).end(),
    '/ill.mp4': (_request, response) => response.writeHead(500).end(),
    '/once.mp4': redirect('/a.mp4'),
    '/thrice.mp4': redirect('/twice.mp4'),
    '/twice.mp4': redirect('/once.mp4'),
    '/four.mp4': redirect('/thrice.mp4'),
    '/loop.mp4': redirect('/loop.mp4'),
    '/to-inside.mp4': redirect(`${inside.origin}/secret.mp4`),
    '/to-elsewhere.mp4': redirect('http://elsewhere.kla.test/a.mp4'),
    '/to-file.mp4': redirect('file:///etc/passwd'),
    '/nowhere.mp4': (_request, response) => response.writeHead(302).end(),
  })
  const config: Partial<Config> = {
    mediaAllowedHosts: [
      server.host, `clips.kla.test:${server.port}`, `named.kla.test:${inside.port}`, `localhost:${inside.port}`,
      inside.host, `[::ffff:7f00:1]:${inside.port}`, `0.0.0.0:${inside.port}`, `[::1]:${inside.port}`,
    ], // oxfmt-ignore
    mediaPrivateOrigins: [server.origin, `http://clips.kla.test:${server.port}`],
    mediaMaxBytes: MAX_BYTES,
    mediaFetchTimeoutMs: 1_500,
    transcodesAtOnce: 1,
  }
  const resolve = async (hostname: string) => {
    resolved.push(hostname)
    return [{ address: '127.0.0.1', family: 4 as const }]
  }
  library = await createLibrary()
  pod = await library.startPod(config, { resolve })
})

afterAll(async () => {
  await library.close()
  await server.close()
  await inside.close()
})

async function get(url: string, about: Partial<GetMediaRequest> = {}): Promise<{ head: MediaHead; body: Buffer }> {
  const chunks: Buffer[] = []
  let head: MediaHead | undefined
  const request = { url, range: '', ifNoneMatch: '', headOnly: false, ...about }
  for await (const { part } of pod.client.getMedia(request, await pod.offer(url))) {
    if (part?.$case === 'head') head = part.value
    if (part?.$case === 'chunk') chunks.push(part.value)
  }
  if (!head) throw new Error('no head came')
  return { head, body: Buffer.concat(chunks) }
}
const path = (name: string): string => `${server.origin}/${name}`

describe('getMedia', () => {
  test.each([
    ['a.mp4', 'video/mp4', mp4],
    ['octets.mp4', 'video/mp4', mp4],
    ['a.webm', 'video/webm', webm],
    ['a.jpg', 'image/jpeg', jpg],
  ])('serves %s unchanged', async (name, type, bytes) => {
    const { head, body } = await get(path(name))
    expect(head).toMatchObject({ status: 200, contentType: type, contentLength: bytes.length, contentRange: '' })
    expect(body.equals(bytes)).toBe(true)
  })

  test('serves a GIF as a video that every browser plays, whatever type its sender states', async () => {
    const { head, body } = await get(path('a.gif'))
    expect(head).toMatchObject({ status: 200, contentType: 'video/mp4', contentLength: body.length })
    const expected = { codec_name: 'h264', pix_fmt: 'yuv420p', width: 100, height: 56, nb_frames: '10' }
    expect(await probe(body)).toMatchObject(expected)
    // The index stands before the pictures, so that playing starts before all is loaded.
    expect(body.indexOf('moov')).toBeLessThan(body.indexOf('mdat'))
  })

  test('fetches once for concurrent requests and not again while the copy is fresh', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => get(path('slow-start.mp4'))))
    await get(path('slow-start.mp4'))
    expect(all.every(({ body }) => body.equals(mp4))).toBe(true)
    expect(server.asked.get('/slow-start.mp4')).toBe(1)
  })

  test('stores equal content once', async () => {
    const one = await get(path('a.gif'))
    const other = await get(path('b.gif'))
    expect(other.head.etag).toBe(one.head.etag)
  })

  test('leaves no partial file behind', async () => {
    await refusalOf(get(path('large.mp4')))
    await refusalOf(get(path('broken.gif')))
    const [work] = await readdir(join(pod.cacheDirectory, 'work'))
    expect(await readdir(join(pod.cacheDirectory, 'work', work ?? ''))).toEqual([])
  })
})

describe('getMedia with a range', () => {
  test.each([
    ['bytes=0-99', 0, 100],
    ['bytes=100-', 100, mp4.length],
    ['bytes=-50', mp4.length - 50, mp4.length],
    [`bytes=10-${mp4.length * 2}`, 10, mp4.length],
  ])('returns %s', async (range, from, to) => {
    const { head, body } = await get(path('a.mp4'), { range })
    expect(head).toMatchObject({
      status: 206,
      contentLength: to - from,
      contentRange: `bytes ${from}-${to - 1}/${mp4.length}`,
    })
    expect(body.equals(mp4.subarray(from, to))).toBe(true)
  })

  test('rejects a range outside the file', async () => {
    await expect(get(path('a.mp4'), { range: `bytes=${mp4.length}-` })).rejects.toMatchObject({
      reason: 'RANGE_NOT_SATISFIABLE',
    })
  })

  test('sends no bytes when only the head is requested', async () => {
    const { head, body } = await get(path('a.mp4'), { headOnly: true, range: 'bytes=0-9' })
    expect(head).toMatchObject({ status: 206, contentLength: 10 })
    expect(body).toHaveLength(0)
  })

  test('sends no bytes to a client that knows the tag', async () => {
    const { head } = await get(path('a.mp4'))
    expect(head.etag).toMatch(/^"[0-9a-f]{40}"$/)
    for (const ifNoneMatch of [head.etag, `"x", W/${head.etag}`, '*']) {
      const again = await get(path('a.mp4'), { ifNoneMatch, range: 'bytes=0-9' })
      expect(again).toMatchObject({ head: { status: 304, contentLength: 0, etag: head.etag }, body: Buffer.alloc(0) })
    }
    expect((await get(path('a.mp4'), { ifNoneMatch: '"other"' })).head.status).toBe(200)
  })
})

describe('getMedia refusals', () => {
  test.each([
    ['an unknown host', 'http://elsewhere.kla.test/a.mp4', 'MEDIA_NOT_ALLOWED'],
    ['an invalid address', 'hello', 'MEDIA_NOT_ALLOWED'],
    ['a page that says it is a video', '/page.mp4', 'MEDIA_UNAVAILABLE'],
    ['a message that says it is a picture', '/message.gif', 'MEDIA_UNAVAILABLE'],
    ['what says it is a page and is no file that we know', '/unknown.gif', 'MEDIA_UNAVAILABLE'],
    ['an empty file', '/empty.mp4', 'MEDIA_UNAVAILABLE'],
    ['too many bytes', '/large.mp4', 'MEDIA_TOO_LARGE'],
    ['too many pixels', '/huge.gif', 'MEDIA_TOO_LARGE'],
    ['a GIF that ends at once', '/broken.gif', 'MEDIA_FORMAT'],
    ['a body that never ends', '/endless.mp4', 'MEDIA_UNAVAILABLE'],
    ['a body that falls silent', '/silent.mp4', 'MEDIA_UNAVAILABLE'],
    ['a body that is cut off', '/cut.mp4', 'MEDIA_UNAVAILABLE'],
    ['a missing file', '/missing.mp4', 'MEDIA_NOT_FOUND'],
    ['a file that is gone', '/gone.mp4', 'MEDIA_NOT_FOUND'],
    ['a server error', '/ill.mp4', 'MEDIA_UNAVAILABLE'],
    ['a redirect to nowhere', '/nowhere.mp4', 'MEDIA_UNAVAILABLE'],
    ['a redirect that never ends', '/loop.mp4', 'MEDIA_NOT_ALLOWED'],
    ['a fourth redirect', '/four.mp4', 'MEDIA_NOT_ALLOWED'],
    ['a redirect to another host', '/to-elsewhere.mp4', 'MEDIA_NOT_ALLOWED'],
    ['a redirect to a file', '/to-file.mp4', 'MEDIA_NOT_ALLOWED'],
    ['a redirect into the private network', '/to-inside.mp4', 'MEDIA_NOT_ALLOWED'],
  ])('refuses %s', async (_what, url, reason) => {
    expect(await refusalOf(get(url.startsWith('/') ? path(url.slice(1)) : url))).toBe(reason)
  })

  test('refuses private addresses, however written, without connecting', async () => {
    const { port } = inside
    for (const host of [
      `127.0.0.1:${port}`, `localhost:${port}`, `named.kla.test:${port}`, `2130706433:${port}`,
      `0x7f.0.0.1:${port}`, `0177.0.0.1:${port}`,
      `127.1:${port}`, `[::ffff:127.0.0.1]:${port}`, `[::1]:${port}`, `0.0.0.0:${port}`, `0:${port}`,
    ]) {
      expect([host, await refusalOf(get(`http://${host}/secret.mp4`))]).toEqual([host, 'MEDIA_NOT_ALLOWED'])
    } // oxfmt-ignore
    expect(inside.asked.size).toBe(0)
  })
})

describe('fetching', () => {
  test('follows three redirects', async () => {
    expect((await get(path('thrice.mp4'))).body.equals(mp4)).toBe(true)
  })

  test('reads a body to its end when the server closes immediately', async () => {
    expect((await get(path('closing.mp4'))).body.equals(nearlyTooLarge)).toBe(true)
  })

  test('connects to the checked address and looks a name up once', async () => {
    resolved.length = 0
    // No name server knows this name: only the checked address can have been connected to.
    const { body } = await get(`http://clips.kla.test:${server.port}/rebind.mp4`)
    expect(body.equals(mp4)).toBe(true)
    expect(resolved).toEqual(['clips.kla.test'])
  })
})
