import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { KlaError } from '@kla/chassis'
import { eventually } from '@kla/testkit'
import type { Config } from '../../src/config.js'
import { DamagedFile, runFfmpeg } from '../../src/media/ffmpeg.js'
import { type ClipServer, makeClip, probe, startClipServer } from '../support/clip-server.js'
import { type CountedFfmpeg, countedFfmpeg } from '../support/counted-ffmpeg.js'
import { gifOfFrames } from '../support/gif-bomb.js'
import { createLibrary, type Library, type Pod } from '../support/library.js'
import { mediaRefusal, readMedia } from '../support/read-media.js'

const MAX_BYTES = 1_000_000
/** Runs of ffmpeg for one GIF. */
const CONVERTED_AND_WATCHED = 2
const gif = makeClip('gif')
const mp4 = makeClip('mp4', '100x56')
// Needs no ffmpeg to be served.
const jpg = makeClip('jpg')

/** Sends as much as it is let, up to 5 GB. */
const flood =
  (headers: Record<string, string | number>): RequestListener =>
  (_request, response) => {
    response.writeHead(200, headers)
    const chunk = Buffer.alloc(64 * 1024)
    mp4.copy(chunk)
    const more = (): void => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length
    }
    response.on('drain', more)
    more()
  }
let sent = 0

let library: Library
let server: ClipServer
let ffmpeg: CountedFfmpeg
const used: CountedFfmpeg[] = []

beforeAll(async () => {
  library = await createLibrary()
  server = await startClipServer({
    '/a.gif': (_request, response) => response.end(gif),
    '/a.mp4': (_request, response) => response.end(mp4),
    '/a.jpg': (_request, response) => response.end(jpg),
    '/wide.gif': (_request, response) => response.end(gifOfFrames(65_535, 65_535, 1)),
    '/long.gif': (_request, response) => response.end(gifOfFrames(4_096, 2_304, 3_000)),
    '/many.gif': (_request, response) => response.end(gifOfFrames(160, 90, 30_000)),
    '/true-5gb.mp4': flood({ 'content-length': 5e9 }),
    '/endless.mp4': flood({}),
    // Node would not send more than it has announced.
    '/lying-5gb.jpg': (request) => {
      request.socket.write('HTTP/1.1 200 OK\r\ncontent-type: image/jpeg\r\ncontent-length: 1000\r\n\r\n')
      const chunk = Buffer.alloc(64 * 1024)
      jpg.copy(chunk)
      const more = (): void => {
        while (!request.socket.destroyed && request.socket.write(chunk)) sent += chunk.length
      }
      request.socket.on('drain', more)
      request.socket.on('error', () => undefined)
      more()
    },
  })
})
beforeEach(() => {
  sent = 0
})
afterAll(async () => {
  await library.close()
  await server.close()
  await Promise.all(used.map((one) => one.remove()))
})

const startPod = async (before = '', config: Partial<Config> = {}): Promise<Pod> => {
  ffmpeg = await countedFfmpeg(before)
  used.push(ffmpeg)
  return library.startPod({
    mediaAllowedHosts: [server.host],
    mediaPrivateOrigins: [server.origin],
    mediaMaxBytes: MAX_BYTES,
    ffmpegPath: ffmpeg.path,
    ...config,
  })
}
const at = (path: string): string => `${server.origin}${path}`
const workFiles = async ({ cacheDirectory }: Pod): Promise<string[]> => {
  const [work] = await readdir(join(cacheDirectory, 'work'))
  return readdir(join(cacheDirectory, 'work', work ?? ''))
}

describe('one GIF', () => {
  test('is fetched and converted once for a thousand concurrent requests', async () => {
    const pod = await startPod()
    server.asked.clear()
    const all = await Promise.all(Array.from({ length: 1_000 }, () => readMedia(pod, at('/a.gif'))))
    expect(new Set(all.map((bytes) => bytes.toString('base64'))).size).toBe(1)
    expect(await probe(all[0] as Buffer)).toMatchObject({ codec_name: 'h264', nb_frames: '10' })
    expect(server.asked.get('/a.gif')).toBe(1)
    expect(ffmpeg.runs()).toBe(CONVERTED_AND_WATCHED)
    await pod.stop()
  })

  test('is fetched from each of its addresses and converted once', async () => {
    const copies = Array.from({ length: 12 }, (_, copy) => `/copy${copy}.gif`)
    const serveGif: RequestListener = (_request, response) => response.end(gif)
    const host = await startClipServer(Object.fromEntries(copies.map((path) => [path, serveGif])))
    const pod = await startPod('', { mediaAllowedHosts: [host.host], mediaPrivateOrigins: [host.origin] })
    const all = await Promise.all(copies.map((path) => readMedia(pod, `${host.origin}${path}`)))
    expect(all.every((bytes) => bytes.equals(all[0] as Buffer))).toBe(true)
    expect(host.asked.size).toBe(12)
    expect(ffmpeg.runs()).toBe(CONVERTED_AND_WATCHED)
    await pod.stop()
    await host.close()
  })
})

describe('a GIF bomb', () => {
  test.each([
    ['too large a screen', '/wide.gif'],
    ['too many frames for their size', '/long.gif'],
  ])('is refused before ffmpeg sees it, and remembered: %s', async (_what, path) => {
    const pod = await startPod()
    server.asked.clear()
    expect(await mediaRefusal(pod, at(path))).toBe('MEDIA_TOO_LARGE')
    expect(await mediaRefusal(pod, at(path))).toBe('MEDIA_TOO_LARGE')
    expect([ffmpeg.runs(), server.asked.get(path)]).toEqual([0, 1])
    expect(await workFiles(pod)).toEqual([])
    await pod.stop()
  })

  test('is cut to a minute when it has very many small frames', async () => {
    const pod = await startPod()
    expect(Number((await probe(await readMedia(pod, at('/many.gif')))).nb_frames)).toBe(3_000)
    await pod.stop()
  })

  test('is stopped in time when it keeps ffmpeg busy, while others are served and nothing is left behind', async () => {
    const pod = await startPod('while :; do :; done', { transcodeTimeoutMs: 1_500 })
    const bomb = mediaRefusal(pod, at('/a.gif'))
    await eventually(() => ffmpeg.runs() === 1)
    expect(await readMedia(pod, at('/a.jpg'))).toEqual(jpg)
    // A busy machine may stop it by the clock first.
    expect(['MEDIA_TOO_LARGE', 'MEDIA_UNAVAILABLE']).toContain(await bomb)
    expect(await workFiles(pod)).toEqual([])
    await pod.stop()
  })

  test('is stopped when it takes too much memory', async () => {
    const pod = await startPod('', { transcodeMemoryBytes: 64 * 1024 ** 2 })
    expect(await mediaRefusal(pod, at('/a.gif'))).toBe('MEDIA_UNAVAILABLE')
    expect(ffmpeg.runs()).toBe(1)
    expect(await workFiles(pod)).toEqual([])
    await pod.stop()
  })

  test('is refused when its video grows too large', async () => {
    const pod = await startPod('', { mediaMaxBytes: gif.length + 10 })
    const small = await readMedia(pod, at('/a.gif'))
    await pod.stop()
    expect(small.length).toBeGreaterThan(1_000)
    const strict = await startPod(`set -- "$@"; for last; do :; done; head -c ${MAX_BYTES} /dev/zero > "$last"; exit 0`)
    expect(await mediaRefusal(strict, at('/a.gif'))).toBe('MEDIA_TOO_LARGE')
    expect(await workFiles(strict)).toEqual([])
    await strict.stop()
  })
})

describe('the conversion queue', () => {
  test('refuses conversions beyond its length and remembers no refusal', async () => {
    const gifs = Array.from({ length: 6 }, (_, copy) => gifOfFrames(100, 56, 3 + copy))
    const serveBytes =
      (bytes: Buffer): RequestListener =>
      (_request, response) =>
        response.end(bytes)
    const host = await startClipServer(
      Object.fromEntries(gifs.map((bytes, copy) => [`/${copy}.gif`, serveBytes(bytes)])),
    )
    const asked = join(tmpdir(), `kla-asked-once-${process.pid}`)
    const pod = await startPod(`[ -e ${asked} ] || sleep 0.3`, {
      mediaAllowedHosts: [host.host],
      mediaPrivateOrigins: [host.origin],
      transcodesAtOnce: 1,
      transcodesWaiting: 2,
    })
    const ask = (): Promise<string[]> =>
      Promise.all(gifs.map((_, copy) => mediaRefusal(pod, `${host.origin}/${copy}.gif`)))
    const first = await ask()
    expect(first.filter((answer) => answer === 'served')).toHaveLength(3)
    expect(first.filter((answer) => answer === 'MEDIA_UNAVAILABLE')).toHaveLength(3)
    await writeFile(asked, '')
    expect(await ask()).toEqual(gifs.map(() => 'served'))
    await rm(asked)
    await pod.stop()
    await host.close()
  })
})

describe('a body of five gigabytes', () => {
  test.each([
    ['announced', '/true-5gb.mp4'],
    ['unannounced', '/endless.mp4'],
  ])('is refused immediately while others are served: %s', async (_what, path) => {
    const pod = await startPod()
    const [refused, other] = await Promise.all([mediaRefusal(pod, at(path)), readMedia(pod, at('/a.mp4'))])
    expect(refused).toBe('MEDIA_TOO_LARGE')
    expect(other).toEqual(mp4)
    // What the sockets on the way hold comes on top.
    expect(sent).toBeLessThan(MAX_BYTES + 16 * 1024 ** 2)
    expect(await workFiles(pod)).toEqual([])
    await pod.stop()
  })

  test('is cut off when its header claims a kilobyte', async () => {
    const pod = await startPod()
    expect(await readMedia(pod, at('/lying-5gb.jpg'))).toHaveLength(1_000)
    expect(sent).toBeLessThan(MAX_BYTES + 16 * 1024 ** 2)
    await pod.stop()
  })
})

describe('a run of ffmpeg', () => {
  const run = async (script: string): Promise<unknown> => {
    const { path, remove } = await countedFfmpeg(script)
    const limits = {
      ffmpegPath: path,
      ffprobePath: 'ffprobe',
      timeoutMs: 20_000,
      maxBytes: MAX_BYTES,
      maxMemoryBytes: 1e9,
    }
    return runFfmpeg([], limits, ([standard]) => text(standard))
      .catch((error: KlaError) => [error.reason, error.cause instanceof DamagedFile])
      .finally(remove)
  }

  test('may take twice its processor time on a busy machine, and gets a signal when that is used up', async () => {
    expect(await run('ulimit -S -t; ulimit -H -t; exit 0')).toBe('20\n40\n')
  })

  test.each([
    ['its processor time is used up', 'kill -XCPU $$', 'MEDIA_TOO_LARGE', false],
    ['it handles that signal', 'exit 255', 'MEDIA_TOO_LARGE', false],
    ['its file is full', 'kill -XFSZ $$', 'MEDIA_TOO_LARGE', false],
    ['the clock or the kernel kills it', 'kill -KILL $$', 'MEDIA_UNAVAILABLE', false],
    ['it fails without a word', 'exit 1', 'MEDIA_UNAVAILABLE', false],
    ['its build has no encoder', 'echo "Unknown encoder \'libx264\'" >&2; exit 1', 'MEDIA_UNAVAILABLE', false],
    ['memory ends', 'echo "Error while decoding: Cannot allocate memory" >&2; exit 1', 'MEDIA_UNAVAILABLE', false],
    [
      'the file is damaged',
      'echo "f: Invalid data found when processing input" >&2; exit 1',
      'MEDIA_UNAVAILABLE',
      true,
    ],
  ])('blames the file only for what the file does: %s', async (_what, script, reason, isDamaged) => {
    expect(await run(script)).toEqual([reason, isDamaged])
  })
})

test('passes the converter no environment variable but PATH', async () => {
  const seen = join(tmpdir(), `kla-ffmpeg-environment-${process.pid}`)
  process.env['KLA_TEST_SECRET'] = 'of the database'
  const pod = await startPod(`env > ${seen}`)
  try {
    await readMedia(pod, at('/a.gif'))
    const names = (await readFile(seen, 'utf8')).split('\n').map((line) => line.split('=')[0])
    // The shell itself adds what it says of itself.
    expect(names.filter((name) => !['PATH', 'PWD', 'OLDPWD', 'SHLVL', '_', ''].includes(name ?? ''))).toEqual([])
  } finally {
    delete process.env['KLA_TEST_SECRET']
    await rm(seen, { force: true })
    await pod.stop()
  }
})
