import { KlaError } from '@kla/chassis'
import { execFile } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { countGifFrames, gifSize } from './rules.js'

export interface ConversionLimits {
  readonly ffmpegPath: string
  /** Wall-clock and processor time. */
  readonly timeoutMs: number
  readonly maxBytes: number
  /** All that ffmpeg may allocate, its own code included. */
  readonly maxMemoryBytes: number
}

const run = promisify(execFile)

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

/** Throws MEDIA_TOO_LARGE for what takes too long or grows too large, MEDIA_UNAVAILABLE for what cannot be read. */
export async function gifToMp4(gif: string, mp4: string, limits: ConversionLimits): Promise<void> {
  try {
    await refuseBomb(gif)
    await runFfmpeg(gif, mp4, limits)
    // At its limit ffmpeg leaves a truncated file.
    if ((await stat(mp4)).size >= limits.maxBytes) throw new KlaError('MEDIA_TOO_LARGE')
  } catch (error) {
    await rm(mp4, { force: true })
    throw error
  }
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

/** Formats that refer to other addresses are ruled out. */
async function runFfmpeg(gif: string, mp4: string, limits: ConversionLimits): Promise<void> {
  const { ffmpegPath, timeoutMs, maxBytes, maxMemoryBytes } = limits
  const memoryKib = Math.ceil(maxMemoryBytes / 1024)
  const cpuSeconds = Math.ceil(timeoutMs / 1000)
  // Twice, as moving the index to the front writes a copy.
  const blocks = Math.ceil((2 * maxBytes) / BLOCK_BYTES)
  try {
    await run(
      'sh',
      [
        '-c', LIMITED, 'sh', String(memoryKib), String(cpuSeconds), String(blocks),
        ffmpegPath, '-nostdin', '-v', 'error', '-n', '-abort_on', 'empty_output', '-filter_threads', '1',
        '-max_alloc', String(ALLOCATION_MAX_BYTES), '-protocol_whitelist', 'file',
        '-threads', '1', '-f', 'gif', '-ignore_loop', '1', '-i', gif,
        '-t', String(LENGTH_MAX_SECONDS), '-fpsmax', '50', '-fs', String(maxBytes), '-an', '-threads', '1',
        '-vf', `scale=${side('iw')}:${side('ih')},setsar=1`, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23',
        '-pix_fmt', 'yuv420p', '-movflags', '+faststart', '-f', 'mp4', mp4,
      ],
      // No secrets from our environment for a parser of untrusted files.
      { env: { PATH: process.env['PATH'] ?? '' }, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 },
    )
  } catch (error) {
    const overLimit = LIMIT_SIGNALS.has((error as { signal?: unknown }).signal)
    throw new KlaError(overLimit ? 'MEDIA_TOO_LARGE' : 'MEDIA_UNAVAILABLE', undefined, { cause: error })
  }
}
