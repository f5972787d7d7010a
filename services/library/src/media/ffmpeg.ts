import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { KlaError } from '@kla/chassis'
import type { Format } from './formats.js'

/** Paths and limits of ffmpeg and ffprobe. */
export interface ConversionLimits {
  readonly ffmpegPath: string
  readonly ffprobePath: string
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly maxMemoryBytes: number
}

export const DEMUXERS: Readonly<Record<Format, string>> = {
  gif: 'gif', mp4: 'mov', webm: 'matroska', apng: 'apng', png: 'png_pipe', jpeg: 'jpeg_pipe', webp: 'webp_pipe',
} // oxfmt-ignore

/** Standard output and descriptors 3 and 4. */
export type Outputs = readonly [standard: Readable, third: Readable, fourth: Readable]

/** The largest allowed frame takes 38 MB. */
const ALLOCATION_MAX_BYTES = 128 * 1024 ** 2

// Unsupported limits are skipped, the others apply. A soft limit below the hard one ends in SIGXCPU instead of SIGKILL.
const LIMITED = 'ulimit -v "$1" 2>/dev/null; ulimit -t "$3"; ulimit -S -t "$2"; ulimit -f "$4"; shift 4; exec "$@"'
const BLOCK_BYTES = 512
/** Files are too large or too long, unlike at SIGKILL: the machine may be busy or out of memory. */
const LIMIT_SIGNALS: ReadonlySet<unknown> = new Set(['SIGXFSZ', 'SIGXCPU'])
// ffmpeg handles SIGXCPU, and leaves with these.
const LIMIT_CODES: ReadonlySet<unknown> = new Set([123, 255])
/** How much longer than its processor time a run may take. */
const WALL_FACTOR = 2

const STDERR_MAX_CHARACTERS = 64 * 1024

// Excludes formats that refer to other addresses.
const GUARDED = ['-v', 'error', '-max_alloc', String(ALLOCATION_MAX_BYTES), '-protocol_whitelist', 'file']
const CONVERTING = [
  '-nostdin',
  ...GUARDED,
  '-n',
  '-abort_on',
  'empty_output',
  '-filter_threads',
  '1',
  '-filter_complex_threads',
  '1',
  '-threads',
  '1',
]

export function runFfprobe<T>(
  args: readonly string[],
  limits: ConversionLimits,
  read: (output: Readable) => Promise<T>,
): Promise<T> {
  const withRest = async ([standard, ...rest]: Outputs): Promise<T> => {
    for (const output of rest) output.resume()
    return read(standard)
  }
  return run([limits.ffprobePath, ...GUARDED, ...args], limits, withRest)
}

/**
 * `read` must read all outputs; its error ends the run. Throws MEDIA_TOO_LARGE for too long or large, MEDIA_UNAVAILABLE
 * for unreadable files.
 */
export const runFfmpeg = <T>(
  args: readonly string[],
  limits: ConversionLimits,
  read: (outputs: Outputs) => Promise<T>,
): Promise<T> => run([limits.ffmpegPath, ...CONVERTING, ...args], limits, read)

async function run<T>(
  command: readonly string[],
  limits: ConversionLimits,
  read: (outputs: Outputs) => Promise<T>,
): Promise<T> {
  const { timeoutMs, maxBytes, maxMemoryBytes } = limits
  const memoryKib = Math.ceil(maxMemoryBytes / 1024)
  const cpuSeconds = Math.ceil(timeoutMs / 1000)
  const wallSeconds = WALL_FACTOR * cpuSeconds
  // Doubled: moving the index to the front writes a copy.
  const blocks = Math.ceil((2 * maxBytes) / BLOCK_BYTES)
  const child = spawn(
    'sh',
    ['-c', LIMITED, 'sh', ...[memoryKib, cpuSeconds, wallSeconds, blocks].map(String), ...command],
    // A parser of untrusted files gets no secrets.
    {
      env: { PATH: process.env['PATH'] ?? '' },
      timeout: WALL_FACTOR * timeoutMs,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    },
  )
  const ended = outcomeOf(child)
  ended.catch(() => undefined)
  const [, standard, , third, fourth] = child.stdio as unknown as Readable[]
  try {
    const result = await read([standard, third, fourth] as [Readable, Readable, Readable])
    await ended
    return result
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

/** What ffmpeg complains of in a file, as the cause of an error. */
export class DamagedFile extends Error {}

const CUT = /File ended prematurely/
// Complaints of readers and decoders alone: else a build without our encoder would find every file damaged.
const DAMAGE = new RegExp(
  [
    CUT.source,
    '^\\[(?:gif|mov,|matroska,|png|apng|mjpeg|webp|h264|hevc|vp[89]|av1|mpeg4|NULL)\\S* @ ',
    'Invalid data found when processing input|corrupt input packet|: End of file',
    'Empty output|[Oo]utput file is empty|Nothing was written into output file',
  ].join('|'),
  'm',
)
const TROUBLE = /Cannot allocate memory|Resource temporarily unavailable|No space left on device/

async function outcomeOf(child: ChildProcess): Promise<void> {
  let faults = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (faults.length < STDERR_MAX_CHARACTERS) faults += text
  })
  const [code, signal] = (await once(child, 'close').catch((cause: unknown) => {
    throw new KlaError('MEDIA_UNAVAILABLE', undefined, { cause })
  })) as [number | null, NodeJS.Signals | null]
  if (code === 0 && !CUT.test(faults)) return
  const isTooLarge = LIMIT_SIGNALS.has(signal) || LIMIT_CODES.has(code)
  const isDamaged = !isTooLarge && signal === null && DAMAGE.test(faults) && !TROUBLE.test(faults)
  const cause = new (isDamaged ? DamagedFile : Error)(`ffmpeg ended with ${signal ?? code}: ${faults}`)
  throw new KlaError(isTooLarge ? 'MEDIA_TOO_LARGE' : 'MEDIA_UNAVAILABLE', undefined, { cause })
}

export async function ignoreOutputs(outputs: Outputs): Promise<void> {
  for (const output of outputs) output.resume()
}
