import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
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
/** The same video under another major brand. */
function branded(brand: string, mp4: Buffer): Buffer {
  const copy = Buffer.from(mp4)
  copy.write(brand, 8, 'latin1')
  return copy
}
const cut = (bytes: Buffer, share: number): Buffer => bytes.subarray(0, Math.ceil(bytes.length * share))
/** Noise in place of the frames, between an intact head and an intact index. */
function scrambled(mp4: Buffer): Buffer {
  const copy = Buffer.from(mp4)
  const [from, to] = [copy.indexOf('mdat') + 4, copy.lastIndexOf('moov') - 4]
  for (let at = from; at < to; at++) copy[at] = (at * 7919) & 255
  return copy
}
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
  ...Object.fromEntries(['avc3', 'XAVC'].map((brand) => [`${brand}.mp4`, branded(brand, plainMp4)])),
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
  ['drawing.gif', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), /an SVG picture/],
  ['sound-only.mp4', branded('M4A ', make('only-sound.mp4', ...sound, '-c:a', 'aac')), /a file without a picture/],
  ['unknown.gif', Buffer.from([1, 0, 2, 0]), /a file of an unknown kind/],
  ['no-frames.gif', writeGif({ frames: [] }), /a damaged GIF/],
  ['cut.gif', cut(kept('plain.gif'), 0.02), /a damaged GIF/],
  ['cut.mp4', cut(plainMp4, 0.6), /a damaged MP4/],
  ['cut-fragments.mp4', cut(AS_THEY_ARE['fragmented.mp4'] as Buffer, 0.9), /a damaged MP4/],
  ['scrambled.mp4', scrambled(plainMp4), /a damaged MP4/],
  ['cut.webm', cut(AS_THEY_ARE['vp9.webm'] as Buffer, 0.7), /a damaged WebM/],
  ['cut-av1.webm', cut(CONVERTED['av1.webm'] as Buffer, 0.7), /a damaged WebM/],
  ['cut-jpeg.gif', cut(makeClip('jpg'), 0.05), /a damaged JPEG/],
  ['cut-png.gif', cut(kept('png-text-actl.gif'), 0.5), /a damaged PNG/],
  ['cut-webp.gif', cut(kept('still-webp.gif'), 0.6), /a damaged WebP/],
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
    'webp-turned.gif': PRIVATE['place.webp'] as Buffer,
    'small-canvas.gif': withCanvas(kept('zero-canvas.gif'), { width: 80, height: 1 }),
    'plain.gif': kept('plain.gif'),
    'long-last-frame.gif': writeGif({ frames: [{ delay: 10, colour: 0 }, { delay: 305, colour: 1 }] }),
    'blinking-alpha.webm': make('blinking-alpha.webm', ...blinkingAlpha, '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-pix_fmt', 'yuva420p'),
    ...PRIVATE_CLIPS,
    'huge.png': make('huge.png', '-f', 'lavfi', '-i', 'color=s=5000x5000', '-frames:v', '1'),
    ...Object.fromEntries(Object.entries(PRIVATE).map(([name, bytes]) => [`small-${name}`, bytes])),
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

/** What a file says of where it was made. */
const PLACE = 'N52.0001'

/** EXIF data with a turn, and with a place behind its only directory. */
const exif = (turn: number): Buffer =>
  Buffer.concat([
    Buffer.from('II*\0', 'latin1'),
    Buffer.from([8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, turn, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from(PLACE),
  ])

function jpegOf(bytes: Buffer, turn: number): Buffer {
  const data = Buffer.concat([Buffer.from('Exif\0\0'), exif(turn)])
  return Buffer.concat([bytes.subarray(0, 2), Buffer.from([0xff, 0xe1, 0, data.length + 2]), data, bytes.subarray(2)])
}

function chunk(name: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(name), data])))
  return Buffer.concat([length, Buffer.from(name), data, sum])
}

function pngOf(bytes: Buffer): Buffer {
  const afterHeader = 33
  const text = chunk('tEXt', Buffer.from(`Comment\0${PLACE}`))
  return Buffer.concat([bytes.subarray(0, afterHeader), text, bytes.subarray(afterHeader)])
}

/** An extended WebP that asks to be turned. */
function webpOf(simple: Buffer, { width, height }: { width: number; height: number }): Buffer {
  const part = (name: string, data: Buffer): Buffer => {
    const head = Buffer.from(`${name}....`)
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  }
  const about = Buffer.alloc(10)
  about[0] = 0x08
  about.writeUIntLE(width - 1, 4, 3)
  about.writeUIntLE(height - 1, 7, 3)
  return part(
    'RIFF',
    Buffer.concat([Buffer.from('WEBP'), part('VP8X', about), simple.subarray(12), part('EXIF', exif(6))]),
  )
}

const PRIVATE: Readonly<Record<string, Buffer>> = {
  'place.jpg': jpegOf(makeClip('jpg', '64x36'), 1),
  'place-turned.jpg': jpegOf(makeClip('jpg', '64x36'), 6),
  'appended.jpg': Buffer.concat([makeClip('jpg', '64x36'), Buffer.from(PLACE)]),
  'place.png': pngOf(make('bare.png', ...moving(), '-frames:v', '1')),
  'place.webp': webpOf(make('bare.webp', ...moving(), '-frames:v', '1', '-c:v', 'libwebp'), { width: 64, height: 36 }),
}
const located = (name: string, ...args: readonly string[]): Buffer =>
  make(
    name,
    ...moving(),
    ...args,
    '-metadata',
    `location=${PLACE}`,
    '-metadata',
    `title=${PLACE}`,
    '-metadata:s:v',
    `title=${PLACE}`,
  )
const PRIVATE_CLIPS: Readonly<Record<string, Buffer>> = {
  'place.mp4': located('place.mp4', ...h264('yuv420p'), '-movflags', 'use_metadata_tags'),
  'place.webm': located('place.webm', '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-pix_fmt', 'yuv420p'),
  'place-hevc.mp4': located('place-hevc.mp4', '-c:v', 'mpeg4'),
}

const THUMBNAILS: readonly (readonly [name: string, type: string, bytes: Buffer])[] = [
  ['picture.gif', 'image/jpeg', makeClip('jpg')],
  ['webp.gif', 'image/webp', kept('still-webp.gif')],
  ['moving.png', 'image/jpeg', CONVERTED['apng.gif'] as Buffer],
  ['gif.jpg', 'image/jpeg', kept('plain.gif')],
  ['video.jpg', 'image/jpeg', plainMp4],
]

async function addThumbnail(name: string): Promise<void> {
  const gif = [url(`clip-of-${name}`), url(name)]
  await library.database.query("INSERT INTO gifs (gif_url, thumbnail, state) VALUES ($1, $2, 'live')", gif)
}

describe('a thumbnail', () => {
  test.each(THUMBNAILS)('is a picture, whatever format its file has: %s', async (name, type) => {
    await addThumbnail(`small-${name}`)
    const { contentType, body } = await get(`small-${name}`)
    expect(contentType).toBe(type)
    expect(mediaUseOf(contentType)).toBe('picture')
    expect((await playedOf(body)).frames).toHaveLength(1)
  })

  test.each(Object.keys(PRIVATE))('does not say where it was made: %s', async (name) => {
    expect(PRIVATE[name]?.includes(PLACE)).toBe(true)
    await addThumbnail(`small-${name}`)
    const { contentType, body } = await get(`small-${name}`)
    expect(contentType).toBe('image/jpeg')
    expect(body.includes(PLACE)).toBe(false)
    const upright = name === 'place-turned.jpg' ? { width: 36, height: 64 } : { width: 64, height: 36 }
    expect((await playedOf(body)).stream).toMatchObject(upright)
  })

  test('is refused when it is larger than a clip may be', async () => {
    await addThumbnail('huge.png')
    await expect(get('huge.png')).rejects.toMatchObject({ reason: 'MEDIA_TOO_LARGE' })
  })
})

describe('a clip that says where it was made', () => {
  test.each(Object.keys(PRIVATE_CLIPS))('is served without that, picture for picture: %s', async (name) => {
    const given = PRIVATE_CLIPS[name] as Buffer
    expect(given.includes(PLACE)).toBe(true)
    const { body } = await get(name)
    expect(body.includes(PLACE)).toBe(false)
    const [before, after] = [await playedOf(given), await playedOf(body)]
    expect(after.frames.map(({ atMs }) => Math.round(atMs))).toEqual(before.frames.map(({ atMs }) => Math.round(atMs)))
    expect(Math.abs(lengthOf(after.frames) - lengthOf(before.frames))).toBeLessThanOrEqual(1)
  })
})

describe('a still WebP that asks to be turned', () => {
  test('is shown as it lies, as Chromium shows it', async () => {
    expect((await playedOf((await get('webp-turned.gif')).body)).stream).toMatchObject({ width: 64, height: 36 })
  })
})
