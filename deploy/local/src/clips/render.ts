import { execFile } from 'node:child_process'
import { access, mkdir, rename } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CATALOGUE, filesOf, type Clip } from './catalogue.js'
import { CLIP_SECONDS, PATTERNS } from './patterns.js'

const run = promisify(execFile)

const ENCODING = {
  mp4: ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '26', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'],
  gif: ['-vf', 'fps=12,scale=320:-1,split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=none'],
} as const

/** Renders the clips that `directory` does not hold yet. A clip is there whole or not at all. */
export async function renderClips(options: {
  directory: string
  ffmpegPath: string
  onProgress?: (done: number, total: number) => void
  clips?: readonly Clip[]
}): Promise<void> {
  const { directory, ffmpegPath, onProgress, clips = CATALOGUE } = options
  await mkdir(directory, { recursive: true })
  const present = await Promise.all(clips.map((clip) => isThere(join(directory, filesOf(clip).media))))
  const missing = clips.filter((_, index) => !present[index])
  let done = clips.length - missing.length
  const worker = async (): Promise<void> => {
    for (let clip = missing.shift(); clip; clip = missing.shift()) {
      await renderOne(clip, directory, ffmpegPath)
      onProgress?.(++done, clips.length)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}

/** The media file comes last, by renaming: where it stands, its thumbnail stands too. */
async function renderOne(clip: Clip, directory: string, ffmpeg: string): Promise<void> {
  const { media, thumbnail } = filesOf(clip)
  const unfinished = join(directory, `unfinished-${media}`)
  const quiet = ['-y', '-loglevel', 'error', '-threads', '1']
  const source = ['-f', 'lavfi', '-i', PATTERNS[clip.pattern](clip.palette, clip.seed), '-t', String(CLIP_SECONDS)]
  await run(ffmpeg, [...quiet, ...source, ...ENCODING[clip.format], unfinished])
  await run(ffmpeg, [
    ...[...quiet, '-ss', '1', '-i', unfinished],
    ...['-frames:v', '1', '-vf', 'scale=320:-1', '-q:v', '4', join(directory, thumbnail)],
  ])
  await rename(unfinished, join(directory, media))
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
