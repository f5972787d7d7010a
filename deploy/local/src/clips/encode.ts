import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Clip } from './catalogue.js'
import { fileOf, thumbnailOf } from './manifest.js'
import { sizeOf } from './paint.js'

const MP4 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p', '-movflags', '+faststart']
// A GIF's delays are hundredths of a second: every second frame of 25 a second is shown for exactly eight.
const GIF_FILTER = 'fps=12.5,split[a][b];[a]palettegen=max_colors=96[p];[b][p]paletteuse=dither=bayer:bayer_scale=3'

/** Makes the clip and its thumbnail out of frames. Files appear under their names only when whole. */
export async function encode(
  clip: Clip,
  frames: AsyncIterable<Buffer>,
  directory: string,
  ffmpeg: string,
): Promise<void> {
  const names = [fileOf(clip), thumbnailOf(clip)]
  const parts = names.map((name) => join(directory, `.part-${process.pid}-${name}`)) as [string, string]
  const { width, height } = sizeOf(clip)
  const scale = 'scale=640:360:flags=bicubic'
  const filter =
    `[0:v]${scale},split[whole][still];[still]select=eq(n\\,18)[thumbnail];` +
    (clip.format === 'gif' ? `[whole]${GIF_FILTER}[clip]` : '[whole]null[clip]')
  const child = spawn(
    ffmpeg,
    [
      '-v', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`,
      '-framerate', clip.format === 'gif' ? '25' : '24', '-i', 'pipe:0', '-filter_complex', filter,
      '-map', '[clip]', ...(clip.format === 'gif' ? [] : MP4), parts[0],
      '-map', '[thumbnail]', '-frames:v', '1', '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', '4', parts[1],
    ],
    { stdio: ['pipe', 'ignore', 'pipe'] },
  ) // prettier-ignore
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const exited = once(child, 'exit')
  try {
    // If ffmpeg ends early the pipe breaks; what it complained about says more than that.
    const [[code]] = await Promise.all([exited, pipeline(frames, child.stdin).catch(() => undefined)])
    if (code !== 0) throw new Error(`ffmpeg could not make ${clip.name}: ${complaint.trim()}`)
    for (const [at, name] of names.entries()) await rename(parts[at] as string, join(directory, name))
  } finally {
    await Promise.all(parts.map((part) => rm(part, { force: true })))
  }
}
