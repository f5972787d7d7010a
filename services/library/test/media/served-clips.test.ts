import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type ClipServer, startClipServer } from '../support/clip-server.js'
import { countedFfmpeg } from '../support/counted-ffmpeg.js'
import { createLibrary, type Library, type Pod } from '../support/library.js'
import { changesInASecond, framesOf, lengthOf, type PlayedFrame } from '../support/looped.js'
import { mediaRefusal, readMedia } from '../support/read-media.js'

/** Three flashes. */
const CHANGES_MAX = 6

const KEPT = ['flash-last-frame', 'last-frame-long', 'two-frames-1s-1s', 'two-frames-655s', 'plain'] as const
const kept = (name: string): Buffer => readFileSync(new URL(`clips/${name}.gif`, import.meta.url).pathname)

/** A GIF whose whole picture takes turns between black and white, each for so many hundredths of a second. */
function blinking(delays: readonly number[]): Buffer {
  const frame = (delay: number, at: number): Buffer =>
    Buffer.from([
      0x21,
      0xf9,
      4,
      4,
      delay & 255,
      delay >> 8,
      0,
      0,
      0x2c,
      0,
      0,
      0,
      0,
      1,
      0,
      1,
      0,
      0,
      2,
      2,
      at % 2 === 0 ? 0x44 : 0x4c,
      1,
      0,
    ])
  const head = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])])
  const forEver = Buffer.concat([
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('NETSCAPE2.0'),
    Buffer.from([3, 1, 0, 0, 0]),
  ])
  return Buffer.concat([head, forEver, ...delays.map(frame), Buffer.from([0x3b])])
}

/** What blinks like that as a file of another kind. */
function render(format: 'mp4' | 'webm' | 'apng', delaysMs: readonly number[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'kla-blinking-'))
  const starts = delaysMs.map((_, at) => delaysMs.slice(0, at).reduce((sum, each) => sum + each, 0))
  const times = starts.reduceRight<string>((rest, ms, at) => `if(eq(N,${at}),${ms},${rest})`, '0')
  const source = `color=c=black:s=64x36:r=10,trim=end_frame=${delaysMs.length},geq=lum='if(mod(N,2),235,16)':cb=128:cr=128,settb=1/1000,setpts='${times}'`
  const codec = format === 'apng' ? ['-f', 'apng'] : ['-pix_fmt', 'yuv420p', '-enc_time_base', '1/1000']
  const path = join(folder, `clip.${format}`)
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-vsync', 'passthrough', ...codec, path])
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  return bytes
}

const MADE: Readonly<Record<string, Buffer>> = {
  'calm-seam.gif': blinking([50, 50]),
  'last-is-long.gif': blinking([10, 500]),
  'last-is-longest.gif': blinking([4, 6_000]),
  'no-delay.gif': blinking([0, 0, 0, 0]),
  'one-hundredth.gif': blinking([1, 1, 1, 1, 1, 1]),
  'two-hundredths.gif': blinking([2, 2]),
  'uneven.gif': blinking([3, 90, 3, 90]),
  'burst-then-calm.gif': blinking([5, 5, 5, 5, 5, 5, 5, 400]),
  'burst-over-the-seam.gif': blinking([8, 8, 8, 400, 8, 8, 8, 8]),
  'calm.mp4': render('mp4', [500, 500, 500, 500]),
  'seam.mp4': render('mp4', [40, 40]),
  'uneven.mp4': render('mp4', [1000, 40, 40, 40, 40, 40, 40, 40, 40, 1000]),
  'seam.webm': render('webm', [40, 40]),
  'uneven.webm': render('webm', [1000, 40, 40, 40, 40, 40, 40, 40, 40, 1000]),
  'calm.webm': render('webm', [500, 500, 500, 500]),
  'seam.png': render('apng', [100, 100]),
}

let library: Library
let server: ClipServer
let pod: Pod

beforeAll(async () => {
  library = await createLibrary()
  const all: Record<string, Buffer> = {
    ...MADE,
    ...Object.fromEntries(KEPT.map((name) => [`${name}.gif`, kept(name)])),
  }
  server = await startClipServer(
    Object.fromEntries(
      Object.entries(all).map(([name, bytes]) => [`/${name}`, (_request, response) => response.end(bytes)]),
    ),
  )
  pod = await library.startPod({ mediaAllowedHosts: [server.host], mediaPrivateOrigins: [server.origin] })
})
afterAll(async () => {
  await library.close()
  await server.close()
})

const seen = new Map<string, Promise<readonly PlayedFrame[]>>()
/** Asks once for each clip. */
function served(name: string): Promise<readonly PlayedFrame[]> {
  const frames = seen.get(name) ?? readMedia(pod, `${server.origin}/${name}`).then(framesOf)
  seen.set(name, frames)
  return frames
}

describe('a served clip, looped', () => {
  test.each([...Object.keys(MADE), ...KEPT.map((name) => `${name}.gif`)])('does not flash: %s', async (name) => {
    const frames = await served(name)
    expect(changesInASecond(frames)).toBeLessThanOrEqual(CHANGES_MAX)
  })

  test.each([
    ['flash-last-frame.gif', 3_200],
    ['last-frame-long.gif', 3_200],
    ['two-frames-1s-1s.gif', 2_000],
    ['plain.gif', 1_000],
    ['last-is-long.gif', 5_100],
    ['calm-seam.gif', 1_000],
    ['calm.mp4', 1_500],
    ['calm.webm', 2_000],
  ])('moves if it does not flash: %s takes %d ms', async (name, ms) => {
    const frames = await served(name)
    expect(frames.length).toBeGreaterThan(1)
    expect(Math.abs(lengthOf(frames) - ms)).toBeLessThanOrEqual(100)
  })

  test.each([
    'no-delay.gif',
    'one-hundredth.gif',
    'two-hundredths.gif',
    'burst-then-calm.gif',
    'burst-over-the-seam.gif',
    'seam.mp4',
    'uneven.mp4',
    'seam.webm',
    'uneven.webm',
    'seam.png',
  ])('is a still if it would flash: %s', async (name) => {
    expect(await served(name)).toHaveLength(1)
  })

  test.each(['exit 1', 'case "$*" in *rawvideo*) exit 1;; esac'])(
    'is nothing at all where the meter fails: %s',
    async (before) => {
      const ffmpeg = await countedFfmpeg(before)
      const other = await library.startPod({
        mediaAllowedHosts: [server.host],
        mediaPrivateOrigins: [server.origin],
        ffmpegPath: ffmpeg.path,
      })
      for (const name of ['calm-seam.gif', 'calm.mp4', 'calm.webm']) {
        expect(await mediaRefusal(other, `${server.origin}/${name}`)).toBe('MEDIA_UNAVAILABLE')
      }
      expect(ffmpeg.runs()).toBeGreaterThan(0)
      await other.stop()
      await ffmpeg.remove()
    },
  )
})
