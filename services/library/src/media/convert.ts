import { KlaError } from '@kla/chassis'
import { execFile } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { countGifFrames, gifSize } from './rules.js'

export interface ConversionLimits {
  readonly ffmpegPath: string
  /** On the clock, and of processor time; milliseconds. */
  readonly timeoutMs: number
  /** Of the result. */
  readonly maxBytes: number
  /** All memory that ffmpeg may ask for, its own code included; bytes. */
  readonly maxMemoryBytes: number
}

const run = promisify(execFile)

/** A clip is a loop of seconds; whoever sends an hour of it gets this much shown. */
const LENGTH_MAX_SECONDS = 60
/** ffmpeg shows none for less than 20 ms. */
const FRAMES_MAX = LENGTH_MAX_SECONDS * 50
/** It paints each frame in full, about 100 million pixels a second on one core. */
const PIXELS_MAX = 2_000_000_000
/** No single thing that ffmpeg keeps in memory is larger; the largest frame that is let through takes 38 MB. */
const ALLOCATION_MAX_BYTES = 128 * 1024 ** 2
// H.264 wants even sides; a side above this would only be scaled down again on the screen.
const side = (own: string): string => `max(2\\,2*trunc(${own}*min(1\\,1280/max(iw\\,ih))/2))`

/**
 * Turns a GIF into a new MP4 that starts playing before it is loaded. Throws MEDIA_TOO_LARGE for what takes too long or
 * grows too large, MEDIA_UNAVAILABLE for what cannot be read; then nothing is left of the MP4.
 */
export async function gifToMp4(gif: string, mp4: string, limits: ConversionLimits): Promise<void> {
  try {
    await refuseBomb(gif)
    await runFfmpeg(gif, mp4, limits)
    // ffmpeg stops at the limit and leaves a file that ends in the middle.
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

// The shell's own limits exist wherever there is a shell; where one of them is not known, the others still hold.
const LIMITED = 'ulimit -v "$1" 2>/dev/null; ulimit -t "$2"; ulimit -f "$3"; shift 3; exec "$@"'
/** The unit of `ulimit -f`. */
const BLOCK_BYTES = 512
// SIGXFSZ: the file grew too large; SIGXCPU and SIGKILL: it took too long.
const LIMIT_SIGNALS: ReadonlySet<unknown> = new Set(['SIGXFSZ', 'SIGXCPU', 'SIGKILL'])

/** The input is taken for a GIF and a file and nothing else: formats that name further addresses are no way out. */
async function runFfmpeg(gif: string, mp4: string, limits: ConversionLimits): Promise<void> {
  const { ffmpegPath, timeoutMs, maxBytes, maxMemoryBytes } = limits
  const memoryKib = Math.ceil(maxMemoryBytes / 1024)
  const cpuSeconds = Math.ceil(timeoutMs / 1000)
  // Twice, as moving the index to the front writes beside what is there.
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
      // What this process has in its environment, its database's password above all, is nothing for a parser of strangers' files.
      { env: { PATH: process.env['PATH'] ?? '' }, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 },
    ) // prettier-ignore
  } catch (error) {
    const overLimit = LIMIT_SIGNALS.has((error as { signal?: unknown }).signal)
    throw new KlaError(overLimit ? 'MEDIA_TOO_LARGE' : 'MEDIA_UNAVAILABLE', undefined, { cause: error })
  }
}
