import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'
import type { Category } from '@kla/proto/web'
import { CATALOGUE, type Clip } from './catalogue.js'
import { paint, sizeOf } from './paint.js'

export const fileOf = (clip: Clip): string => `${clip.name}.${clip.format}`
export const thumbnailOf = (clip: Clip): string => `${clip.name}.jpg`

/** What the library's seed takes: where each clip is, and in which categories it is in rotation. */
export interface ManifestEntry {
  readonly gifUrl: string
  readonly thumbnail: string
  readonly categories: readonly Category[]
}

/** The clips as they are reached at the host's address. */
export const clipManifest = (hostUrl: string): readonly ManifestEntry[] =>
  CATALOGUE.map((clip) => ({
    gifUrl: `${hostUrl}/clips/${fileOf(clip)}`,
    thumbnail: `${hostUrl}/clips/${thumbnailOf(clip)}`,
    categories: clip.categories,
  }))

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

/** Renders the clips that `directory` does not hold yet; what is there is whole. */
export async function renderClips(options: {
  directory: string
  ffmpegPath: string
  /** Called after each clip, with how many there are now. */
  onProgress?: (done: number, total: number) => void
  clips?: readonly Clip[]
}): Promise<void> {
  const { directory, ffmpegPath, onProgress, clips = CATALOGUE } = options
  await mkdir(directory, { recursive: true })
  const present = await Promise.all(clips.map((clip) => isThere(directory, clip)))
  const missing = clips.filter((_, index) => !present[index])
  let done = clips.length - missing.length
  const work = async (): Promise<void> => {
    for (let clip = missing.shift(); clip; clip = missing.shift()) {
      await encode(clip, paint(clip), directory, ffmpegPath)
      onProgress?.(++done, clips.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

// Painting keeps one core busy; while ffmpeg finishes one clip on another, the next is painted.
const AT_ONCE = 2

const isThere = (directory: string, clip: Clip): Promise<boolean> =>
  Promise.all([fileOf(clip), thumbnailOf(clip)].map((name) => access(join(directory, name)))).then(
    () => true,
    () => false,
  )

export interface ClipHost {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

export interface ClipHostOptions {
  readonly directory: string
  /** 0 for any free one. */
  readonly port: number
  readonly host?: string
  /** Where whoever fetches clips reaches it; its own address unless given. */
  readonly url?: string
}

/** Serves a folder of clips as a GIF provider's content host would, and at /manifest.json what the library's seed takes. */
export async function startClipHost(options: ClipHostOptions): Promise<ClipHost> {
  const host = options.host ?? '127.0.0.1'
  const app = fastify({ forceCloseConnections: true })
  await app.register(fastifyStatic, { root: options.directory, prefix: '/clips/', index: false })
  app.get('/manifest.json', async () => clipManifest(url))
  await app.listen({ port: options.port, host })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  const url = options.url ?? `http://${host}:${port}`
  return { url, port, close: () => app.close() }
}
