import { execFile } from 'node:child_process'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fastifyStatic from '@fastify/static'
import type { Category, LabelledActs } from '@kla/proto/web'
import fastify from 'fastify'
import { CLIP_FRAMES } from '../root.js'
import { CATALOGUE, type Clip } from './catalogue.js'

const run = promisify(execFile)

export const fileOf = (clip: Clip): string => `${clip.name}.${clip.format}`
export const thumbnailOf = (clip: Clip): string => `${clip.name}.jpg`

/** One entry of the library's seed. */
export interface ManifestEntry {
  readonly gifUrl: string
  readonly thumbnail: string
  readonly categories: readonly Category[]
  /** Acts that the clip shows; null for an unlabelled clip. */
  readonly acts: LabelledActs
}

export const clipManifest = (hostUrl: string): readonly ManifestEntry[] =>
  CATALOGUE.map((clip) => ({
    gifUrl: `${hostUrl}/clips/${fileOf(clip)}`,
    thumbnail: `${hostUrl}/clips/${thumbnailOf(clip)}`,
    categories: clip.categories,
    acts: clip.acts,
  }))

const MP4 = ['-c:v', 'libx264', '-preset', 'superfast', '-crf', '23', '-pix_fmt', 'yuv420p', '-movflags', '+faststart']
/** Where in a clip its thumbnail is, from 0 to 1. */
const THUMBNAIL_AT = 0.375
const SECONDS = { mp4: 2, gif: 1.92 } as const
// GIF delays are hundredths of a second: every second frame is shown for eight.
const GIF_FILTER = 'fps=12.5,split[a][b];[a]palettegen=max_colors=96[p];[b][p]paletteuse=dither=bayer:bayer_scale=3'

/** Files get their names when complete. */
async function encode(clip: Clip, frames: number, directory: string, ffmpeg: string): Promise<void> {
  const names = [fileOf(clip), thumbnailOf(clip)]
  const parts = names.map((name) => join(directory, `.part-${process.pid}-${name}`)) as [string, string]
  const filters =
    `${clip.filters(frames / SECONDS[clip.format], frames)},split[whole][still];` +
    `[still]select=eq(n\\,${Math.floor(frames * THUMBNAIL_AT)})[thumbnail];` +
    `[whole]${clip.format === 'gif' ? GIF_FILTER : 'null'}[clip]`
  try {
    await run(ffmpeg, [
      '-v', 'error', '-y', '-filter_complex', filters,
      '-map', '[clip]', ...(clip.format === 'gif' ? [] : MP4), parts[0],
      '-map', '[thumbnail]', '-frames:v', '1', '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', '4', parts[1],
    ]) // oxfmt-ignore
    for (const [at, name] of names.entries()) await rename(parts[at] as string, join(directory, name))
  } finally {
    await Promise.all(parts.map((part) => rm(part, { force: true })))
  }
}

export async function missingClips(directory: string, clips = CATALOGUE): Promise<Clip[]> {
  const present = await Promise.all(clips.map((clip) => isThere(directory, clip)))
  return clips.filter((_, index) => !present[index])
}

export async function renderClips(options: {
  directory: string
  ffmpegPath: string
  /** Number of frames that each clip gets. */
  frames?: number
  onProgress?: (done: number, total: number) => void
  clips?: readonly Clip[]
}): Promise<void> {
  const { directory, ffmpegPath, frames = CLIP_FRAMES, onProgress, clips = CATALOGUE } = options
  await mkdir(directory, { recursive: true })
  const missing = await missingClips(directory, clips)
  let done = clips.length - missing.length
  const work = async (): Promise<void> => {
    for (let clip = missing.shift(); clip; clip = missing.shift()) {
      await encode(clip, frames, directory, ffmpegPath)
      onProgress?.(++done, clips.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

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
  /** Port; 0 for any free one. */
  readonly port: number
  readonly host?: string
  readonly url?: string
}

/** Serves clips like a GIF provider's content host, and the seed's /manifest.json. */
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
