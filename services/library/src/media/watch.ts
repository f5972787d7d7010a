import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { KlaError } from '@kla/chassis'
import { type ConversionLimits, DamagedFile, DEMUXERS, type Outputs, runFfmpeg } from './ffmpeg.js'
import { FlashMeter, WATCHED, WATCHED_BYTES } from './flashes.js'

/** Formats that are served as clips. */
export type ClipFormat = 'mp4' | 'webm'

/** Ten minutes at 30 frames a second. */
const WATCHED_FRAMES_MAX = 18_000

// Descriptor 3 gets microseconds before frames are numbered. One frame per number keeps ffmpeg from adding or dropping
// any.
const WATCHING = [
  'settb=1/1000000',
  `scale=${WATCHED.width}:${WATCHED.height}:flags=area`,
  'metadata=mode=add:key=kla:value=1',
  "metadata=mode=print:key=kla:direct=1:file='pipe\\:3'",
  'settb=1/60',
  'setpts=N',
].join(',')
const FRAMES = ['-map', '[watched]', '-r', '60', '-pix_fmt', 'rgb24', '-f', 'rawvideo', 'pipe:1']
// Packets as described, and a second video that a browser might choose.
const PACKETS = ['-map', '0:v:0', '-map', '0:v:1?', '-c', 'copy', '-f', 'framecrc', 'pipe:4']

/**
 * Checks the file as served and looped. Throws MEDIA_TOO_LARGE for too long or too many frames, MEDIA_NOT_ALLOWED for
 * several videos, MEDIA_UNAVAILABLE for unreadable files.
 */
export async function watchForFlashes(path: string, format: ClipFormat, limits: ConversionLimits): Promise<boolean> {
  // A browser might decode a frame that fails here.
  const input = ['-xerror', '-f', DEMUXERS[format], '-i', path, '-filter_complex', `[0:v:0]${WATCHING}[watched]`]
  const meter = new FlashMeter()
  const feed = createFeed(meter)
  const lastFrameMs = await runFfmpeg(
    [...input, ...FRAMES, ...PACKETS],
    limits,
    async ([frames, times, packets]: Outputs) => {
      const [, , ofLastFrame] = await Promise.all([
        readFrames(frames, feed.frame),
        readTimes(times, feed.time),
        readLastFrameMs(packets),
      ])
      return ofLastFrame
    },
  )
  if (feed.waiting() > 0) throw new KlaError('MEDIA_UNAVAILABLE')
  const cause = new DamagedFile('it has no frames')
  if (meter.frames === 0) throw new KlaError('MEDIA_UNAVAILABLE', undefined, { cause })
  return meter.flashes(lastFrameMs)
}

/** Joins frames and times, which arrive separately but in order. */
function createFeed(meter: FlashMeter) {
  const frames: Buffer[] = []
  const times: number[] = []
  const feed = (): void => {
    while (frames.length > 0 && times.length > 0) meter.take(frames.shift() as Buffer, times.shift() as number)
    if (meter.frames > WATCHED_FRAMES_MAX) throw new KlaError('MEDIA_TOO_LARGE')
  }
  return {
    frame(frame: Buffer): void {
      frames.push(frame)
      feed()
    },
    time(atMs: number): void {
      times.push(atMs)
      feed()
    },
    waiting: (): number => frames.length + times.length,
  }
}

async function readFrames(stream: Readable, take: (frame: Buffer) => void): Promise<void> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    for (; at + WATCHED_BYTES <= rest.length; at += WATCHED_BYTES) take(rest.subarray(at, at + WATCHED_BYTES))
    rest = rest.subarray(at)
  }
}

const TIME = /^frame:\d+\s+pts:(-?\d+)\s/

async function readTimes(stream: Readable, take: (atMs: number) => void): Promise<void> {
  for await (const line of createInterface({ input: stream })) {
    const [, microseconds] = TIME.exec(line) ?? []
    if (microseconds !== undefined) take(Number(microseconds) / 1000)
  }
}

const TIMEBASE = /^#tb 0: (\d+)\/(\d+)/

async function readLastFrameMs(stream: Readable): Promise<number> {
  let unitMs = 0
  let last = { at: -Infinity, duration: 0 }
  for await (const line of createInterface({ input: stream })) {
    const [, numerator, denominator] = TIMEBASE.exec(line) ?? []
    if (numerator !== undefined) unitMs = (1000 * Number(numerator)) / Number(denominator)
    if (line.startsWith('#')) continue
    // Stream, decoding time, time, duration, size, checksum.
    const [video, , at, duration] = line.split(',').map(Number) as [number, number, number, number]
    if (video !== 0) throw new KlaError('MEDIA_NOT_ALLOWED')
    if (at >= last.at) last = { at, duration }
  }
  return last.duration * unitMs
}
