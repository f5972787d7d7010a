import { KlaError } from '@kla/chassis'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { FlashMeter, WATCHED, WATCHED_BYTES } from './flashes.js'
import { countGifFrames, gifSize } from './rules.js'

export interface ConversionLimits {
  readonly ffmpegPath: string
  /** Wall-clock and processor time. */
  readonly timeoutMs: number
  readonly maxBytes: number
  /** All that ffmpeg may allocate, its own code included. */
  readonly maxMemoryBytes: number
}

/** A clip is a loop of seconds; longer ones are cut. */
const LENGTH_MAX_SECONDS = 60
/** ffmpeg shows none for less than 20 ms. */
const FRAMES_MAX = LENGTH_MAX_SECONDS * 50
/** ffmpeg paints about 100 million pixels a second on one core. */
const PIXELS_MAX = 2_000_000_000
/** One allocation; the largest allowed frame takes 38 MB. */
const ALLOCATION_MAX_BYTES = 128 * 1024 ** 2
// H.264 needs even sides.
const side = (own: string): string => `max(2\\,2*trunc(${own}*min(1\\,1280/max(iw\\,ih))/2))`

// Once for both: what players get, and what is watched for flashes.
const GIF_FILTERS = `[0:v:0]scale=${side('iw')}:${side('ih')},setsar=1,split[clip][small]`
const WATCHING = `scale=${WATCHED.width}:${WATCHED.height}:flags=area,fps=${WATCHED.perSecond}`
const H264 = ['-an', '-threads', '1', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p']
const LENGTH = ['-t', String(LENGTH_MAX_SECONDS)]
const WATCHED_FRAMES = [...LENGTH, '-pix_fmt', 'rgb24', '-f', 'rawvideo', 'pipe:1']

/**
 * Returns whether it flashes. Throws MEDIA_TOO_LARGE for what takes too long or grows too large, MEDIA_UNAVAILABLE for
 * unreadable files.
 */
export async function gifToMp4(gif: string, mp4: string, limits: ConversionLimits): Promise<boolean> {
  try {
    await refuseBomb(gif)
    const meter = new FlashMeter()
    const input = ['-f', 'gif', '-ignore_loop', '1', '-i', gif]
    const clip = [...LENGTH, '-fpsmax', '50', '-fs', String(limits.maxBytes), ...H264, '-movflags', '+faststart', '-f', 'mp4', mp4]
    const filters = ['-filter_complex_threads', '1', '-filter_complex', `${GIF_FILTERS};[small]${WATCHING}[watched]`]
    await runFfmpeg([...input, ...filters, '-map', '[watched]', ...WATCHED_FRAMES, '-map', '[clip]', ...clip], limits, meter)
    // At its limit ffmpeg leaves a truncated file.
    if ((await stat(mp4)).size >= limits.maxBytes) throw new KlaError('MEDIA_TOO_LARGE')
    return meter.flashes()
  } catch (error) {
    await rm(mp4, { force: true })
    throw error
  }
}

export type Watchable = 'mp4' | 'webm' | 'apng'

const DEMUXERS: Readonly<Record<Watchable, string>> = { mp4: 'mov', webm: 'matroska', apng: 'apng' }

/** Throws as {@link gifToMp4}; what cannot be watched is not shown. */
export async function watchForFlashes(path: string, format: Watchable, limits: ConversionLimits): Promise<boolean> {
  const meter = new FlashMeter()
  const input = ['-f', DEMUXERS[format], '-i', path]
  await runFfmpeg([...input, '-map', '0:v:0', '-vf', WATCHING, ...WATCHED_FRAMES], limits, meter)
  if (meter.frames === 0) throw new KlaError('MEDIA_UNAVAILABLE')
  return meter.flashes()
}

/** A clip of its first frame alone. */
export async function stillOf(path: string, format: Watchable, still: string, limits: ConversionLimits): Promise<void> {
  const scale = `scale=${side('iw')}:${side('ih')},setsar=1`
  const output = ['-map', '0:v:0', '-frames:v', '1', '-vf', scale, ...H264, '-movflags', '+faststart', '-f', 'mp4', still]
  await runFfmpeg(['-f', DEMUXERS[format], '-i', path, ...output], limits)
}

async function refuseBomb(gif: string): Promise<void> {
  const bytes = await readFile(gif)
  const { width, height } = gifSize(bytes)
  const frames = Math.min(countGifFrames(bytes), FRAMES_MAX)
  if (frames * width * height > PIXELS_MAX) throw new KlaError('MEDIA_TOO_LARGE')
}

// Where one limit is unsupported, the others still hold.
const LIMITED = 'ulimit -v "$1" 2>/dev/null; ulimit -t "$2"; ulimit -f "$3"; shift 3; exec "$@"'
const BLOCK_BYTES = 512
// SIGXFSZ: too large; SIGXCPU, SIGKILL: too long.
const LIMIT_SIGNALS: ReadonlySet<unknown> = new Set(['SIGXFSZ', 'SIGXCPU', 'SIGKILL'])

const STDERR_MAX_CHARACTERS = 64 * 1024

/** Formats that refer to other addresses are ruled out. Frames on standard output go to the meter. */
async function runFfmpeg(args: readonly string[], limits: ConversionLimits, meter?: FlashMeter): Promise<void> {
  const { ffmpegPath, timeoutMs, maxBytes, maxMemoryBytes } = limits
  const memoryKib = Math.ceil(maxMemoryBytes / 1024)
  const cpuSeconds = Math.ceil(timeoutMs / 1000)
  // Twice, as moving the index to the front writes a copy.
  const blocks = Math.ceil((2 * maxBytes) / BLOCK_BYTES)
  const child = spawn(
    'sh',
    [
      '-c', LIMITED, 'sh', String(memoryKib), String(cpuSeconds), String(blocks),
      ffmpegPath, '-nostdin', '-v', 'error', '-n', '-abort_on', 'empty_output', '-filter_threads', '1',
      '-max_alloc', String(ALLOCATION_MAX_BYTES), '-protocol_whitelist', 'file', '-threads', '1', ...args,
    ],
    // No secrets from our environment for a parser of untrusted files.
    {
      env: { PATH: process.env['PATH'] ?? '' }, timeout: timeoutMs, killSignal: 'SIGKILL', stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let faults = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (faults.length < STDERR_MAX_CHARACTERS) faults += text
  })
  if (meter) feed(meter, child.stdout)
  else child.stdout.resume()
  const [code, signal] = (await once(child, 'close').catch((cause: unknown) => {
    throw new KlaError('MEDIA_UNAVAILABLE', undefined, { cause })
  })) as [number | null, NodeJS.Signals | null]
  if (code === 0) return
  const cause = new Error(`ffmpeg ended with ${signal ?? code}: ${faults}`)
  throw new KlaError(LIMIT_SIGNALS.has(signal) ? 'MEDIA_TOO_LARGE' : 'MEDIA_UNAVAILABLE', undefined, { cause })
}

function feed(meter: FlashMeter, frames: Readable): void {
  let rest: Buffer = Buffer.alloc(0)
  frames.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    let at = 0
    for (; at + WATCHED_BYTES <= rest.length; at += WATCHED_BYTES) meter.take(rest.subarray(at, at + WATCHED_BYTES))
    rest = rest.subarray(at)
  })
}
