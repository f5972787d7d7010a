import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { KlaError } from '@kla/chassis'
import { GifState } from '@kla/proto'
import { mediaUseOf, STAGE_COLOUR } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import { withCanvas } from '../../src/media/gif.js'
import { type ClipServer, makeClip, run, startClipServer } from '../support/clip-server.js'
import { createLibrary, type Library, type Pod } from '../support/library.js'
import { framesOf, lengthOf, playedOf } from '../support/looped.js'
import { writeGif } from '../support/write-gif.js'

const kept = (name: string): Buffer => readFileSync(new URL(`clips/${name}`, import.meta.url).pathname)
const folder = mkdtempSync(join(tmpdir(), 'kla-formats-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What ffmpeg makes of these arguments, under a name that says in which container. */
function make(name: string, ...args: readonly string[]): Buffer {
  const path = join(folder, name)
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, path])
  return readFileSync(path)
}
const moving = (size = '64x36'): string[] => ['-f', 'lavfi', '-i', `testsrc=s=${size}:r=5:d=1`]
const sound = ['-f', 'lavfi', '-i', 'sine=d=1']
const h264 = (pixels: string): string[] => ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', pixels]
/** Black, but for what shows through in every second frame. */
const blinkingAlpha = [
  '-f',
  'lavfi',
  '-i',
  "color=c=white:s=64x36:r=10:d=1,format=yuva420p,geq=lum=235:cb=128:cr=128:a='if(mod(N,2),255,0)'",
]
const plainMp4 = make('plain.mp4', ...moving(), ...h264('yuv420p'))
const rotated = (): Buffer => {
  writeFileSync(join(folder, 'level.mp4'), plainMp4)
  return make('rotated.mp4', '-i', join(folder, 'level.mp4'), '-c', 'copy', '-metadata:s:v', 'rotate=90')
}

const AS_THEY_ARE: Readonly<Record<string, Buffer>> = {
  'odd.webm': make(
    'odd.webm',
    ...moving('101x57'),
    '-c:v',
    'libvpx-vp9',
    '-deadline',
    'realtime',
    '-pix_fmt',
    'yuv420p',
  ),
  'index-last.mp4': make('index-last.mp4', ...moving(), ...h264('yuv420p'), '-movflags', '0'),
  'fragmented.mp4': make('fragmented.mp4', ...moving(), ...h264('yuv420p'), '-movflags', 'frag_keyframe+empty_moov'),
  'with-sound.mp4': make('with-sound.mp4', ...moving(), ...sound, ...h264('yuv420p'), '-c:a', 'aac'),
  'rotated.mp4': rotated(),
  'vp9.webm': makeClip('webm', '100x56'),
}

/** Played once, interlaced, with a palette of its own and a frame that leaves again. */
const EVERYTHING = writeGif({
  loops: 1,
  frames: [
    { delay: 50, colour: 1, interlaced: true },
    { delay: 50, colour: 1, palette: [0, 0, 0, 0, 0, 99, 0, 0, 0, 0, 0, 0], disposal: 3, width: 8 },
  ],
})

const CONVERTED: Readonly<Record<string, Buffer>> = {
  'mpeg4-part2.mp4': make('mpeg4-part2.mp4', ...moving(), '-c:v', 'mpeg4'),
  'hevc.mp4': make(
    'hevc.mp4',
    ...moving(),
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-x265-params',
    'log-level=none',
    '-pix_fmt',
    'yuv420p',
  ),
  'ten-bit.mp4': make('ten-bit.mp4', ...moving(), ...h264('yuv420p10le')),
  'full-colour.mp4': make('full-colour.mp4', ...moving(), ...h264('yuv444p')),
  'vp9-full-colour.webm': make(
    'vp9-full-colour.webm',
    ...moving(),
    '-c:v',
    'libvpx-vp9',
    '-deadline',
    'realtime',
    '-pix_fmt',
    'yuv444p',
  ),
  'vp9-in.mp4': make('vp9-in.mp4', ...moving(), '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-pix_fmt', 'yuv420p'),
  'av1.webm': make('av1.webm', ...moving(), '-c:v', 'libaom-av1', '-cpu-used', '8', '-pix_fmt', 'yuv420p'),
  'odd-sound.mp4': make('odd-sound.mp4', ...moving(), ...sound, ...h264('yuv420p'), '-c:a', 'ac3'),
  'apng.gif': make('animated.png', ...moving(), '-f', 'apng'),
  'two-videos.mp4': make('two-videos.mp4', ...moving(), ...moving(), '-map', '0:v', '-map', '1:v', ...h264('yuv420p')),
  'everything.gif': Buffer.concat([EVERYTHING, Buffer.alloc(5_000, 0x2c)]),
  'never-ended.gif': writeGif({
    frames: [
      { delay: 50, colour: 2 },
      { delay: 50, colour: 3 },
    ],
  }).subarray(0, -1),
}

const STILLS: Readonly<Record<string, Buffer>> = {
  'still-webp.gif': kept('still-webp.gif'),
  'png-text-actl.gif': kept('png-text-actl.gif'),
  'jpeg.gif': makeClip('jpg'),
  'one-frame.gif': writeGif({ frames: [{ delay: 1, colour: 2 }] }),
}

const LENGTHS: readonly (readonly [name: string, bytes: Buffer, ms: number])[] = [
  ['last-frame-long.gif', kept('last-frame-long.gif'), 3_200],
  ['two-frames-1s-1s.gif', kept('two-frames-1s-1s.gif'), 2_000],
  ['two-frames-655s.gif', kept('two-frames-655s.gif'), 60_000],
  ['flash-last-frame.gif', kept('flash-last-frame.gif'), 3_200],
  ['uneven.gif', writeGif({ frames: [7, 33, 2, 100].map((delay, at) => ({ delay, colour: 2 + (at % 2) })) }), 1_420],
  ['no-delays.gif', writeGif({ frames: [0, 1, undefined].map((delay) => ({ delay, colour: 2 })) }), 300],
  [
    'uneven.mp4',
    make(
      'uneven.mp4',
      ...moving(),
      '-vf',
      "settb=1/1000,setpts='N*N*20'",
      '-vsync',
      'passthrough',
      '-enc_time_base',
      '1/1000',
      '-c:v',
      'mpeg4',
    ),
    520,
  ],
]

const REFUSED: readonly (readonly [name: string, bytes: Buffer, why: RegExp])[] = [
  ['animated-webp.gif', kept('animated-webp.gif'), /an animated WebP/],
  ['still-avif.gif', kept('still-avif.gif'), /an AVIF picture/],
  ['quicktime.gif', Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'latin1'), /a QuickTime movie/],
  ['matroska.webm', make('matroska.mkv', ...moving(), ...h264('yuv420p')), /a Matroska video/],
  ['sound.mp4', make('sound.mp4', ...sound, '-c:a', 'aac'), /a file without a picture/],
  [
    'drawing.gif',
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    /a web page|an SVG picture/,
  ],
  ['page.gif', Buffer.from('\n<!doctype html><title>Sign in</title>'), /a web page/],
  ['empty.gif', Buffer.alloc(0), /an empty file/],
]

let library: Library
let server: ClipServer
let pod: Pod

beforeAll(async () => {
  library = await createLibrary()
  const files: Record<string, Buffer> = {
    ...AS_THEY_ARE, ...CONVERTED, ...STILLS,
    ...Object.fromEntries([...LENGTHS, ...REFUSED]),
    'transparent.gif': kept('transparent.gif'),
    'zero-canvas.gif': kept('zero-canvas.gif'),
    'small-canvas.gif': withCanvas(kept('zero-canvas.gif'), { width: 80, height: 1 }),
    'plain.gif': kept('plain.gif'),
    'long-last-frame.gif': writeGif({ frames: [{ delay: 10, colour: 0 }, { delay: 305, colour: 1 }] }),
    'blinking-alpha.webm': make('blinking-alpha.webm', ...blinkingAlpha, '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-pix_fmt', 'yuva420p'),
    ...Object.fromEntries(THUMBNAILS.map(([name, , bytes]) => [`small-${name}`, bytes])),
    'wide.gif': writeGif({ width: 65_535, height: 65_535, frames: [{ delay: 10, width: 1, height: 1 }, { delay: 10, width: 1, height: 1 }] }),
  } // oxfmt-ignore
  server = await startClipServer(
    Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [`/${name}`, (_request, response) => response.end(bytes)]),
    ),
  )
  pod = await library.startPod({ mediaAllowedHosts: [server.host], mediaPrivateOrigins: [server.origin] })
})
afterAll(async () => {
  await library.close()
  await server.close()
})

const url = (name: string): string => `${server.origin}/${name}`

async function get(name: string): Promise<{ contentType: string; body: Buffer }> {
  const chunks: Buffer[] = []
  let contentType = ''
  const request = { url: url(name), range: '', ifNoneMatch: '', headOnly: false }
  for await (const { part } of pod.client.getMedia(request, await pod.offer(url(name)))) {
    if (part?.$case === 'head') contentType = part.value.contentType
    if (part?.$case === 'chunk') chunks.push(part.value)
  }
  return { contentType, body: Buffer.concat(chunks) }
}

const manager = () => ({ principal: library.manager })
const find = async (name: string) => {
  const { gifs } = await pod.client.listGifs(
    { page: 1, pageSize: 200, category: '', state: GifState.UNSPECIFIED },
    manager(),
  )
  return gifs.find(({ gifUrl }) => gifUrl === url(name))
}

/** The least and the greatest luma of the first frame. */
async function lumaOf(video: Buffer): Promise<[least: number, greatest: number]> {
  const path = join(folder, 'served.mp4')
  writeFileSync(path, video)
  const grey = ['-frames:v', '1', '-pix_fmt', 'gray', '-f', 'rawvideo', '-']
  const frame = await run('ffmpeg', ['-v', 'error', '-i', path, ...grey])
  return [Math.min(...frame), Math.max(...frame)]
}

describe('a file that every browser plays', () => {
  test.each(Object.keys(AS_THEY_ARE))('is served as it is: %s', async (name) => {
    const { contentType, body } = await get(name)
    expect(mediaUseOf(contentType)).toBe('clip')
    expect(body.equals(AS_THEY_ARE[name] as Buffer)).toBe(true)
  })
})

describe('a file that some browser does not play', () => {
  test.each([...Object.keys(CONVERTED), 'plain.gif', 'zero-canvas.gif', 'small-canvas.gif'])(
    'becomes H.264: %s',
    async (name) => {
      const { contentType, body } = await get(name)
      expect(contentType).toBe('video/mp4')
      const { stream, frames } = await playedOf(body)
      expect(stream).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p' })
      expect(frames.length).toBeGreaterThan(1)
      expect(Math.abs(lengthOf(frames) - 1_000)).toBeLessThanOrEqual(100)
    },
  )

  test.each(['zero-canvas.gif', 'small-canvas.gif'])('plays at the size of its first frame: %s', async (name) => {
    expect((await playedOf((await get(name)).body)).stream).toMatchObject({ width: 160, height: 90 })
  })

  test.each(Object.keys(STILLS))('is a still of a second if it does not move: %s', async (name) => {
    const { contentType, body } = await get(name)
    expect(contentType).toBe('video/mp4')
    const { frames } = await playedOf(body)
    expect([frames.length, Math.round(lengthOf(frames))]).toEqual([1, 1_000])
  })

  test('is shown on the colour of the stage where it is transparent', async () => {
    const [ground, disc] = await lumaOf((await get('transparent.gif')).body)
    expect(ground).toBeLessThan(60)
    expect(disc).toBeGreaterThan(200)
    expect(STAGE_COLOUR).toMatch(/^#[0-9a-f]{6}$/)
  })

  test('does not blink by its transparency, unlike on a page that shows through', async () => {
    const { contentType, body } = await get('blinking-alpha.webm')
    expect(contentType).toBe('video/mp4')
    expect((await playedOf(body)).frames).toHaveLength(1)
  })
})

describe('a clip', () => {
  test.each(LENGTHS)('lasts as long as all its frames: %s', async (name, _bytes, ms) => {
    const { frames } = await playedOf((await get(name)).body)
    expect(Math.abs(lengthOf(frames) - ms)).toBeLessThanOrEqual(20)
  })

  test('shows its last frame for the requested time', async () => {
    const { frames } = await playedOf((await get('last-frame-long.gif')).body)
    const last = frames.at(-1)
    expect(last?.atMs).toBeCloseTo(200)
    expect(last?.durationMs).toBeCloseTo(3_000)
  })
})

describe('a clip that would flash if its last frame were cut short', () => {
  test('repeats it at a steady rate, to its end', async () => {
    const frames = await framesOf((await get('long-last-frame.gif')).body)
    expect(frames.length).toBeGreaterThan(150)
    expect(frames.filter(({ luma }) => luma > 128).length).toBeGreaterThan(145)
    expect(frames.at(-1)?.luma).toBeGreaterThan(128)
  })
})

describe('a file that is not shown', () => {
  test.each(REFUSED)('is refused with the name of its format: %s', async (name, _bytes, why) => {
    const refusal = await get(name).then(
      () => undefined,
      (error: KlaError) => error,
    )
    expect(refusal).toMatchObject({ reason: 'MEDIA_FORMAT', message: expect.stringMatching(why) })
  })

  test('reports at intake why it does not go live, unlike one that does', async () => {
    const names = ['animated-webp.gif', 'sound.mp4', 'wide.gif', 'hevc.mp4', 'still-webp.gif']
    await pod.client.addGifs({ urls: names.map(url), visible: true, tags: [] }, manager())
    await eventually(async () =>
      (await Promise.all(names.map(find))).every((gif) => gif?.broken || gif?.state === GifState.LIVE),
    )
    expect(await find('animated-webp.gif')).toMatchObject({
      state: GifState.DRAFT,
      refusal: expect.stringContaining('an animated WebP'),
    })
    expect(await find('sound.mp4')).toMatchObject({
      state: GifState.DRAFT,
      refusal: expect.stringContaining('without a picture'),
    })
    expect(await find('wide.gif')).toMatchObject({
      state: GifState.DRAFT,
      refusal: expect.stringContaining('too large'),
    })
    for (const name of ['hevc.mp4', 'still-webp.gif']) {
      expect(await find(name)).toMatchObject({ state: GifState.LIVE, broken: false, refusal: '' })
      expect((await get(name)).contentType).toBe('video/mp4')
    }
  })

  test('is no longer dealt once it is found in rotation, although its host answers', async () => {
    await library.addLive(url('still-avif.gif'))
    const dealt = async (): Promise<string[]> =>
      (await pod.client.listRotation({ category: 'default', knownVersion: '' })).gifs.map(({ gifUrl }) => gifUrl)
    expect(await dealt()).toContain(url('still-avif.gif'))
    const other = await library.startPod({ mediaAllowedHosts: [server.host], mediaPrivateOrigins: [server.origin] })
    const asking = async (): Promise<void> => {
      for await (const part of other.client.getMedia(
        { url: url('still-avif.gif'), range: '', ifNoneMatch: '', headOnly: true },
        manager(),
      ))
        void part
    }
    await expect(asking()).rejects.toMatchObject({ reason: 'MEDIA_FORMAT' })
    await other.stop()
    await pod.client.findBrokenGifs({ limit: 100, offset: 0 }, manager())
    expect(await dealt()).not.toContain(url('still-avif.gif'))
  })
})

const THUMBNAILS: readonly (readonly [name: string, type: string, bytes: Buffer])[] = [
  ['picture.gif', 'image/jpeg', makeClip('jpg')],
  ['webp.gif', 'image/webp', kept('still-webp.gif')],
  ['moving.png', 'image/jpeg', CONVERTED['apng.gif'] as Buffer],
  ['gif.jpg', 'image/jpeg', kept('plain.gif')],
  ['video.jpg', 'image/jpeg', plainMp4],
]

describe('a thumbnail', () => {
  test.each(THUMBNAILS)('is a picture, whatever format its file has: %s', async (name, type) => {
    const gif = [url(`clip-of-${name}`), url(`small-${name}`)]
    await library.database.query("INSERT INTO gifs (gif_url, thumbnail, state) VALUES ($1, $2, 'live')", gif)
    const { contentType, body } = await get(`small-${name}`)
    expect(contentType).toBe(type)
    expect(mediaUseOf(contentType)).toBe('picture')
    expect((await playedOf(body)).frames).toHaveLength(1)
  })
})
