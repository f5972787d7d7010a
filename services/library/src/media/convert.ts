import { KlaError } from '@kla/chassis'
import { readFile, rm, stat } from 'node:fs/promises'
import { type ConversionLimits, ignoreOutputs, runFfmpeg } from './ffmpeg.js'
import { countGifFrames, gifSize } from './rules.js'
import { DEMUXERS, type Watchable } from './watch.js'

/** A clip is a loop of seconds; longer ones are cut. */
const LENGTH_MAX_SECONDS = 60
/** ffmpeg shows none for less than 20 ms. */
const RATE_MAX = 50
const FRAMES_MAX = LENGTH_MAX_SECONDS * RATE_MAX
/** ffmpeg paints about 100 million pixels a second on one core. */
const PIXELS_MAX = 2_000_000_000
// H.264 needs even sides.
const side = (own: string): string => `max(2\\,2*trunc(${own}*min(1\\,1280/max(iw\\,ih))/2))`
const SIZED = `scale=${side('iw')}:${side('ih')},setsar=1`
// The delay of the last frame is no frame's distance to the next, and ffmpeg 5.1 forgets it. Repeated at a steady rate, each frame
// lasts as long as it should.
const STEADY = `fps=min(source_fps\\,${RATE_MAX})`
const H264 = ['-an', '-threads', '1', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p']
const MP4 = ['-movflags', '+faststart', '-f', 'mp4']

/**
 * The result may flash. Throws MEDIA_TOO_LARGE for what takes too long or grows too large, MEDIA_UNAVAILABLE for
 * unreadable files.
 */
export async function gifToMp4(gif: string, mp4: string, limits: ConversionLimits): Promise<void> {
  try {
    await refuseBomb(gif)
    const input = ['-f', 'gif', '-ignore_loop', '1', '-i', gif, '-map', '0:v:0', '-vf', `${SIZED},${STEADY}`]
    const output = ['-t', String(LENGTH_MAX_SECONDS), '-fs', String(limits.maxBytes), ...H264, ...MP4, mp4]
    await runFfmpeg([...input, ...output], limits, ignoreOutputs)
    // At its limit ffmpeg leaves a truncated file.
    if ((await stat(mp4)).size >= limits.maxBytes) throw new KlaError('MEDIA_TOO_LARGE')
  } catch (error) {
    await rm(mp4, { force: true })
    throw error
  }
}

/** A clip of its first frame alone. */
export async function stillOf(path: string, format: Watchable, still: string, limits: ConversionLimits): Promise<void> {
  const output = ['-map', '0:v:0', '-frames:v', '1', '-vf', SIZED, ...H264, ...MP4, still]
  await runFfmpeg(['-f', DEMUXERS[format], '-i', path, ...output], limits, ignoreOutputs)
}

async function refuseBomb(gif: string): Promise<void> {
  const bytes = await readFile(gif)
  const { width, height } = gifSize(bytes)
  const frames = Math.min(countGifFrames(bytes), FRAMES_MAX)
  if (frames * width * height > PIXELS_MAX) throw new KlaError('MEDIA_TOO_LARGE')
}
