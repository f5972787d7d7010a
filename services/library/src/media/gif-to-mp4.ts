import { KlaError } from '@kla/chassis'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface ConversionLimits {
  readonly ffmpegPath: string
  readonly timeoutMs: number
  readonly maxBytes: number
}

const run = promisify(execFile)

/** A clip is a loop of seconds; whoever sends an hour of it gets this much shown. */
const LENGTH_MAX_SECONDS = 60
// H.264 wants even sides; a side above this would only be scaled down again on the screen.
const side = (own: string): string => `max(2\\,2*trunc(${own}*min(1\\,1280/max(iw\\,ih))/2))`

/**
 * Turns a GIF into an MP4 that starts playing before it is loaded. The input is taken for a GIF and nothing else, and
 * for a file and nothing else: formats that name further addresses are no way out of here.
 */
export async function gifToMp4(gif: string, mp4: string, limits: ConversionLimits): Promise<void> {
  const { ffmpegPath, timeoutMs, maxBytes } = limits
  try {
    await run(
      ffmpegPath,
      [
        '-nostdin', '-v', 'error', '-n', '-abort_on', 'empty_output', '-protocol_whitelist', 'file',
        '-f', 'gif', '-ignore_loop', '1', '-i', gif,
        '-t', String(LENGTH_MAX_SECONDS), '-fs', String(maxBytes), '-an', '-threads', '1',
        '-vf', `scale=${side('iw')}:${side('ih')},setsar=1`, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23',
        '-pix_fmt', 'yuv420p', '-movflags', '+faststart', '-f', 'mp4', mp4,
      ],
      { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 },
    ) // prettier-ignore
  } catch (error) {
    throw new KlaError('MEDIA_UNAVAILABLE', undefined, { cause: error })
  }
}
